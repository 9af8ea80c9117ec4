"""The samples of the first start: what the built-in model can be asked about."""

import json

from app.base.paths import RESOURCES
from engine.sentences import say
from ui.look.language import translated
from ui.state.model_entry import Sample

# In the catalogue rather than in samples.json, as each language has its own.
_QUESTIONS = {
    "three-shapes.png": say("What do you see?"),
    "stars.png": say("How many stars are there?"),
    "two-shapes.png": say("What color is the triangle?"),
    "moving-circle.mp4": say("Which way does the circle move?"),
}


def samples() -> list[Sample]:
    """Return three images and a video to try, in display order, with questions in the person's
    language."""
    listed = json.loads((RESOURCES / "samples" / "samples.json").read_text(encoding="utf-8"))
    return [
        Sample(
            path=RESOURCES / "samples" / item["file"],
            question=translated(_QUESTIONS[item["file"]]),
            card=RESOURCES / "samples" / "cards" / item["preview"],
            image=RESOURCES / "samples" / item["preview"],
            is_video=item["clip"],
            thinking=item["thinking"],
        )
        for item in listed
    ]
