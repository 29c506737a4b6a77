"""A package of the project's, named like a part of the library."""

from .context import GraderContext, MultiTurnMode
