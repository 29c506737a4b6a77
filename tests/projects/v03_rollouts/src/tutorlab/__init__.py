"""Rollouts of the tutoring team."""

__version__ = "0.5.0"
