"""The sums of the drafts of several replies, and the numbers and names that people see of them."""

from collections.abc import Sequence

from engine.messages import DraftCounts
from ui.look.language import tr


def drafts_sum(parts: Sequence[DraftCounts]) -> DraftCounts:
    """Return the sums; the note is the newest one, if there is any."""
    names = dict.fromkeys(name for it in parts for name in it.drafter.split("+") if name)
    return DraftCounts(
        "+".join(names),
        sum(it.drafted for it in parts),
        sum(it.accepted for it in parts),
        sum(it.passes for it in parts),
        next((it.note for it in reversed(parts) if it.note), ""),
        sum(it.at_once for it in parts),
    )


def tokens_per_pass(drafts: DraftCounts) -> float:
    """Return the tokens of an answer for each pass of the model, 0 if nothing was drafted."""
    if not drafts.drafted or not drafts.passes:
        return 0.0
    return (drafts.passes + drafts.accepted) / drafts.passes


def drafter_names(drafts: DraftCounts) -> str:
    """Return the names of the drafters for people, "" if nothing was drafted."""
    if not drafts.drafted:
        return ""
    names = {
        "lookup": tr("chat text"),
        "grammar": tr("required format"),
        "head": tr("drafting head"),
        "model": tr("draft model"),
    }
    return ", ".join(names.get(it, it) for it in drafts.drafter.split("+"))
