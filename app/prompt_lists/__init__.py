"""Prompt lists: files of prompts that a comparison asks one after the other."""
