"""What the SDK is called in code, and the words that quick tests look for before anything else is loaded."""

from __future__ import annotations

SDK_PACKAGE = "osmosis_ai"
# A file that imports what needs an extra has one of these words, beside the package's name.
EXTRA_WORDS = ("server", "strands", "openai_agents", "harbor", "rubric", "Osmosis", "Harbor")
# What a Python file that declares its own requirements has in it (PEP 723).
SCRIPT_HEADER = "# /// script"
