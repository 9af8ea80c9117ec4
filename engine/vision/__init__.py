"""Images inside a model: vision towers, cached features, and merging these into a prompt."""
