"""Conversations that leave as files or arrive from them."""
