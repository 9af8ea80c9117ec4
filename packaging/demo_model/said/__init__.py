"""What is asked and said about it, and besides."""
