"""A sample image or video of the built-in model, with a question about it."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QImage


@dataclass(frozen=True, eq=False)
class Sample:
    path: Path
    question: str
    preview: QImage
    is_video: bool
    thinking: bool = False
