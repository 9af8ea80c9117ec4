"""The models on disk and the presets that people save: both without widgets."""
