"""Conversations as text and tokens, by chat template and tokenizer, without a model's weights."""
