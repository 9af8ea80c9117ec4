"""Items of other threads reach the Qt thread in order, in few lists."""

import threading

import shiboken6
from PySide6.QtCore import QObject

from app.base.mailbox import Mailbox


def test_everything_arrives_in_order_on_the_qt_thread(qtbot) -> None:
    mailbox, got, threads = Mailbox(), [], set()
    mailbox.arrived.connect(lambda items: (got.extend(items), threads.add(threading.get_ident())))
    sender = threading.Thread(target=lambda: [mailbox.post(n) for n in range(5000)])
    sender.start()
    qtbot.waitUntil(lambda: len(got) == 5000)
    sender.join()
    assert got == list(range(5000))
    assert threads == {threading.get_ident()}


def test_items_posted_within_a_frame_arrive_as_one_list(qtbot) -> None:
    mailbox, lists = Mailbox(), []
    mailbox.arrived.connect(lists.append)
    for n in range(100):
        mailbox.post(n)
    qtbot.waitUntil(lambda: bool(lists))
    assert lists == [list(range(100))]


def test_an_item_posted_while_delivering_is_not_lost(qtbot) -> None:
    mailbox, got = Mailbox(), []

    def take(items: list[int]) -> None:
        got.extend(items)
        if len(got) < 5:
            mailbox.post(len(got))

    mailbox.arrived.connect(take)
    mailbox.post(0)
    qtbot.waitUntil(lambda: got == [0, 1, 2, 3, 4])


def test_a_closed_mailbox_delivers_nothing(qtbot) -> None:
    mailbox, lists = Mailbox(), []
    mailbox.arrived.connect(lists.append)
    mailbox.post(1)
    mailbox.close()
    mailbox.post(2)
    other = Mailbox()
    with qtbot.waitSignal(other.arrived):
        other.post(3)
    assert not lists


def test_a_mailbox_whose_owner_is_gone_takes_what_a_late_thread_posts(qtbot) -> None:
    owner = QObject()
    mailbox = Mailbox(owner)
    shiboken6.delete(owner)
    mailbox.post(1)
