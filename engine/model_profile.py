"""The choices of a person for a model: how it is loaded and treated."""

from engine.frozen import frozen


@frozen
class ModelProfile:
    """The choices for one model id; a model without a profile has the defaults.

    `folder` holds the model, "" if that is the id itself. `adapter` is the folder of a LoRA adapter
    that is applied to it, and `adapter_bytes` its weights. `chat_template` is a Jinja text that
    replaces the model's own, `stop_ids` are tokens that end an answer beside the model's own. A
    `kept` model is never evicted while it is idle. With `anyway`, the model is loaded even if it
    exceeds the memory limit. `draft_model` is the folder of a smaller model with the same
    vocabulary that drafts tokens, "" for none.
    """

    model_id: str
    folder: str = ""
    adapter: str = ""
    adapter_bytes: int = 0
    chat_template: str = ""
    stop_ids: tuple[int, ...] = ()
    kept: bool = False
    anyway: bool = False
    draft_model: str = ""
