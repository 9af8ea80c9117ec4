"""Requests to the engine and what becomes of their events: replies, counts, titles, tool calls."""
