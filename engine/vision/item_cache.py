"""Images and videos as a model's processor made them, cached by file."""

from collections import OrderedDict
from dataclasses import replace
from typing import Any

from engine.frozen import frozen
from engine.media.file_kind import stat_file
from engine.messages import Media, MediaCost
from engine.rendering.message_content import Medium, Shape
from engine.vision.towers import VisionPiece

# Bytes of processed pixels that wait for the vision tower, and upper bound of files.
DEFAULT_BYTES = 1 << 28
MAX_FILES = 1024
# The media as requested, the file's time of last change in ns, and its size in bytes.
FileKey = tuple[Media, int, int]


@frozen
class Item:
    """One image or video of a conversation. `placeholder` is what a chat template writes for each
    of its images, and `texts` what replaces it in the prompt; `arrays` are the processor's arrays
    other than pixels, and `pieces` the inputs of the vision tower.

    For families whose prompts are processed as a whole, an item has only the `decoded` media.
    """

    shape: Shape
    placeholder: str = ""
    texts: tuple[str, ...] = ()
    arrays: tuple[dict[str, Any], ...] = ()
    pieces: tuple[VisionPiece, ...] = ()
    cost: MediaCost | None = None
    decoded: Any = None

    @property
    def medium(self) -> Medium:
        return Medium(self.shape, self.placeholder, self.texts)

    @property
    def nbytes(self) -> int:
        return sum(piece.nbytes for piece in self.pieces if piece.pixels is not None)


def file_key(media: Media) -> FileKey:
    """Return the key; raises Refused for anything but a regular file."""
    status = stat_file(media.path)
    return media, status.st_mtime_ns, status.st_size


class ItemCache:
    """The items of one model, with at most `limit` bytes of pixels. Eviction is least recently used
    and takes only pixels: sizes, texts and costs stay."""

    def __init__(self, limit: int = DEFAULT_BYTES) -> None:
        self.limit = limit
        # Updated with each change, because every step of the engine reads it.
        self.nbytes = 0
        self._items: OrderedDict[FileKey, Item] = OrderedDict()

    def get(self, key: FileKey) -> Item | None:
        if key in self._items:
            self._items.move_to_end(key)
        return self._items.get(key)

    def put(self, key: FileKey, item: Item) -> None:
        """Add an item; one larger than the limit is added without its pixels."""
        self._set(key, item if item.nbytes <= self.limit else without_pixels(item))
        self._items.move_to_end(key)
        while self.nbytes > self.limit:
            self.evict()
        while len(self._items) > MAX_FILES:
            _, dropped = self._items.popitem(last=False)
            self.nbytes -= dropped.nbytes

    def drop_pixels(self, media: Media) -> None:
        """Drop the pixels of media that the tower has encoded."""
        for key in [key for key in self._items if key[0] == media]:
            self._set(key, without_pixels(self._items[key]))

    def evict(self) -> bool:
        """Drop the least recently used pixels. Return True if there were any."""
        key = next((key for key, item in self._items.items() if item.nbytes), None)
        if key is None:
            return False
        self._set(key, without_pixels(self._items[key]))
        return True

    def _set(self, key: FileKey, item: Item) -> None:
        former = self._items.get(key)
        self.nbytes += item.nbytes - (former.nbytes if former else 0)
        self._items[key] = item


def without_pixels(item: Item) -> Item:
    return replace(item, pieces=tuple(replace(piece, pixels=None) for piece in item.pieces))
