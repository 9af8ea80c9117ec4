"""Requests to the engine and what their events become: replies, counts, titles, tool calls."""
