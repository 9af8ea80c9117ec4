"""Makes the card of a model readable as Markdown: without settings for the hub and without HTML."""

import re

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
# Not <https://…>, which is a link in Markdown.
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9-]*(?:\s[^<>]{0,2000})?/?>")
_FENCE = ("```", "~~~")


def plain_card(card: str) -> str:
    """Return the Markdown of a card. HTML would be shown as it stands, since it is never read as
    such; tags are dropped, except in code."""
    lines, fenced = [], False
    for line in _COMMENT.sub("", _without_settings(card)).splitlines():
        if line.lstrip().startswith(_FENCE):
            fenced = not fenced
        lines.append(line if fenced else _without_tags(line))
    return "\n".join(lines).strip()


def _without_tags(line: str) -> str:
    """Drop the tags of a line. What stood inside them is no code, however far it was indented."""
    found = _TAG.sub("", line)
    return found if found == line else found.strip()


def _without_settings(card: str) -> str:
    """Drop the YAML at the beginning, which is for the hub."""
    if not card.startswith("---"):
        return card
    end = card.find("\n---", 3)
    return card[end + 4 :] if end >= 0 else card
