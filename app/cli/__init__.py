"""The command line: `ask`, its options, and the probe that installers run."""
