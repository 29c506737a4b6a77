"""The language server: shows in an editor what `osmosis-lint check` reports, and offers the fixes. Needs pygls."""
