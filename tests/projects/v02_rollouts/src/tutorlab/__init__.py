"""Rollouts of the tutoring team."""

__version__ = "0.4.2"
