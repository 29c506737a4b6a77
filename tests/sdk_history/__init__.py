"""Builds the record of the SDK's public names, release by release; see README.md here."""
