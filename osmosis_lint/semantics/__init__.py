"""What code refers to: scopes, bindings, imports, values, guards, and the files of the project.

Nothing in here knows a rule.
"""
