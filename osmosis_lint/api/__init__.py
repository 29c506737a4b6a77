"""What the SDK had and lost: the rules' records, the public names of every release, target versions."""
