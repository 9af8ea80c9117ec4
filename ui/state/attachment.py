"""An image, video or text that is attached to a message, and what is shown of it."""

from dataclasses import dataclass

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from engine.messages import Media, MediaKind, OverBudget
from ui.look.language import translated
from ui.state.lazy_field import LazyField

# Characters of a text that are kept for display, and to be inserted into a question.
MOST_TEXT = 200_000


@dataclass(frozen=True, eq=False)
class Attachment:
    """`preview` is at most 640 px wide, `title` the name of the file, `caption` its size or length.
    `over` tells how it exceeds the media budget.

    A video has its length in `seconds` and a `strip` of frames, evenly spaced over all of it. An
    image that `moves` can be sent as a video or as its first frame. A text has its beginning in
    `text`, at most MOST_TEXT of its `characters`, and a drawn page as `preview`.

    `preview`, `strip` and `text` of a restored attachment are read when they are first used; `size`
    is that of the preview, in pixels. `lost` is True if the file is gone.
    """

    media: Media
    preview: LazyField[QImage] = LazyField(QImage, needed=True)  # noqa: RUF009  a descriptor
    title: str = ""
    caption: str = ""
    over: OverBudget | None = None
    moves: bool = False
    seconds: float = 0.0
    strip: LazyField[tuple[QImage, ...]] = LazyField(tuple)  # noqa: RUF009
    text: LazyField[str] = LazyField(str)  # noqa: RUF009
    characters: int = 0
    size: tuple[int, int] = (0, 0)
    lost: bool = False

    def take_strip(self, strip: tuple[QImage, ...]) -> None:
        """Set the strip of a long video, which is decoded after its attachment was made."""
        object.__setattr__(self, "strip", strip)

    @property
    def words(self) -> tuple[str, str]:
        """The title and the caption in the window's language; of a lost file, its caption alone,
        which names it."""
        caption = translated(self.caption)
        return (caption, "") if self.lost else (self.title or self.media.path.name, caption)

    @property
    def is_text(self) -> bool:
        return self.media.kind is MediaKind.TEXT

    @property
    def whole_text(self) -> bool:
        """Return True if `text` is the whole text."""
        return self.is_text and len(self.text) == self.characters

    @property
    def preview_size(self) -> QSize:
        """The size of the preview, which need not be read if `size` is set."""
        return QSize(*self.size) if all(self.size) else self.preview.size()
