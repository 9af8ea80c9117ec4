"""Convert attachments to JSON records and back: files by content hash, samples by name."""

from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from PySide6.QtGui import QImage

from app.attachments import text_page, views
from app.attachments.contents import Contents
from app.base.json_values import restored
from app.base.paths import RESOURCES
from app.database.rows import FileUse
from engine.frozen import frozen
from engine.messages import Choice, Media, MediaKind, OverBudget
from engine.sentences import packed, say, unpacked
from engine.system.files import open_file
from ui.state.attachment import MOST_TEXT, Attachment

if TYPE_CHECKING:
    from collections.abc import Callable

SAMPLES = RESOURCES / "samples"


@frozen
class _Kept:
    """The fields of a record without its file and sentences."""

    kind: MediaKind
    page: int = 0
    span: tuple[float, float] | None = None
    full: bool = False
    title: str = ""
    moves: bool = False
    seconds: float = 0.0
    characters: int = 0
    size: tuple[int, int] = (0, 0)
    frames: int = 0
    choices: tuple[Choice, ...] = ()


class Files(Contents):
    """Our copies of files, with their records and views. `missing` is called, on any thread that
    reads a preview, with a file whose views are missing or damaged, to restore them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.missing: Callable[[Media], None] | None = None
        self._records: WeakKeyDictionary[Attachment, dict[str, Any]] = WeakKeyDictionary()

    def attachment_record(self, attachment: Attachment) -> dict[str, Any]:
        """Return JSON values: "sha256" and "name" of one of our files, "sample" of a file that came
        with the program, or the name alone of any other file."""
        found = self._records.get(attachment)
        if found is None:
            found = self._records[attachment] = self._record(attachment)
        return dict(found)

    def attachment(self, record: dict[str, Any]) -> Attachment:
        """Return the attachment of a record without reading its file; its caption says if the file
        is missing. Raises ValueError if this is not a record."""
        kept = restored(_Kept, record)
        try:
            path = self._path(record)
            caption = unpacked(record.get("caption", ""))
            over = unpacked(record.get("over", ""))
        except (LookupError, TypeError, AttributeError) as error:
            raise ValueError(f"not a record of a file: {error}") from error
        media = Media(kept.kind, path, kept.page, kept.span, kept.full)
        lost = not path.is_file()
        if lost:
            caption = say("{name} is no longer there", name=kept.title or path.name)
        made = Attachment(
            media,
            lambda: self._preview(media),
            kept.title,
            caption,
            OverBudget(over, kept.choices) if over else None,
            kept.moves,
            kept.seconds,
            lambda: self._strip(media, kept.frames, kept.size),
            lambda: _beginning_of(media),
            kept.characters,
            kept.size,
            lost,
        )
        self._records[made] = dict(record)
        return made

    def use(self, attachment: Attachment) -> FileUse | None:
        """Return the use of a file for the database; None for samples."""
        sha256 = self.attachment_record(attachment).get("sha256")
        return FileUse(sha256, attachment.media.kind.value) if sha256 else None

    def text_of(self, sha256: str, most: int) -> str:
        """Return at most so many characters of a text file, or "" if it cannot be read."""
        try:
            path = next(self.home(sha256).iterdir(), None)
        except (OSError, ValueError):
            return ""
        return _beginning(path, most) if path else ""

    def keep_views(self, media: Media, preview: QImage, strip: tuple[QImage, ...] = ()) -> None:
        """Save the views of a file for when it is shown again; raises OSError."""
        place = self._views(media)
        if place is None or media.kind is MediaKind.TEXT:
            return
        if not preview.isNull():
            views.write_thumbnail(place, preview)
        if strip:
            views.write_thumbnail(_strip_of(place), views.stacked_frames(strip))

    def _record(self, attachment: Attachment) -> dict[str, Any]:
        media, over = attachment.media, attachment.over
        size = attachment.preview_size
        return self._named(media.path) | {
            "kind": media.kind.name,
            "page": media.page,
            "span": None if media.span is None else list(media.span),
            "full": media.full,
            "title": str(attachment.title),
            "caption": packed(attachment.caption),
            "over": packed(over.sentence) if over else "",
            "choices": [choice.name for choice in over.choices] if over else [],
            "moves": attachment.moves,
            "seconds": float(attachment.seconds),
            "characters": attachment.characters,
            "size": [size.width(), size.height()],
            "frames": len(attachment.strip),
        }

    def _named(self, path: Path) -> dict[str, str]:
        if path.parent == SAMPLES:
            return {"sample": path.name}
        return {"sha256": self.sha256_of(path) or "", "name": path.name}

    def _path(self, record: dict[str, Any]) -> Path:
        """Return the path of a file inside our folders, whatever the record says."""
        if sample := record.get("sample"):
            return SAMPLES / Path(sample).name
        if not record["sha256"]:
            return self.folder / "missing" / Path(record["name"]).name
        self.hold(record["sha256"])
        return self.path(record["sha256"], record["name"])

    def _views(self, media: Media) -> Path | None:
        sha256 = self.sha256_of(media.path)
        return self.views_folder(sha256) / views.name_of(media) if sha256 else None

    def _preview(self, media: Media) -> QImage | None:
        if media.kind is MediaKind.TEXT:
            return text_page.page(_beginning_of(media))
        if media.path.parent == SAMPLES:
            return QImage(str(media.path.with_suffix(".png")))
        place = self._views(media)
        if place is None:
            return QImage()
        found = views.read_thumbnail(place)
        if found.isNull():
            self._report_missing(media)
            return None
        return found

    def _strip(self, media: Media, frames: int, size: tuple[int, int]) -> tuple[QImage, ...] | None:
        place = self._views(media)
        if place is None or media.kind is not MediaKind.VIDEO:
            return ()
        sheet = views.read_thumbnail(_strip_of(place))
        # A record that was written before the frames were decoded has no number of them.
        found = views.parted(sheet, frames or views.frame_count(sheet, size))
        if not found:
            self._report_missing(media)
        return found or None

    def _report_missing(self, media: Media) -> None:
        if self.missing and media.path.is_file():
            self.missing(media)


def _strip_of(place: Path) -> Path:
    """Return the path of the strip, which shows the whole video, whatever its span."""
    return place.with_name("strip.jpg")


def _beginning_of(media: Media) -> str:
    """Return the first MOST_TEXT characters of a text file; "" for other files."""
    return _beginning(media.path, MOST_TEXT) if media.kind is MediaKind.TEXT else ""


def _beginning(path: Path, most: int) -> str:
    try:
        with open_file(path) as file:
            # a character has at most four bytes, and the byte order mark three
            data = file.read(4 * most + 3)
    except OSError:
        return ""
    return data.decode("utf-8", "ignore").removeprefix("\ufeff")[:most]
