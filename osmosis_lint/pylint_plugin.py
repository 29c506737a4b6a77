"""The name pylint loads: `load-plugins = osmosis_lint.pylint_plugin`."""

from __future__ import annotations

from osmosis_lint.frontends.pylint import load_configuration, register

__all__ = ["load_configuration", "register"]
