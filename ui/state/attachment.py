"""A picture, clip or text that goes with a message, and how it is shown."""

from dataclasses import dataclass

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from engine.messages import Media, MediaKind, OverBudget
from ui.state.later import Later

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

    Of one that was kept, `preview`, `strip` and `text` are read when somebody looks; `size` is that
    of the preview, in pixels. Where it is `lost`, its file is no longer there.
    """

    media: Media
    preview: Later[QImage] = Later(QImage, needed=True)  # noqa: RUF009  a descriptor
    title: str = ""
    caption: str = ""
    over: OverBudget | None = None
    moves: bool = False
    seconds: float = 0.0
    strip: Later[tuple[QImage, ...]] = Later(tuple)  # noqa: RUF009
    text: Later[str] = Later(str)  # noqa: RUF009
    characters: int = 0
    size: tuple[int, int] = (0, 0)
    lost: bool = False

    @property
    def is_text(self) -> bool:
        return self.media.kind is MediaKind.TEXT

    @property
    def whole_text(self) -> bool:
        """Whether all of a text is here."""
        return self.is_text and len(self.text) == self.characters

    @property
    def preview_size(self) -> QSize:
        """Without reading the preview, where that is known."""
        return QSize(*self.size) if all(self.size) else self.preview.size()
