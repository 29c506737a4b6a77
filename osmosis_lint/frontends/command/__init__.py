"""The command `osmosis-lint`: finds files, has them checked, and says what was found and what was done."""
