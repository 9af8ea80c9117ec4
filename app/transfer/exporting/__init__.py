"""Exports: Markdown, HTML, PDF, CSV and JSON, written whole or not at all."""
