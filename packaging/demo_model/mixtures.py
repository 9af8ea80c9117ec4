"""How often each part of a training sees which kind of document."""

from demo_model.documents import (
    KINDS,
    Kinds,
    image_branches,
    several,
    text,
    tool_branches,
    video_branches,
)
from demo_model.long_documents import KINDS as LONG_KINDS
from demo_model.long_documents import (
    LongKinds,
    exact_answers,
    late_questions,
    numbers_asked,
    talks_with_tools,
    texts_to_copy,
    texts_to_read,
    tool_requests,
)
from engine.frozen import frozen


@frozen
class Mixture:
    """`long_share` is the share of long documents in long rows, the other two are weights."""

    long_share: float
    kinds: Kinds
    long_kinds: LongKinds


USUAL = Mixture(0.45, KINDS, LONG_KINDS)
MIXTURES = {
    "usual": USUAL,
    # Dot learns that a tool is missing, and what does not move, by seeing little else for a while.
    "drill": Mixture(
        0.6,
        KINDS | {image_branches: 0.25, several: 0.11, video_branches: 0.55},
        {
            tool_requests: 1.70,
            texts_to_copy: 0.30,
            talks_with_tools: 0.20,
            texts_to_read: 0.10,
            exact_answers: 0.06,
            numbers_asked: 0.06,
            late_questions: 0.05,
        },
    ),
    # The end brings back what long rows and the drill have pushed aside: images, talk with tools.
    "last": Mixture(
        0.36,
        KINDS
        | {
            image_branches: 0.55,
            several: 0.36,
            video_branches: 0.45,
            text: 0.18,
            tool_branches: 0.45,
        },
        LONG_KINDS
        | {
            texts_to_read: 0.38,
            texts_to_copy: 0.55,
            talks_with_tools: 0.15,
            tool_requests: 0.30,
            exact_answers: 0.35,
            numbers_asked: 0.20,
        },
    ),
}
