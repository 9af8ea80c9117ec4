"""The first options of a new chat: preset or recommended sampling, and system prompt."""

from dataclasses import replace

from engine.messages import SamplingParams
from engine.sentences import say
from ui.state.chat import Chat
from ui.state.chat_options import ChatOptions, FirstPrompt
from ui.state.preset import Preset
from ui.state.workspace import Workspace

FROM_FOLDER = say("From the settings of the folder")
FROM_SETTINGS = say("From Settings › General")


def first_preset(workspace: Workspace, chat: Chat) -> Preset | None:
    """Return the preset of the chat's folder, or else the default preset of its model."""
    presets = workspace.presets
    return presets.get(chat.folder_settings.preset) or presets.default_of(chat.model_id)


def first_prompt(workspace: Workspace, chat: Chat) -> FirstPrompt:
    """Return the system prompt that a new chat begins with: the instructions of its folder; without
    those, that of its preset; without that, the one of the settings."""
    if instructions := chat.folder_settings.instructions:
        return FirstPrompt(instructions, FROM_FOLDER)
    preset = first_preset(workspace, chat)
    if preset and preset.options.system_prompt:
        origin = say("From the preset “{name}”", name=preset.name)
        return FirstPrompt(preset.options.system_prompt, origin)
    return settings_prompt(workspace)


def settings_prompt(workspace: Workspace) -> FirstPrompt:
    text = workspace.settings.value.system_prompt.strip()
    return FirstPrompt(text, FROM_SETTINGS) if text else FirstPrompt()


def from_settings(prompt: FirstPrompt) -> bool:
    """Return True if neither a folder nor a preset set the prompt."""
    return prompt.origin in ("", FROM_SETTINGS)


def first_options(
    preset: Preset | None, recommended: SamplingParams, prompt: FirstPrompt
) -> ChatOptions:
    options = preset.options if preset else ChatOptions(sampling=recommended)
    return replace(options, system_prompt=prompt.text)
