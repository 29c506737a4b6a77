"""A bad and a good example for every rule; rules.md and `osmosis-lint explain` show them, and tests hold them to it.

A module a family, named as in `api/families/`. Examples are data: nothing here imports more than its neighbours.
"""

from __future__ import annotations

from osmosis_lint.rules.examples.example import Example


def examples() -> dict[str, Example]:
    """The examples of all rules, by code."""
    from osmosis_lint.rules.examples import command, harbor, manifests, names, routing, samples, sessions

    return {
        **samples.EXAMPLES,
        **sessions.EXAMPLES,
        **routing.EXAMPLES,
        **harbor.EXAMPLES,
        **names.EXAMPLES,
        **manifests.EXAMPLES,
        **command.EXAMPLES,
    }
