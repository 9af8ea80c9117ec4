"""Prompts: a request's messages and files become the tokens and arrays that are prefilled."""
