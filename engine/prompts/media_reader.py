"""Pictures, clips and pages from their files to what a model takes, in bounded pieces of work."""

from collections.abc import Generator

from engine.media.file_kind import FileKind, kind_of
from engine.media.images import read_picture
from engine.media.worker_client import Reading, clip_job, page_job
from engine.messages import Media, MediaKind, RequestEvent
from engine.models.loader import LoadedModel
from engine.prompts import processing
from engine.prompts.processing import Decoded
from engine.vision.item_cache import Item, file_key

Reads = Generator[list[RequestEvent], None, Item]


class MediaReader:
    """Of one request. Its generators yield nothing, between a picture, a look at a worker that
    reads a clip, and the processor; they return an Item and raise Refused."""

    def __init__(self) -> None:
        # What a worker process reads just now.
        self.away: Reading | None = None

    def item(self, media: Media, model: LoadedModel, *, pixels: bool = False) -> Reads:
        """What is known of it, or it is read now; with `pixels` also where only those are gone."""
        vision = model.adapter.vision
        if vision is None:
            decoded = yield from self._decoded(media, model)
            return Item(processing.shape_of(decoded, model), decoded=decoded)
        key = file_key(media)
        known = vision.items.get(key)
        if known is None or (pixels and any(piece.pixels is None for piece in known.pieces)):
            known = yield from self.processed(media, model)
            vision.items.put(key, known)
        return known

    def processed(self, media: Media, model: LoadedModel) -> Reads:
        """Read it anew, and alone."""
        decoded = yield from self._decoded(media, model)
        item = processing.processed(decoded, model)
        yield []
        return item

    def _decoded(
        self, media: Media, model: LoadedModel
    ) -> Generator[list[RequestEvent], None, Decoded]:
        if media.kind is MediaKind.VIDEO:
            reading = Reading(clip_job(media, processing.clip_sampling(model)))
        elif kind_of(media.path) is FileKind.PDF:
            reading = Reading(page_job(media))
        else:
            picture = read_picture(media.path, full=media.full)
            yield []
            return picture
        with reading:
            self.away = reading
            try:
                while not reading.poll():
                    yield []
            finally:
                self.away = None
        decoded = processing.from_worker(reading, model)
        yield []
        return decoded
