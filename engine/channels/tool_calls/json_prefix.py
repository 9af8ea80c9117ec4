"""Normalizes a JSON object while it is written."""

import json
import re

_SPACE = " \t\n\r"
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORDS = {"true", "false", "null"}
_SCALAR = re.compile(r"[\w.+-]*", re.ASCII)
_PLAIN = re.compile(r'[^"\\]*')
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_ESCAPES = {
    '"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
}  # fmt: skip
# Python's parser is recursive.
_DEEPEST = 100
_CLOSERS = {"{": "}", "[": "]"}


class JsonPrefix:
    """Takes the text of an object in pieces. The pieces that `feed` returns add up to the object as
    `json.dumps` writes it, without ASCII escapes; a key that comes twice is kept twice. `whole`:
    the object is closed. `failed`: the text is no JSON, or nothing that UTF-8 can hold; nothing
    more is returned."""

    def __init__(self) -> None:
        self.whole = self.failed = False
        self._open: list[str] = []
        # What may come: "value", "first" (a value or the end of a list), "key", "keys" (a key or
        # the end of an object), "colon", "more" (a comma or an end), "string".
        self._state = "object"
        self._key = False
        # Text of a number, word or escape that is not whole.
        self._held = ""
        self._parts: list[str] = []

    def feed(self, text: str) -> tuple[str, str]:
        """Return the normalized text that is certain now, and the text after the object."""
        if self.failed:
            return "", ""
        text, self._held = self._held + text, ""
        at = 0
        try:
            while at < len(text) and not self.whole:
                after = self._string(text, at) if self._state == "string" else self._sign(text, at)
                if after < 0:
                    self._held = text[at:]
                    at = len(text)
                else:
                    at = after
        except ValueError:
            self.failed = True
        parts, self._parts = self._parts, []
        return "".join(parts), text[at:] if self.whole else ""

    def _sign(self, text: str, at: int) -> int:
        """Take a sign, a scalar or white space; return the place after it, -1 if it may not be
        whole. Raises ValueError."""
        sign, state = text[at], self._state
        if sign in _SPACE:
            return at + 1
        if sign == '"' and state in ("value", "first", "key", "keys"):
            self._parts.append(sign)
            self._key, self._state = state in ("key", "keys"), "string"
        elif sign in "{[" and (state in ("value", "first") or (state == "object" and sign == "{")):
            self._enter(sign)
        elif sign in "}]" and state in ("more", "keys" if sign == "}" else "first"):
            self._leave(sign)
        elif sign == ":" and state == "colon":
            self._parts.append(": ")
            self._state = "value"
        elif sign == "," and state == "more":
            self._parts.append(", ")
            self._state = "key" if self._open[-1] == "{" else "value"
        elif state in ("value", "first"):
            return self._scalar(text, at)
        else:
            raise ValueError(sign)
        return at + 1

    def _enter(self, sign: str) -> None:
        if len(self._open) == _DEEPEST:
            raise ValueError("too deep")
        self._open.append(sign)
        self._parts.append(sign)
        self._state = "keys" if sign == "{" else "first"

    def _leave(self, sign: str) -> None:
        if _CLOSERS[self._open.pop()] != sign:
            raise ValueError(sign)
        self._parts.append(sign)
        self._state = "more"
        self.whole = not self._open

    def _scalar(self, text: str, at: int) -> int:
        found = _SCALAR.match(text, at)
        assert found is not None
        if found.end() == len(text):
            return -1
        if found[0] not in _WORDS and not _NUMBER.fullmatch(found[0]):
            raise ValueError(found[0])
        self._parts.append(json.dumps(json.loads(found[0]), allow_nan=False))
        self._state = "more"
        return found.end()

    def _string(self, text: str, at: int) -> int:
        """Take a part of a string; return the place after it, -1 if it may not be whole. Raises
        ValueError."""
        if text[at] == '"':
            self._parts.append('"')
            self._state = "colon" if self._key else "more"
            return at + 1
        if text[at] == "\\":
            return self._escape(text, at)
        found = _PLAIN.match(text, at)
        assert found is not None
        self._add(found[0])
        return found.end()

    def _escape(self, text: str, at: int) -> int:
        if len(text) < at + 2:
            return -1
        if text[at + 1] != "u":
            if text[at + 1] not in _ESCAPES:
                raise ValueError(text[at + 1])
            self._add(_ESCAPES[text[at + 1]])
            return at + 2
        # Two escapes spell a character beyond 16 bits.
        size = 12 if text[at + 2 : at + 4].lower() in ("d8", "d9", "da", "db") else 6
        if len(text) < at + size:
            return -1
        if not all(
            text.startswith("\\u", it) and _HEX.match(text, it + 2)
            for it in range(at, at + size, 6)
        ):
            raise ValueError("escape")
        self._add(json.loads(f'"{text[at : at + size]}"'))
        return at + size

    def _add(self, text: str) -> None:
        # Half of a character is none.
        text.encode()
        self._parts.append(json.dumps(text, ensure_ascii=False)[1:-1])
