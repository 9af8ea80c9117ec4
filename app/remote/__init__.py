"""Asks models on other computers, by the APIs of OpenAI and Anthropic."""
