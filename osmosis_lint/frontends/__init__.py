"""How hosts reach the engine: each front end feeds it source and shows its findings; none holds a rule."""
