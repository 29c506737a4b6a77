"""The HTTP headers that v0.2 sent beside its API, with the rule for each.

They stand alone since the quick test asks for them before anything else is loaded.
"""

from __future__ import annotations

# By lower-case name. Source: the guide's section on routing, and the headers of 0.2.31.
HEADERS = {"x-sample-id": "OSM301", "x-rollout-id": "OSM302"}
