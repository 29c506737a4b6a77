"""Running, replaying, checking and archiving rollouts."""
