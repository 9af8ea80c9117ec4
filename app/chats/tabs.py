"""Connects what still needs the composer of a tab."""

from functools import partial

from app.attachments.attachments import Attachments
from app.chats.controller import Controller
from app.requests.engine_requests import EngineRequests
from engine.messages import MediaCost
from ui.compare.compare_tab import CompareTab
from ui.state.attachment import Attachment
from ui.state.conversation import Conversation
from ui.tabs.chat_tab import ChatTab
from ui.tabs.tab import Tab
from ui.window.main_window import MainWindow


def follow_tabs(
    window: MainWindow, controller: Controller, requests: EngineRequests, attachments: Attachments
) -> None:
    def follow(tab: Tab) -> None:
        attachments.follow(tab)
        requests.costs.follow(tab)
        if isinstance(tab, ChatTab):
            chats = controller.chats
            requests.counts.follow(
                tab.composer,
                partial(chats.preview, tab.chat),
                partial(chats.mark_omitted, tab.chat),
            )
        elif isinstance(tab, CompareTab):
            requests.counts.follow(tab.composer, partial(controller.comparisons.preview, tab.chat))

    def forget(conversation: Conversation) -> None:
        attachments.forget(conversation.chat_id)
        requests.costs.refresh()

    def set_cost(attachment: Attachment, cost: MediaCost | str | None) -> None:
        attachments.viewing.set_cost(attachment, cost)
        for tab in window.tabs():
            if attachment in tab.composer.attachments():
                tab.composer.set_cost(attachment, cost)

    window.tab_added.connect(follow)
    window.workspace.conversations.closed.connect(forget)
    requests.costs.changed.connect(set_cost)
