"""Decides whether a reply drafts, and gives its row the drafters that its model has."""

from engine.drafting import assistant_drafts, dflash_drafts, head_drafts, rollback
from engine.drafting.row_drafts import RowDrafts, drafters_of
from engine.machines import group
from engine.messages import Generate
from engine.models.loader import LoadedModel
from engine.requests.row import Row
from engine.sentences import say

NO_MEMORY = say("This conversation leaves no memory for drafting.")


def why_not_drafted(request: Generate, model: LoadedModel) -> str:
    """Return the reason why no reply of the model can use drafts, or ""."""
    if group.joined():
        # Each rank would draft by the pace of its own machine.
        return group.NO_DRAFTS
    return rollback.problem(model.adapter, model.new_cache(request.kv_bits))


def row_drafts(request: Generate, model: LoadedModel, row: Row, tokens: list[int]) -> RowDrafts:
    """Return the drafts of a row with all `tokens` of its prompt and of its reply so far."""
    drafters = drafters_of(row.sampler, tokens, model.draft, row.draft_cache)
    # A head and a DFlash drafter need the states of all tokens.
    if model.head is not None and not row.prompt.skipped:
        drafters.append(head_drafts.HeadDrafts(model.head, tokens))
    if model.dflash is not None and not row.prompt.skipped:
        drafters.append(dflash_drafts.DFlashDrafts(model.dflash, tokens))
    # The assistant does not read 8-bit keys.
    if model.assistant is not None and not request.kv_bits:
        drafters.append(assistant_drafts.AssistantDrafts(model.assistant, tokens))
    note = model.draft_note or model.head_note
    return RowDrafts(tokens, drafters, model.stop_ids, note=note)
