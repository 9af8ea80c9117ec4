"""The reason why no prompt of a model can be read in part."""

from typing import TYPE_CHECKING

from engine.machines import group
from engine.models.adapter import Adapter
from engine.sentences import say

if TYPE_CHECKING:
    from engine.models.draft_weights import DraftWeights

NO_DRAFT = say("No draft model is chosen for this model. Choose one on the model's page.")


def why_not_skimmed(adapter: Adapter, draft: "DraftWeights | None", note: str) -> str:
    """Return the reason, or "". `draft` chooses the parts; `note` says why there is none in spite
    of the model's profile."""
    if group.joined():
        return group.NO_SKIMMING
    if draft is None:
        return note or NO_DRAFT
    return adapter.why_not_skimmed
