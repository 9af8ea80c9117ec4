"""Imports of our own exports, of ChatGPT and of LM Studio, within bounds."""
