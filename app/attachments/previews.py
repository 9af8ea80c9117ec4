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

from app.attachments import own_copies, thumbnails
from app.attachments.kept_files import Files
from app.attachments.own_copies import pasted_picture
from app.base.cancelling import Check
from engine.errors import Refused
from engine.messages import Media
from engine.sentences import say
from ui.state.attachment import Attachment

log = logging.getLogger(__name__)

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


@dataclass(frozen=True)
class Remade:
    """What is seen of a file is there again."""

    media: Media


Result = Preview | Changed | Stripped | Enlarged | Remade


@dataclass(frozen=True)
class _Job:
    chat_id: int
    work: Callable[[Check], Result | None]
    # how often the chat had been closed before
    closed: int


class Previews:
    """One worker thread; each result is handed to `post` on it. Copies of files go into `files`.

    The thread is a daemon: a file on a dead network drive must not keep the application alive.
    """

    def __init__(self, post: Callable[[Result], None], files: Files) -> None:
        self._post = post
        self.files = files
        files.missing = self._remake_later
        self._closed: dict[int, int] = {}
        self._remaking: set[Media] = set()
        # set on the Qt thread and looked at here, one whole entry at a time
        self._wished: WeakKeyDictionary[Attachment, Media] = WeakKeyDictionary()
        self._enlarged: Attachment | None = None
        self._ended = False
        self._inbox: SimpleQueue[_Job | None] = SimpleQueue()
        self._worker = Thread(target=self._run, name="previews", daemon=True)
        self._worker.start()

    def request(self, chat_id: int, path: Path) -> None:
        self._put(chat_id, partial(self._add, chat_id, path))

    def paste(self, chat_id: int, image: QImage) -> None:
        self._put(chat_id, partial(self._paste, chat_id, image))

    def paste_text(self, chat_id: int, text: str) -> None:
        self._put(chat_id, partial(self._paste_text, chat_id, text))

    def change(self, chat_id: int, old: Attachment, media: Media) -> None:
        self._wished[old] = media
        self._put(chat_id, partial(self._change, chat_id, old, media))

    def wished(self, old: Attachment) -> Media | None:
        """What was wished for last in the place of `old`."""
        return self._wished.get(old)

    def enlarge(self, chat_id: int, attachment: Attachment, side: int) -> None:
        """Only what was asked for last is."""
        self._enlarged = attachment
        self._put(chat_id, partial(self._enlarge, attachment, side))

    def forget(self, chat_id: int) -> None:
        """Of a chat that was closed: end what is under way."""
        self._closed[chat_id] = self._closed.get(chat_id, 0) + 1

    def collect(self, used: set[str]) -> None:
        """Remove files that nothing refers to; `used` are the hashes of those that are."""
        self._put(0, lambda _: self.files.collect(used))

    def views_gone(self) -> None:
        """They were removed, and may be made once more."""
        self._remaking.clear()

    def close(self, timeout: float) -> bool:
        """Ask the worker to end. False where it is still inside a file after `timeout` seconds."""
        self._ended = True
        self._inbox.put(None)
        self._worker.join(timeout)
        return not self._worker.is_alive()

    def _run(self) -> None:
        self.files.clean()
        while job := self._inbox.get():
            check = partial(self._check, job)
            try:
                check()
                result = job.work(check)
                check()
                if result is not None:
                    self._post(result)
                    self._keep_views(result)
            except Stopped:
                continue
        self.files.close()

    def _put(self, chat_id: int, work: Callable[[Check], Result | None]) -> None:
        self._inbox.put(_Job(chat_id, work, self._closed.get(chat_id, 0)))

    def _check(self, job: _Job) -> None:
        if self._ended or self._closed.get(job.chat_id, 0) != job.closed:
            raise Stopped

    def _keep_views(self, result: Result) -> None:
        match result:
            case Preview(attachments=found):
                seen = [(it.media, it.preview, it.strip) for it in found]
            case Changed(new=Attachment() as new):
                seen = [(new.media, new.preview, new.strip)]
            case Stripped(attachment=clip, strip=strip):
                seen = [(clip.media, clip.preview, strip)]
            case _:
                return
        try:
            for each in seen:
                self.files.keep_views(*each)
        except OSError as error:
            # they can be made again
            log.warning("what is seen of a file could not be kept: %s", error)

    def _remake_later(self, media: Media) -> None:
        """Once while the program runs: what cannot be made now cannot be made later."""
        if media not in self._remaking:
            self._remaking.add(media)
            self._put(0, partial(self._remake, media))

    def _remake(self, media: Media, check: Check) -> Remade | None:
        from app.attachments import heic  # noqa: PLC0415

        heic.install()
        seen, problem = _tried(lambda: thumbnails.seen(media, check), media.path.name)
        if seen is None:
            log.warning("nothing to be seen of %s: %s", media.path.name, problem)
            return None
        try:
            self.files.keep_views(media, *seen)
        except OSError as error:
            log.warning("what is seen of a file could not be kept: %s", error)
            return None
        return Remade(media)

    def _add(self, chat_id: int, path: Path, check: Check) -> Result | None:
        copied = partial(own_copies.add, self.files, path, check)
        return self._preview(chat_id, path.name, copied, check)

    def _paste(self, chat_id: int, image: QImage, check: Check) -> Result | None:
        pasted = partial(own_copies.paste, self.files, image)
        return self._preview(chat_id, pasted_picture(), pasted, check)

    def _paste_text(self, chat_id: int, text: str, check: Check) -> Result | None:
        def added() -> tuple[Attachment, ...]:
            return (thumbnails.text(own_copies.paste_text(self.files, text)),)

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
            from app.attachments import heic  # noqa: PLC0415

            heic.install()
            copy = copied()
            try:
                return thumbnails.attachments(copy, check, first)
            except BaseException:
                if not early:
                    self.files.discard(copy)
                raise

        found, problem = _tried(added, name)
        if not early:
            return Preview(chat_id, found or (), problem)
        return Stripped(chat_id, early[0], found[0].strip) if found else None

    def _enlarge(self, attachment: Attachment, side: int, check: Check) -> Enlarged | None:
        if attachment is not self._enlarged:
            return None
        media = attachment.media
        image, problem = _tried(lambda: thumbnails.larger(media, side, check), media.path.name)
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
            new, problem = _tried(lambda: thumbnails.changed(old, media, still_wished), name)
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
