"""Makes questions look typed by people, with slips and without punctuation."""

import random

OPENINGS = (
    "Please tell me: ",
    "Hey, ",
    "Now ",
    "Ok. ",
    "Can you tell me, ",
    "Quick question. ",
    "One more thing: ",
    "So, ",
    "Well, ",
    "And ",
    "Hi! ",
    "Dot, ",
)


def phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the phrases of each paragraph of `text`."""
    paragraphs = text.strip().split("\n\n")
    return tuple(bars(part) for part in paragraphs)


def bars(text: str) -> tuple[str, ...]:
    """Return the phrases in `text`, which are separated by bars; line ends count as blanks."""
    return tuple(phrase.strip() for phrase in " ".join(text.split()).split("|"))


def in_both(text: str) -> dict[bool, tuple[str, ...]]:
    """Return the phrases of two paragraphs, English and German, by True if they are German."""
    return dict(zip((False, True), phrases(text), strict=True))


def sloppy(rng: random.Random, text: str, openings: bool = True) -> str:
    """Return `text` as somebody may type it: small letters, no punctuation, a slip, a word before
    it.

    There is no slip if numbers or names are to be filled in.
    """
    kind = rng.random()
    if kind < 0.22:
        text = text.lower()
    elif kind < 0.36:
        text = text.lower().rstrip("?.!")
    elif kind < 0.43:
        text = text.rstrip("?.!")
    elif kind < 0.45:
        text = text.upper()
    elif kind < 0.47 and not text.endswith("}"):
        text = text.rstrip("?.!") + rng.choice(("??", "!!", "...", " ?", "?!"))
    if openings and rng.random() < 0.08:
        text = rng.choice(OPENINGS) + text
    return slip(rng, text) if rng.random() < 0.05 and "{" not in text else text


def slip(rng: random.Random, text: str) -> str:
    """Return the word with one letter left out, doubled or swapped with the next."""
    if len(text) < 6:
        return text
    at = rng.randrange(1, len(text) - 1)
    here, after = text[at], text[at + 1]
    written = rng.choice((after, here + here + after, after + here))
    return text[:at] + written + text[at + 2 :]
