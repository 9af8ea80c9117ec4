"""Pictures and clips as a model's processor has them, one by one, known again by their file."""

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any

from engine.media.file_kind import stat_file
from engine.messages import Media, MediaCost
from engine.rendering.message_content import Medium, Shape
from engine.vision.towers import Piece

# Bytes of processed pixels that wait for the vision tower, and how many files are remembered.
DEFAULT_BYTES = 1 << 28
MOST = 1024
# What was read of which file, the time of its last change in ns, and its bytes.
FileKey = tuple[Media, int, int]


@dataclass(frozen=True)
class Item:
    """One picture or clip of a conversation. `placeholder` is what a chat template writes for each
    of its pictures, and `texts` what stands there for the model; `arrays` are the processor's
    other than pixels, and `pieces` what the vision tower looks at.

    Of families whose prompts are processed as a whole it has only what was `decoded` of it.
    """

    shape: Shape
    placeholder: str = ""
    texts: tuple[str, ...] = ()
    arrays: tuple[dict[str, Any], ...] = ()
    pieces: tuple[Piece, ...] = ()
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


class MediaItems:
    """Of one model. At most `limit` bytes of pixels, those used last; what the others are in a
    prompt stays known."""

    def __init__(self, limit: int = DEFAULT_BYTES) -> None:
        self.limit = limit
        # Counted as it changes: it is asked for at every step of the engine.
        self.nbytes = 0
        self._items: OrderedDict[FileKey, Item] = OrderedDict()

    def get(self, key: FileKey) -> Item | None:
        if key in self._items:
            self._items.move_to_end(key)
        return self._items.get(key)

    def put(self, key: FileKey, item: Item) -> None:
        """An item larger than the limit is kept without its pixels."""
        self._set(key, item if item.nbytes <= self.limit else without_pixels(item))
        self._items.move_to_end(key)
        while self.nbytes > self.limit:
            self.spare()
        while len(self._items) > MOST:
            _, gone = self._items.popitem(last=False)
            self.nbytes -= gone.nbytes

    def forget_pixels(self, media: Media) -> None:
        """The tower has looked at them."""
        for key in [key for key in self._items if key[0] == media]:
            self._set(key, without_pixels(self._items[key]))

    def spare(self) -> bool:
        """Give up the pixels that were not used for longest; whether there were any."""
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
