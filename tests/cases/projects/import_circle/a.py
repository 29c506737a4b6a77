"""Imports the circle first: what it says of `z` must not be remembered while the circle is cut."""

import c
import z
