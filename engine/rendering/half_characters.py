"""Halves of characters, as programs leave them in JSON where they cut texts."""


def whole_characters(text: str) -> str:
    """Join the halves of characters, which JSON can have but no file and no tokenizer, and replace
    a half without the other by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
