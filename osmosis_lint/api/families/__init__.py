"""The rules with their records, a module a family; `records.py` gathers them."""
