"""A question with its attachments, before it is asked."""

from collections.abc import Iterable

from engine.frozen import frozen
from ui.state.attachment import Attachment


@frozen
class Question:
    """`attachments` are in the order of the prompt; `places` are their offsets in the text, as in
    ChatMessage, or empty if all stand before it."""

    text: str = ""
    attachments: tuple[Attachment, ...] = ()
    places: tuple[int, ...] = ()

    @property
    def empty(self) -> bool:
        return not self.text.strip() and not self.attachments

    @property
    def named(self) -> str:
        """Return the text with the titles of the files within it; those before the text are not
        named."""
        text = self.text
        for place, it in reversed(self._placed()):
            text = text[:place] + it.title + text[place:] if place else text
        return text

    def stripped(self) -> "Question":
        """Return the question without white space around the text; places stay at their words."""
        begin = len(self.text) - len(self.text.lstrip())
        text = self.text.strip()
        places = tuple(min(max(place - begin, 0), len(text)) for place in self.places)
        return Question(text, self.attachments, places if any(places) else ())

    def adding(self, attachment: Attachment) -> "Question":
        """Return the question with one more file, after those that stand before the text."""
        return _in_prompt_order(self.text, [*self._placed(), (0, attachment)])

    def replacing(self, old: Attachment, new: Attachment | None) -> "Question":
        """Return the question with `new` instead of `old`, or without `old` if `new` is None."""
        placed = [(place, new if it is old else it) for place, it in self._placed()]
        left = [(place, it) for place, it in placed if it is not None]
        return _in_prompt_order(self.text, left)

    def before(self, begun: "Question") -> "Question":
        """Return both as one question: this one, and below it another one that was begun."""
        text = "\n".join(part for part in (self.text, begun.text) if part)
        shift = len(text) - len(begun.text)
        moved = [(place + shift if place else 0, it) for place, it in begun._placed()]
        return _in_prompt_order(text, [*self._placed(), *moved])

    def _placed(self) -> list[tuple[int, Attachment]]:
        places = self.places or (0,) * len(self.attachments)
        return list(zip(places, self.attachments, strict=True))


def _in_prompt_order(text: str, placed: Iterable[tuple[int, Attachment]]) -> Question:
    """Return a question with its files in the order of their places, those at 0 before the text."""
    ordered = sorted(placed, key=lambda it: it[0])
    places = tuple(place for place, _ in ordered)
    return Question(text, tuple(it for _, it in ordered), places if any(places) else ())
