"""Decode and process images, videos and pages of a request, in bounded pieces of work."""

from collections.abc import Generator

from engine.media.file_kind import FileKind, identify
from engine.media.images import read_image
from engine.media.worker_client import WorkerClient, page_job, video_job
from engine.messages import Media, MediaKind, RequestEvent
from engine.models.loader import LoadedModel
from engine.prompts import processing
from engine.prompts.processing import Decoded
from engine.vision.item_cache import Item, file_key

Reads = Generator[list[RequestEvent], None, Item]


class MediaReader:
    """The media of one request. Its generators yield empty lists after each bounded piece of work:
    an image, a poll of a worker, a run of the processor. They return an Item and raise Refused."""

    def __init__(self) -> None:
        # The worker that the request waits for, or None.
        self.worker: WorkerClient | None = None

    def item(self, media: Media, model: LoadedModel, *, pixels: bool = False) -> Reads:
        """Return the cached item, or decode and process the file. With `pixels`, an item without
        its pixels is not enough."""
        vision = model.adapter.vision
        if vision is None:
            decoded = yield from self._decoded(media, model)
            return Item(processing.shape_of(decoded, model), decoded=decoded)
        key = file_key(media)
        cached = vision.items.get(key)
        if cached is None or (pixels and any(piece.pixels is None for piece in cached.pieces)):
            cached = yield from self.processed(media, model)
            vision.items.put(key, cached)
        return cached

    def processed(self, media: Media, model: LoadedModel) -> Reads:
        """Decode and process the file, bypassing the cache."""
        decoded = yield from self._decoded(media, model)
        item = processing.processed(decoded, model)
        yield []
        return item

    def _decoded(
        self, media: Media, model: LoadedModel
    ) -> Generator[list[RequestEvent], None, Decoded]:
        file = identify(media.path)
        if media.kind is MediaKind.VIDEO:
            worker = WorkerClient(video_job(media, file, processing.video_sampling(model)))
        elif file.kind is FileKind.PDF:
            worker = WorkerClient(page_job(media, file))
        else:
            image = read_image(file, full=media.full)
            yield []
            return image
        with worker:
            self.worker = worker
            try:
                while not worker.poll():
                    yield []
            finally:
                self.worker = None
        decoded = processing.from_worker(worker, model)
        yield []
        return decoded
