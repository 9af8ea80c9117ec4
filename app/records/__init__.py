"""Conversation objects to database rows and back."""
