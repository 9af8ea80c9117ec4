"""A picture, clip or text that goes with a message, and how it is shown."""

from dataclasses import dataclass

from PySide6.QtGui import QImage

from engine.messages import Media, MediaKind, OverBudget

# Characters of a text that are kept to be shown, and to be written into a question again.
MOST_TEXT = 200_000


@dataclass(frozen=True, eq=False)
class Attachment:
    """`preview` is at most 640 px wide; `caption` is its size or length, `title` its name; `over`
    is where it is beyond the budget.

    A clip has its length in `seconds` and a `strip` of frames, evenly spaced over all of it. A
    picture that `moves` can be sent as a clip or as its first frame. Of a text, `text` is the
    beginning, with at most MOST_TEXT characters, `characters` are those of all of it, and `preview`
    is a drawn page.
    """

    media: Media
    preview: QImage
    title: str
    caption: str
    over: OverBudget | None = None
    moves: bool = False
    seconds: float = 0.0
    strip: tuple[QImage, ...] = ()
    text: str = ""
    characters: int = 0

    @property
    def is_text(self) -> bool:
        return self.media.kind is MediaKind.TEXT

    @property
    def whole_text(self) -> bool:
        """Whether all of a text is here."""
        return self.is_text and len(self.text) == self.characters
