"""osmosis-lint: finds the code that breaks when the Osmosis SDK moves from v0.2 to v0.3."""

__version__ = "0.1.0"

# The package that `osmosis-ai` installs.
SDK_PACKAGE = "osmosis_ai"
