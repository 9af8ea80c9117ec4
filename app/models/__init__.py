"""The models that a person can choose, and the presets of options that they save."""
