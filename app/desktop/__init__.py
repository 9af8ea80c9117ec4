"""Integration with the desktop: instance, notifications, sleep, quit, language, appearance."""
