"""Names of files and folders as people may read them: whoever made a file chose its name."""

# Marks that turn the direction of a text: with them "gnp.exe" is shown as "exe.png".
TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def unturned(name: str) -> str:
    return "".join(sign for sign in name if sign not in TURNING)


def plain_name(name: str) -> str:
    """On one line too."""
    return " ".join(unturned(name).split())
