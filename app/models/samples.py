"""The samples of the first start: what the built-in model can be asked about."""

import json

from PySide6.QtGui import QImage

from app.base.paths import RESOURCES
from ui.state.model_entry import Sample


def samples() -> list[Sample]:
    """Return three images and a video to try, in display order."""
    listed = json.loads((RESOURCES / "samples" / "samples.json").read_text(encoding="utf-8"))
    return [
        Sample(
            path=RESOURCES / "samples" / item["file"],
            question=item["question"],
            preview=QImage(str(RESOURCES / "samples" / item["preview"])),
            is_video=item["clip"],
            thinking=item["thinking"],
        )
        for item in listed
    ]
