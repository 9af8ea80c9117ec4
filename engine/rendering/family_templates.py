"""The chat templates that come with Duologue, for models without a working one of their own."""

from collections.abc import Container
from pathlib import Path

from engine.frozen import frozen

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "templates"
# A token that only this family's conversations have, its name for people, and its file.
_FAMILIES = (
    ("<|im_start|>", "ChatML", "chatml.jinja"),
    ("<|start_header_id|>", "Llama 3", "llama3.jinja"),
    ("<start_of_turn>", "Gemma", "gemma.jinja"),
    ("[INST]", "Mistral", "mistral.jinja"),
)


@frozen
class FamilyTemplate:
    """A chat template and the name of its family."""

    name: str
    text: str


def family_template(vocabulary: Container[str]) -> FamilyTemplate | None:
    """Return the template of the family whose control tokens the vocabulary has, or None."""
    for token, name, file in _FAMILIES:
        if token in vocabulary:
            return FamilyTemplate(name, (FOLDER / file).read_text(encoding="utf-8"))
    return None
