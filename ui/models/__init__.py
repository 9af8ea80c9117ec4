"""The window with the models on this computer and on the hub."""
