"""Attachments as what is kept of them, and back: files by their content, samples by name."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from PySide6.QtGui import QImage

from app.attachments import views
from app.attachments.contents import Contents
from app.attachments.text_page import page
from app.base.paths import RESOURCES
from app.base.plain import restored
from app.database.rows import FileUse
from engine.messages import Choice, Media, MediaKind, OverBudget
from engine.sentences import packed, say, unpacked
from engine.system.files import open_file
from ui.state.attachment import MOST_TEXT, Attachment

if TYPE_CHECKING:
    from collections.abc import Callable

SAMPLES = RESOURCES / "samples"


@dataclass(frozen=True)
class _Kept:
    """A record but for what stands in for the file, and for sentences."""

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
    """`missing` is told of a file whose preview is not there or damaged, so that it is made again;
    it may be called on any thread that looks at one."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.missing: Callable[[Media], None] | None = None
        self._records: WeakKeyDictionary[Attachment, dict[str, Any]] = WeakKeyDictionary()

    def attachment_record(self, attachment: Attachment) -> dict[str, Any]:
        """JSON values: "sha256" and "name" of a file of ours, "sample" of one that came with the
        program. Of any other only its name is kept."""
        found = self._records.get(attachment)
        if found is None:
            found = self._records[attachment] = self._record(attachment)
        return dict(found)

    def attachment(self, record: dict[str, Any]) -> Attachment:
        """Nothing of it is read yet; one whose file is missing says so. Raises ValueError for what
        is no record."""
        kept = restored(_Kept, record)
        try:
            path = self._path(record)
            caption = unpacked(record.get("caption", ""))
            over = unpacked(record.get("over", ""))
        except (LookupError, TypeError, AttributeError) as error:
            raise ValueError(f"no record of a file: {error}") from error
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
            lambda: self._strip(media, kept.frames),
            lambda: _beginning(media),
            kept.characters,
            kept.size,
            lost,
        )
        self._records[made] = dict(record)
        return made

    def use(self, attachment: Attachment) -> FileUse | None:
        """None of what came with the program."""
        sha256 = self.attachment_record(attachment).get("sha256")
        return FileUse(sha256, attachment.media.kind.value) if sha256 else None

    def keep_views(self, media: Media, preview: QImage, strip: tuple[QImage, ...] = ()) -> None:
        """Write what is seen of a file, to be read when it is shown again; raises OSError."""
        place = self._views(media)
        if place is None or media.kind is MediaKind.TEXT:
            return
        if not preview.isNull():
            views.write(place, preview)
        if strip:
            views.write(_strip_of(place), views.joined(strip))

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
        """Never a place that the record chooses."""
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
            return page(_beginning(media))
        if media.path.parent == SAMPLES:
            return QImage(str(media.path.with_suffix(".png")))
        place = self._views(media)
        if place is None:
            return QImage()
        found = views.read(place)
        if found.isNull():
            self._tell_missing(media)
            return None
        return found

    def _strip(self, media: Media, frames: int) -> tuple[QImage, ...] | None:
        place = self._views(media)
        if place is None or not frames:
            return ()
        found = views.parted(views.read(_strip_of(place)), frames)
        if not found:
            self._tell_missing(media)
        return found or None

    def _tell_missing(self, media: Media) -> None:
        if self.missing and media.path.is_file():
            self.missing(media)


def _strip_of(place: Path) -> Path:
    """All of a clip, whichever part of it is sent."""
    return place.with_name("strip.jpg")


def _beginning(media: Media) -> str:
    """Of a text, as much as is kept of one; nothing of other files."""
    if media.kind is not MediaKind.TEXT:
        return ""
    try:
        with open_file(media.path) as file:
            # no character has more bytes
            data = file.read(4 * MOST_TEXT + 3)
    except OSError:
        return ""
    return data.decode("utf-8", "ignore").removeprefix("\ufeff")[:MOST_TEXT]
