"""The desktop around the window: instance, notifications, sleep, quit, language, look."""
