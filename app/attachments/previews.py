"""Copy, check and decode added files on a worker thread; never with Qt's decoders."""

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar
from weakref import WeakKeyDictionary

from PySide6.QtGui import QImage

from app.attachments import heic, own_copies, thumbnails
from app.attachments.kept_files import Files
from app.base.cancelling import Check
from engine.errors import Refused, reason
from engine.frozen import frozen
from engine.messages import Media
from engine.sentences import say
from ui.state.attachment import Attachment

log = logging.getLogger(__name__)

Found = TypeVar("Found")


class Stopped(Exception):
    """Raised when the result is no longer wanted."""


class Unwanted(Stopped):
    """Raised when a person no longer wants the files that are being added."""


class Superseded(Exception):
    """Raised when another change was requested in the meantime."""


@frozen
class Preview:
    """The result for one added file: attachments, several of a document, or the sentence why
    not."""

    chat_id: int
    attachments: tuple[Attachment, ...] = ()
    problem: str = ""


@frozen
class Changed:
    """The result of a request to send `media` instead of `old`: the attachment `new`, or the
    sentence why not, or neither if a later request superseded this one."""

    chat_id: int
    old: Attachment
    media: Media
    new: Attachment | None = None
    problem: str = ""


@frozen
class StripDecoded:
    """A long video whose `attachment` was added before its strip was decoded, as it was found to be
    then: only now is it known whether its end is missing."""

    chat_id: int
    attachment: Attachment
    found: Attachment


@frozen
class Enlarged:
    """A larger preview of an attachment."""

    chat_id: int
    attachment: Attachment
    image: QImage


@frozen
class Played:
    """The frames with which the part of a video is played."""

    chat_id: int
    attachment: Attachment
    frames: tuple[QImage, ...]


@frozen
class ViewsRestored:
    """The lost views of a file are on disk again."""

    media: Media


Result = Preview | Changed | StripDecoded | Enlarged | Played | ViewsRestored


@frozen
class _Job:
    """Work for a chat, which is dropped once the chat is closed. Its views go into `files`: those
    of a temporary chat are no longer known when it is closed."""

    chat_id: int
    files: Files
    work: Callable[[Check], Result | None]
    # how often the chat had been closed when the job was queued
    closed: int
    # how often adding had been cancelled then, None if the job adds nothing
    cancelled: int | None = None


class Previews:
    """One worker thread, which calls `post` with each result. Copies of files go into `files`.

    The thread is a daemon, so that a file on a dead network drive does not keep the application
    alive.
    """

    def __init__(self, post: Callable[[Result], None], files: Files) -> None:
        self._post = post
        self.files = files
        # by the id of a chat; those of temporary ones are elsewhere
        self.files_of: Callable[[int], Files] = lambda _: files
        files.missing = self._restore_later
        self._closed: dict[int, int] = {}
        self._cancelled: dict[int, int] = {}
        self._restored: set[Media] = set()
        # written on the Qt thread and read on the worker, one whole entry at a time
        self._requested: WeakKeyDictionary[Attachment, Media] = WeakKeyDictionary()
        self._enlarged: Attachment | None = None
        self._played: Attachment | None = None
        self._ended = False
        self._inbox: SimpleQueue[_Job | None] = SimpleQueue()
        self._worker = Thread(target=self._run, name="previews", daemon=True)
        self._worker.start()

    def request(self, chat_id: int, path: Path, owner: int = 0) -> None:
        """Add a file for a chat, or under another id for the chat `owner`."""
        files = self.files_of(owner or chat_id)
        self._put(chat_id, partial(self._add, chat_id, path, files), files, adds=True)

    def paste(self, chat_id: int, image: QImage | bytes, name: str = "") -> None:
        """Add an image, or the bytes of its file, under a name."""
        files, name = self.files_of(chat_id), name or own_copies.pasted_image()
        self._put(chat_id, partial(self._paste, chat_id, image, name, files), files, adds=True)

    def paste_text(self, chat_id: int, text: str) -> None:
        files = self.files_of(chat_id)
        self._put(chat_id, partial(self._paste_text, chat_id, text, files), files, adds=True)

    def change(self, chat_id: int, old: Attachment, media: Media) -> None:
        self._requested[old] = media
        self._put(chat_id, partial(self._change, chat_id, old, media), self.files_of(chat_id))

    def requested_media(self, old: Attachment) -> Media | None:
        """Return the media of the last change requested for `old`."""
        return self._requested.get(old)

    def enlarge(self, chat_id: int, attachment: Attachment, side: int) -> None:
        """Queue a larger preview; only the one requested last is made."""
        self._enlarged = attachment
        self._put(chat_id, partial(self._enlarge, chat_id, attachment, side))

    def play(self, chat_id: int, attachment: Attachment | None) -> None:
        """Queue the frames to play a video; only those requested last are decoded. None requests
        no more."""
        self._played = attachment
        if attachment is not None:
            self._put(chat_id, partial(self._play, chat_id, attachment))

    def forget(self, chat_id: int) -> None:
        """Cancel all jobs of a closed chat."""
        self._closed[chat_id] = self._closed.get(chat_id, 0) + 1

    def cancel_adding(self, chat_id: int) -> None:
        """Add none of the files that are still to be read; an empty Preview is posted for each."""
        self._cancelled[chat_id] = self._cancelled.get(chat_id, 0) + 1

    def collect(self, used: set[str]) -> None:
        """Remove files that nothing refers to; `used` are the hashes of files in use."""
        self._put(0, lambda _: self.files.collect(used))

    def later(self, work: Callable[[], object]) -> None:
        """Do something slow after all jobs so far."""

        def done(_: Check) -> None:
            work()

        self._put(0, done)

    def views_gone(self) -> None:
        """Allow each file's views, which were removed, to be restored once more."""
        self._restored.clear()

    def close(self, timeout: float) -> bool:
        """End the worker. Return False if it is still reading a file after `timeout` seconds."""
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
                    self._keep_views(result, job.files)
            except Unwanted:
                self._post(Preview(job.chat_id))
            except Stopped:
                continue
        self.files.close()

    def _put(
        self,
        chat_id: int,
        work: Callable[[Check], Result | None],
        files: Files | None = None,
        *,
        adds: bool = False,
    ) -> None:
        """Queue work; without `files` it makes no views, or those of the files on disk. Work that
        `adds` a file can be cancelled."""
        closed = self._closed.get(chat_id, 0)
        cancelled = self._cancelled.get(chat_id, 0) if adds else None
        self._inbox.put(_Job(chat_id, files or self.files, work, closed, cancelled))

    def _check(self, job: _Job) -> None:
        if self._ended or self._closed.get(job.chat_id, 0) != job.closed:
            raise Stopped
        if job.cancelled not in (None, self._cancelled.get(job.chat_id, 0)):
            raise Unwanted

    def _keep_views(self, result: Result, files: Files) -> None:
        match result:
            case Preview(attachments=found):
                views = [(it.media, it.preview, it.strip) for it in found]
            case Changed(new=Attachment() as new):
                views = [(new.media, new.preview, new.strip)]
            case StripDecoded(found=video):
                views = [(video.media, video.preview, video.strip)]
            case _:
                return
        try:
            for each in views:
                files.keep_views(*each)
        except OSError as error:
            # the views are made again when they are shown
            log.warning("views of a file could not be saved: %s", error)

    def _restore_later(self, media: Media) -> None:
        """Queue lost views, once per run: a failure would only repeat. Called on any thread."""
        if media not in self._restored:
            self._restored.add(media)
            self._put(0, partial(self._restore_views, media))

    def _restore_views(self, media: Media, check: Check) -> ViewsRestored | None:
        heic.install_heic()
        views, problem = _tried(lambda: thumbnails.views_of(media, check), media.path.name)
        if views is None:
            log.warning("no views of %s: %s", media.path.name, problem)
            return None
        try:
            self.files.keep_views(media, *views)
        except OSError as error:
            log.warning("views of a file could not be saved: %s", error)
            return None
        return ViewsRestored(media)

    def _add(self, chat_id: int, path: Path, files: Files, check: Check) -> Result | None:
        copied = partial(own_copies.add, files, path, check)
        return self._preview(chat_id, path.name, files, copied, check)

    def _paste(
        self, chat_id: int, image: QImage | bytes, name: str, files: Files, check: Check
    ) -> Result | None:
        if isinstance(image, bytes):
            pasted = partial(files.put_bytes, image, name)
        else:
            pasted = partial(own_copies.paste, files, image, name)
        return self._preview(chat_id, name, files, pasted, check)

    def _paste_text(self, chat_id: int, text: str, files: Files, check: Check) -> Result | None:
        def added() -> tuple[Attachment, ...]:
            return (thumbnails.text(own_copies.paste_text(files, text)),)

        found, problem = _tried(added, say("The pasted text"))
        return Preview(chat_id, found or (), problem)

    def _preview(
        self, chat_id: int, name: str, files: Files, copied: Callable[[], Path], check: Check
    ) -> Result | None:
        without_strip: list[Attachment] = []

        def early(video: Attachment) -> None:
            without_strip.append(video)
            self._post(Preview(chat_id, (video,)))

        def added() -> tuple[Attachment, ...]:
            heic.install_heic()
            copy = copied()
            try:
                return thumbnails.attachments(copy, check, early)
            except BaseException:
                if not without_strip:
                    files.discard(copy)
                raise

        found, problem = _tried(added, name)
        if not without_strip:
            return Preview(chat_id, found or (), problem)
        return StripDecoded(chat_id, without_strip[0], found[0]) if found else None

    def _enlarge(
        self, chat_id: int, attachment: Attachment, side: int, check: Check
    ) -> Enlarged | None:
        if attachment is not self._enlarged:
            return None
        media = attachment.media
        image, problem = _tried(lambda: thumbnails.larger(media, side, check), media.path.name)
        if image is None:
            log.warning("no larger view: %s", problem)
            return None
        return Enlarged(chat_id, attachment, image)

    def _play(self, chat_id: int, attachment: Attachment, check: Check) -> Played | None:
        def check_wanted() -> None:
            check()
            if self._played is not attachment:
                raise Superseded

        media, seconds = attachment.media, attachment.seconds
        try:
            check_wanted()
            frames, problem = _tried(
                lambda: thumbnails.playable(media, seconds, check_wanted), media.path.name
            )
        except Superseded:
            return None
        if frames is None:
            log.warning("a video cannot be played: %s", problem)
            return None
        return Played(chat_id, attachment, frames)

    def _change(self, chat_id: int, old: Attachment, media: Media, check: Check) -> Changed:
        def check_latest() -> None:
            check()
            if self.requested_media(old) != media:
                raise Superseded

        try:
            check_latest()
            name = media.path.name
            new, problem = _tried(lambda: thumbnails.changed(old, media, check_latest), name)
        except Superseded:
            return Changed(chat_id, old, media)
        return Changed(chat_id, old, media, new, problem)


def _tried(work: Callable[[], Found], name: str) -> tuple[Found | None, str]:
    """Return the result of `work` and "", or None and the sentence why it failed."""
    try:
        return work(), ""
    except (Stopped, Superseded):
        raise
    except Refused as error:
        return None, str(error)
    except Exception as error:
        # a decoder may raise anything; the worker must continue
        log.warning("%s could not be read", name, exc_info=True)
        return None, say("{name} could not be read: {reason}", name=name, reason=reason(error))
