"""The first options of a new chat: preset or recommended sampling, and system prompt."""

from dataclasses import replace

from engine.messages import SamplingParams
from engine.sentences import say
from ui.state.chat_options import ChatOptions, FirstPrompt
from ui.state.conversation import Conversation
from ui.state.preset import Preset
from ui.state.workspace import Workspace

FROM_SETTINGS = say("From Settings, General")


def first_prompt(workspace: Workspace, conversation: Conversation) -> FirstPrompt:
    """Return the system prompt that a new conversation begins with. Whatever contains the
    conversation and has a system prompt of its own comes before the settings."""
    text = workspace.settings.value.system_prompt.strip()
    return FirstPrompt(text, FROM_SETTINGS) if text else FirstPrompt()


def first_options(
    preset: Preset | None, recommended: SamplingParams, prompt: FirstPrompt
) -> ChatOptions:
    """Return the options of a new chat. A preset's own system prompt comes before `prompt`."""
    options = preset.options if preset else ChatOptions(sampling=recommended)
    return options if options.system_prompt else replace(options, system_prompt=prompt.text)
