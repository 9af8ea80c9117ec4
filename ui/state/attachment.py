"""A picture or clip that goes with a message, and how it is shown."""

from dataclasses import dataclass

from PySide6.QtGui import QImage

from engine.messages import Media, OverBudget


@dataclass(frozen=True, eq=False)
class Attachment:
    """`preview` is at most 640 px wide; `caption` is its size or length, `title` its name; `over`
    is where it is beyond the budget.

    A clip has its length in `seconds` and a `strip` of frames, evenly spaced over all of it. A
    picture that `moves` can be sent as a clip or as its first frame.
    """

    media: Media
    preview: QImage
    title: str
    caption: str
    over: OverBudget | None = None
    moves: bool = False
    seconds: float = 0.0
    strip: tuple[QImage, ...] = ()
