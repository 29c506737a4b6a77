"""Proof that the linter's findings are true: against the SDK's own record, real interpreters, and generated sources.

    python -m tests.proof            write tests/ACCURACY.md
    python -m tests.proof --check    fail when it is not what it would be written as
"""
