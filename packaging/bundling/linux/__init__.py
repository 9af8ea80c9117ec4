"""The last stages of the Linux bundle: desktop files, checks, archive and Debian package."""
