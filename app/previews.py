"""Files that are added to attachments, on a worker: copied, checked and decoded, never by Qt."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar
from weakref import WeakKeyDictionary

from PySide6.QtGui import QImage

from app import examined
from app.copies import Copies, pasted_picture
from engine.errors import Refused
from engine.messages import Media
from engine.sentences import say
from ui.state.attachment import Attachment

log = logging.getLogger(__name__)

Check = Callable[[], None]
Found = TypeVar("Found")


class Stopped(Exception):
    """Nobody waits for it any more."""


class Superseded(Exception):
    """Something else is wished for by now."""


@dataclass(frozen=True)
class Preview:
    """What became of one file for chat `chat_id`: attachments, several of a document, or the
    sentence why not."""

    chat_id: int
    attachments: tuple[Attachment, ...] = ()
    problem: str = ""


@dataclass(frozen=True)
class Changed:
    """What became of the wish that of `old` another `media` is sent: `new`, or the sentence why
    not, or neither where there was a later wish."""

    chat_id: int
    old: Attachment
    media: Media
    new: Attachment | None = None
    problem: str = ""


@dataclass(frozen=True)
class Stripped:
    """The frames of a long clip that was added before they were there."""

    chat_id: int
    attachment: Attachment
    strip: tuple[QImage, ...]


@dataclass(frozen=True)
class Enlarged:
    attachment: Attachment
    image: QImage


Result = Preview | Changed | Stripped | Enlarged


@dataclass(frozen=True)
class _Job:
    chat_id: int
    work: Callable[[Check], Result | None]


class Previews:
    """One worker thread; each result is handed to `post` on it. Copies of files go into `folder`,
    and from there with their chat or at the end.

    The thread is a daemon: a file on a dead network drive must not keep the application alive.
    """

    def __init__(self, post: Callable[[Result], None], folder: Path) -> None:
        self._post = post
        self._copies = Copies(folder)
        self._forgotten: set[int] = set()
        # set on the Qt thread and looked at here, one whole entry at a time
        self._wished: WeakKeyDictionary[Attachment, Media] = WeakKeyDictionary()
        self._enlarged: Attachment | None = None
        self._ended = False
        self._inbox: SimpleQueue[_Job | None] = SimpleQueue()
        self._worker = Thread(target=self._run, name="previews", daemon=True)
        self._worker.start()

    def request(self, chat_id: int, path: Path) -> None:
        self._inbox.put(_Job(chat_id, partial(self._add, chat_id, path)))

    def paste(self, chat_id: int, image: QImage) -> None:
        self._inbox.put(_Job(chat_id, partial(self._paste, chat_id, image)))

    def paste_text(self, chat_id: int, text: str) -> None:
        self._inbox.put(_Job(chat_id, partial(self._paste_text, chat_id, text)))

    def change(self, chat_id: int, old: Attachment, media: Media) -> None:
        self._wished[old] = media
        self._inbox.put(_Job(chat_id, partial(self._change, chat_id, old, media)))

    def wished(self, old: Attachment) -> Media | None:
        """What was wished for last in the place of `old`."""
        return self._wished.get(old)

    def enlarge(self, chat_id: int, attachment: Attachment, side: int) -> None:
        """Only what was asked for last is."""
        self._enlarged = attachment
        self._inbox.put(_Job(chat_id, partial(self._enlarge, attachment, side)))

    def forget(self, chat_id: int) -> None:
        """Of a chat that was closed: end what is under way, and remove its copies."""
        self._forgotten.add(chat_id)
        self._inbox.put(_Job(0, lambda _: self._copies.forget(chat_id)))

    def close(self, timeout: float) -> bool:
        """Ask the worker to end. False where it is still inside a file after `timeout` seconds."""
        self._ended = True
        self._inbox.put(None)
        self._worker.join(timeout)
        return not self._worker.is_alive()

    def _run(self) -> None:
        self._copies.clean()
        while job := self._inbox.get():
            check = partial(self._check, job.chat_id)
            try:
                check()
                result = job.work(check)
                check()
                if result is not None:
                    self._post(result)
            except Stopped:
                continue
        self._copies.close()

    def _check(self, chat_id: int) -> None:
        if self._ended or chat_id in self._forgotten:
            raise Stopped

    def _add(self, chat_id: int, path: Path, check: Check) -> Result | None:
        copied = partial(self._copies.add, chat_id, path, check)
        return self._preview(chat_id, path.name, copied, check)

    def _paste(self, chat_id: int, image: QImage, check: Check) -> Result | None:
        pasted = partial(self._copies.paste, chat_id, image)
        return self._preview(chat_id, pasted_picture(), pasted, check)

    def _paste_text(self, chat_id: int, text: str, check: Check) -> Result | None:
        def added() -> tuple[Attachment, ...]:
            return (examined.text(self._copies.paste_text(chat_id, text)),)

        found, problem = _tried(added, say("The pasted text"))
        return Preview(chat_id, found or (), problem)

    def _preview(
        self, chat_id: int, name: str, copied: Callable[[], Path], check: Check
    ) -> Result | None:
        early: list[Attachment] = []

        def first(clip: Attachment) -> None:
            early.append(clip)
            self._post(Preview(chat_id, (clip,)))

        def added() -> tuple[Attachment, ...]:
            # the window is on screen before Pillow is imported
            from app import heic  # noqa: PLC0415

            heic.install()
            copy = copied()
            try:
                return examined.attachments(copy, check, first)
            except BaseException:
                if not early:
                    self._copies.discard(copy)
                raise

        found, problem = _tried(added, name)
        if not early:
            return Preview(chat_id, found or (), problem)
        return Stripped(chat_id, early[0], found[0].strip) if found else None

    def _enlarge(self, attachment: Attachment, side: int, check: Check) -> Enlarged | None:
        if attachment is not self._enlarged:
            return None
        media = attachment.media
        image, problem = _tried(lambda: examined.larger(media, side, check), media.path.name)
        if image is None:
            log.warning("no larger view: %s", problem)
            return None
        return Enlarged(attachment, image)

    def _change(self, chat_id: int, old: Attachment, media: Media, check: Check) -> Changed:
        def still_wished() -> None:
            check()
            if self.wished(old) != media:
                raise Superseded

        try:
            still_wished()
            name = media.path.name
            new, problem = _tried(lambda: examined.changed(old, media, still_wished), name)
        except Superseded:
            return Changed(chat_id, old, media)
        return Changed(chat_id, old, media, new, problem)


def _tried(work: Callable[[], Found], name: str) -> tuple[Found | None, str]:
    """What came of it, or the sentence why nothing did."""
    try:
        return work(), ""
    except (Stopped, Superseded):
        raise
    except Refused as error:
        return None, str(error)
    except Exception as error:
        # a decoder may raise anything; the window goes on
        log.warning("%s could not be read", name, exc_info=True)
        return None, say("{name} could not be read: {reason}", name=name, reason=str(error))
