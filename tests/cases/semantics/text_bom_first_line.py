import osmosis_ai.rollout as r; MODE = r.MultiTurnMode  # expect: OSM108@42

"""A mark before the very line that is reported."""
