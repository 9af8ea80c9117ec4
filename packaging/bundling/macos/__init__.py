"""The last stages of a macOS bundle: thin, lint, sign, seal and pack it, on Linux as on a Mac."""
