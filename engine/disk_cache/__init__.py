"""Prompt caches on the disk, so that a conversation is not processed again after a restart."""
