"""What the next question would leave out, told before it is asked."""

from collections.abc import Sequence

from engine.messages import Counted, Overflow
from ui.state.not_told import NotTold
from ui.state.transcript import Transcript


def announce(
    transcript: Transcript,
    counts: Sequence[Counted | str],
    overflow: Overflow,
    instead: int | None = None,
) -> None:
    """Mark what the model would not be told any more of a question that was counted; `instead` is
    the index of the one whose place it takes. Without a count it stays as it was last."""
    counted = next((it for it in counts if isinstance(it, Counted)), None)
    if counted is None:
        _keep(transcript, overflow)
        return
    if overflow is Overflow.TRIM:
        how = NotTold.LEFT_OUT
    elif counted.left_out > counted.summarised:
        how = NotTold.TO_SUMMARISE
    else:
        how = NotTold.SUMMARISED
    transcript.set_not_told(_turns(transcript, counted.left_out, instead), how)


def announce_trimmed(transcript: Transcript, left_out: int) -> None:
    """An answer is told without the oldest messages."""
    transcript.set_not_told(_turns(transcript, left_out, None), NotTold.LEFT_OUT)


def _turns(transcript: Transcript, left_out: int, before: int | None) -> int:
    """How many of those that are shown have these messages and stand before them."""
    count = 0
    for index, messages in transcript.told(before=before):
        if count >= left_out:
            return index if left_out else 0
        count += len(messages)
    return len(transcript.turns[:before]) if left_out else 0


def _keep(transcript: Transcript, overflow: Overflow) -> None:
    fits = {
        Overflow.REFUSE: (),
        Overflow.TRIM: (NotTold.LEFT_OUT,),
        Overflow.SUMMARISE: (NotTold.SUMMARISED,),
    }
    if transcript.not_told and transcript.not_told_how in fits[overflow]:
        return
    summarised = (at for at, turn in enumerate(transcript.turns, 1) if turn.summary)
    count = max(summarised, default=0) if overflow is Overflow.SUMMARISE else 0
    transcript.set_not_told(count, NotTold.SUMMARISED)
