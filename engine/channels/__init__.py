"""Routing a model's tokens to reasoning, answer and tool calls, in each family's format."""
