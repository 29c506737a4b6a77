"""Proof that the linter's findings are true: against the SDK's own record, real interpreters, and generated sources.

`python -m tests.proof` writes tests/ACCURACY.md; with `--check` it fails when that file is out of date.
"""
