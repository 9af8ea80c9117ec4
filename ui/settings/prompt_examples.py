"""Example prompts, which a person can add to the stored ones."""

from ui.look.language import tr
from ui.state.stored_prompts import StoredPrompt


def examples() -> tuple[StoredPrompt, ...]:
    return (
        StoredPrompt(
            tr("Summarize"),
            tr("Summarize this text in {{length:three sentences}}:\n\n{{clipboard}}"),
        ),
        StoredPrompt(
            tr("Translate"),
            tr("Translate this text into {{language:English}}. Keep its tone.\n\n{{text}}"),
        ),
        StoredPrompt(
            tr("Describe an image"),
            tr("Describe this image in {{length:two|five}} sentences."),
        ),
        StoredPrompt(
            tr("Explain code"),
            tr("Explain what this code does, step by step, and name its risks:\n\n{{clipboard}}"),
        ),
        StoredPrompt(
            tr("Reply to a message"),
            tr("Write a {{tone:friendly|formal|short}} reply to this message:\n\n{{clipboard}}"),
        ),
    )
