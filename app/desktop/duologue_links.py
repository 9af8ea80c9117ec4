"""Links with the scheme `duologue:`, which any page and program can make.

`duologue://ask?text=…` puts a text into a new chat, `duologue://open?model=organization/name` shows
a model on the hub. Nothing is sent, downloaded or read from a file.
"""

import re
import unicodedata
from urllib.parse import parse_qsl, urlsplit

from app.models.repositories import is_repository
from engine.errors import Refused
from engine.frozen import frozen

SCHEME = "duologue"
MAX_LINK = 65_536
MAX_TEXT = 20_000
_MAX_FIELDS = 10
_CONTROL = ("Cc", "Cf", "Cs", "Co", "Cn")
# Selectors of variants and blank letters: marks and letters by their category, but nobody sees
# them, and a model reads what they spell.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)


@frozen
class AskLink:
    """A link that puts a question into a new chat."""

    text: str


@frozen
class ModelLink:
    """A link that shows a model of the hub."""

    repository: str


def is_link(argument: str) -> bool:
    return argument[: len(SCHEME) + 1].lower() == f"{SCHEME}:"


def parse_link(link: str) -> AskLink | ModelLink:
    """Return what a link asks for. Raises Refused."""
    action, fields = _parts(link)
    if action == "ask":
        return AskLink(_text(fields.get("text", "")))
    if action == "open" and is_repository(repository := fields.get("model", "")):
        return ModelLink(repository)
    if action == "open":
        raise Refused("The link names no model on the hub, such as “organization/name”.")
    raise Refused("Duologue does not know what this link asks for. Nothing was done.")


def _parts(link: str) -> tuple[str, dict[str, str]]:
    if len(link) > MAX_LINK:
        raise Refused("The link is too long for Duologue. Copy its text instead.")
    try:
        url = urlsplit(link)
        pairs = parse_qsl(url.query, max_num_fields=_MAX_FIELDS)
    except ValueError as error:
        raise Refused("The link is damaged. Nothing was done.") from error
    names = [name for name, _ in pairs]
    if len(names) != len(set(names)):
        raise Refused("The link is damaged. Nothing was done.")
    return (url.netloc or url.path).strip("/").lower(), dict(pairs)


def _text(text: str) -> str:
    """Return the text without characters that nobody sees, which could hide a part of it."""
    text = _BLANK.sub("", text)
    seen = "".join(it for it in text if it in "\n\t" or unicodedata.category(it) not in _CONTROL)
    if not seen.strip():
        raise Refused("The link contains no text.")
    if len(seen) > MAX_TEXT:
        raise Refused("The text in the link is too long. Copy it into the chat instead.")
    return seen.strip()
