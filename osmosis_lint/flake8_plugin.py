"""The name flake8 loads: `osmosis_lint.flake8_plugin:Plugin` (entry point `OSM`)."""

from __future__ import annotations

from osmosis_lint.frontends.flake8 import Plugin

__all__ = ["Plugin"]
