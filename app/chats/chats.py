"""Chats, and what a person asks in them."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject

from app.attachments.attachments import sample_attachment
from app.base.paths import DOT
from app.models.samples import samples
from app.requests.disk_cache import cache_name
from app.requests.engine_requests import EngineRequests
from app.requests.omitted_marks import mark_omitted
from app.requests.request_options import RequestOptions, request_options
from engine.messages import Counted, Generate
from engine.sentences import say
from ui.state.chat import Chat
from ui.state.model_entry import Sample
from ui.state.next_messages import NextMessage
from ui.state.question import Question
from ui.state.transcript import Transcript
from ui.state.workspace import BuiltIn, Workspace

DOT_NOTE = say(
    "Dot, the built-in model, only knows simple shapes and short videos of them. To chat "
    "about anything else, choose or get another model in the model menu."
)


class Chats(QObject):
    """Makes chats and connects them to their requests."""

    def __init__(self, workspace: Workspace, requests: EngineRequests) -> None:
        super().__init__(workspace)
        self._conversations = workspace.conversations
        self._replies = requests.replies
        self._counts = requests.counts
        self._tools, self._presets = workspace.tools, workspace.presets
        self._prompts = workspace.prompts
        workspace.built_in = BuiltIn(str(DOT), DOT_NOTE, samples())
        self._replies.refused.connect(self._return_question)

    def make(self, chat_id: int) -> Chat:
        """Return a chat without a model."""
        chat = Chat(chat_id, self._tools)
        chat.options.presets = self._presets
        chat.prompts = self._prompts
        transcript = chat.transcript
        self._replies.follow(transcript, partial(request_options, chat), lambda: cache_name(chat))
        requests, messages = chat.requests, chat.message_requests
        requests.submitted.connect(partial(self._ask, chat))
        requests.edit_submitted.connect(partial(self._take_back, chat))
        requests.stopped.connect(partial(self._replies.stop, transcript))
        requests.continued.connect(partial(self._replies.continue_reply, transcript))
        requests.sample_chosen.connect(partial(self._ask_sample, chat))
        messages.continued.connect(partial(self._replies.continue_reply, transcript))
        messages.regenerated.connect(partial(self._regenerate, chat))
        messages.read_in_full.connect(partial(self._read_in_full, chat))
        messages.call_decided.connect(partial(self._replies.decide, transcript))
        # another model may omit more or fewer messages: the next count tells
        chat.model_changed.connect(transcript.forget_omitted)
        self._counts.follow(chat, partial(self._preview, chat), partial(_mark_omitted, chat))
        return chat

    def ask_next(self, chat: Chat, message: NextMessage) -> None:
        """Ask a next message with the options that it was written with, or those of the chat after
        a refusal. If its model is gone, it is refused: the chat's may be on another computer."""
        options = request_options(chat)
        if message.model_id:
            options = replace(options, model_id=message.model_id)
            if message.options is not None:
                usable = chat.options.usable_of(message.options)
                options = RequestOptions(message.model_id, usable, message.recommended)
        self._replies.ask(chat.transcript, options, message.question)

    def _preview(self, chat: Chat, question: Question) -> list[Generate]:
        """Return what asking the question would send."""
        options = request_options(chat)
        return self._replies.preview(chat.transcript, options, question, instead=_edited(chat))

    def _ask(self, chat: Chat, question: Question) -> None:
        self._replies.ask(chat.transcript, request_options(chat), question)

    def _take_back(self, chat: Chat) -> None:
        """Remove the question that the next one replaces."""
        index = chat.show_edited()
        if index is not None:
            self._replies.take_back(chat.transcript, index)

    def _ask_sample(self, chat: Chat, sample: Sample) -> None:
        """Ask a sample question. One that shows reasoning turns it on for that question only."""
        options = request_options(chat)
        if sample.thinking:
            options = replace(options, chat_options=options.chat_options.with_thinking(True))
        question = Question(sample.question, (sample_attachment(sample),))
        self._replies.ask(chat.transcript, options, question)

    def _regenerate(self, chat: Chat, index: int, count: int, model_id: str) -> None:
        options = request_options(chat)
        options = replace(options, model_id=model_id or options.model_id)
        self._replies.regenerate(chat.transcript, index, options, count)

    def _read_in_full(self, chat: Chat, index: int) -> None:
        """Answer again by the model of a skimmed answer, without skimming."""
        options = request_options(chat)
        full = replace(
            options,
            model_id=chat.transcript.turns[index].model_id or options.model_id,
            chat_options=replace(options.chat_options, skim=0),
        )
        self._replies.regenerate(chat.transcript, index, full)

    def _return_question(self, transcript: Transcript) -> None:
        """Put a refused question back into the draft, where it can be changed, or among the next
        messages, where it came from."""
        chat = self._conversations.owner(transcript)
        if isinstance(chat, Chat) and not chat.next_messages.take_back():
            turn = next(turn for turn in reversed(transcript.turns) if turn.role == "user")
            if turn is not chat.draft.edited:
                chat.draft.restore(turn.question)


def _mark_omitted(chat: Chat, counts: Sequence[Counted | str]) -> None:
    mark_omitted(chat.transcript, counts, chat.options.usable.overflow, _edited(chat))


def _edited(chat: Chat) -> int | None:
    """Return the index of the question that the next one replaces."""
    edited = chat.draft.edited
    return chat.transcript.place(edited) if edited else None
