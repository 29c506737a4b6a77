"""What is reported: a module a family of rules, on top of `semantics` and `api`."""
