"""Finds models on the Hugging Face hub, and downloads them."""
