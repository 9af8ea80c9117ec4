"""Text in UTF-16 units, in which Qt counts positions; Python counts code points."""


def utf16_units(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    return len(_encoded(text)) // 2


def utf16_part(text: str, start: int, end: int | None = None) -> str:
    """Return the part of a text between two positions in UTF-16 units."""
    part = _encoded(text)[2 * start : None if end is None else 2 * end]
    return part.decode("utf-16-le", "surrogatepass")


def _encoded(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")
