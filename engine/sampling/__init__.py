"""Choosing the next token: sampler, grammar, thinking budget and stop strings."""
