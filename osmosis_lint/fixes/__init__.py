"""Rewrites v0.2 code so that it runs on v0.3: edits, the proof that they are right, and writing them down.

`session` is the way in: `fix_text`, `fix_of`, `fix_file` and `diff`.
"""
