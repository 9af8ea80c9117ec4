"""Models a person can choose, their options and presets, and which chat uses which."""
