"""Rewrites v0.2 code so that it runs on v0.3: edits, the proof that they are right, and writing them down.

`offers` is the way in for editors and reports (`Offers`, `fix_all`: texts in, edits out), `session` the one for whole
files (`fix_text`, `fix_file`, `diff`), `manifests` and `embedding` for what is not Python.
"""
