"""The command line: `ask`, its options, and the probe run by installers."""
