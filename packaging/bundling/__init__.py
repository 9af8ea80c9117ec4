"""The stages that turn a checkout and uv.lock into an application with a Python of its own."""
