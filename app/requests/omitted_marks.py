"""Mark the messages that the next prompt of a conversation omits, before it is sent."""

from collections.abc import Sequence

from engine.messages import Counted, Overflow
from ui.state.sent_messages import Omission
from ui.state.transcript import Transcript


def mark_omitted(
    transcript: Transcript,
    counts: Sequence[Counted | str],
    overflow: Overflow,
    instead: int | None = None,
) -> None:
    """Mark the messages that a counted question would omit. `instead` is the index of the question
    that it replaces. Without a count the marks stay as they were."""
    counted = next((it for it in counts if isinstance(it, Counted)), None)
    if counted is None:
        _update_marks(transcript, overflow)
        return
    if overflow is Overflow.TRIM:
        how = Omission.OMITTED
    elif counted.left_out > counted.summarized:
        how = Omission.TO_SUMMARIZE
    else:
        how = Omission.SUMMARIZED
    transcript.set_omitted(_turns(transcript, counted.left_out, instead), how)


def mark_trimmed(transcript: Transcript, count: int) -> None:
    """Mark the `count` oldest messages, which the prompt of an answer omitted."""
    transcript.set_omitted(_turns(transcript, count, None), Omission.OMITTED)


def _turns(transcript: Transcript, messages: int, before: int | None) -> int:
    """Return how many of the shown turns have the oldest `messages`."""
    count = 0
    for index, of_turn in transcript.sent_messages(before=before):
        if count >= messages:
            return index if messages else 0
        count += len(of_turn)
    return len(transcript.turns[:before]) if messages else 0


def _update_marks(transcript: Transcript, overflow: Overflow) -> None:
    """Keep marks that fit the overflow setting; otherwise mark the messages that are summarized."""
    fitting = {
        Overflow.REFUSE: (),
        Overflow.TRIM: (Omission.OMITTED,),
        Overflow.SUMMARISE: (Omission.SUMMARIZED,),
    }
    if transcript.omitted and transcript.omission in fitting[overflow]:
        return
    summarized = (at for at, turn in enumerate(transcript.turns, 1) if turn.summary)
    count = max(summarized, default=0) if overflow is Overflow.SUMMARISE else 0
    transcript.set_omitted(count, Omission.SUMMARIZED)
