"""Copies the files of a conversation into a folder beside its Markdown."""

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path

from app.base.cancelling import Check, ShowProgress
from app.transfer.exporting.chart_svg import svg_file
from app.transfer.exporting.embedded_images import small_image_bytes
from app.transfer.exporting.file_pieces import Unread, Unreadable, file_pieces
from engine.messages import MediaKind
from engine.plain_names import plain_name
from ui.charts.chart import Chart
from ui.look.language import tr
from ui.state.attachment import Attachment
from ui.state.export_choice import ExportImages

# In bytes; file systems allow 255.
_LONGEST = 200
_ENDINGS = {b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg"}


@contextmanager
def files_beside(
    path: Path,
    files: Iterable[Attachment],
    images: ExportImages,
    check: Check,
    charts: Sequence[Chart],
    show_progress: ShowProgress,
    unread: list[Unread],
) -> Iterator[dict[Attachment | Chart, str]]:
    """Yield the link to each file and chart from a text at `path`. `show_progress` gets the number
    of files and charts that are written. Those that cannot be read have no link, and are added to
    `unread`. The folder appears when the block ends well and there is a link, and is removed
    otherwise. Raises OSError, or what `check` raises."""
    wanted = list(files) if images is not ExportImages.NONE else []
    if not wanted and not charts:
        yield {}
        return
    folder = _free(path.with_name(tr("{name} files").format(name=path.stem)))
    temporary = Path(tempfile.mkdtemp(prefix=f".{path.stem[:40]}-", dir=path.parent))
    try:
        taken: set[str] = set()
        total = len(wanted) + len(charts)
        names: dict[Attachment | Chart, str] = {}
        for number, (file, name) in enumerate(
            chain(
                _copied(wanted, temporary, images, check, taken, unread),
                _written(charts, temporary, check, taken),
            ),
            1,
        ):
            if name:
                names[file] = name
            show_progress(number, total)
        temporary.chmod(0o755)
        yield {file: f"{folder.name}/{name}" for file, name in names.items()}
        if names:
            temporary.rename(folder)
        else:
            temporary.rmdir()
    except BaseException:
        with suppress(OSError):
            shutil.rmtree(temporary)
        raise


def _copied(
    files: Iterable[Attachment],
    folder: Path,
    images: ExportImages,
    check: Check,
    taken: set[str],
    unread: list[Unread],
) -> Iterator[tuple[Attachment, str]]:
    """Yield each file with its name, "" if it is not there or cannot be read."""
    there: dict[Path, str] = {}
    for file in files:
        check()
        name = ""
        if images is ExportImages.SMALL and file.media.kind is not MediaKind.TEXT:
            data = small_image_bytes(file)
            if data:
                ending = next((it for head, it in _ENDINGS.items() if data.startswith(head)), "")
                name = _unused(f"{Path(file.title).stem}{ending}", taken)
                (folder / name).write_bytes(data)
        elif file.media.path in there:
            name = there[file.media.path]
        elif file.media.path.is_file():
            name = _unused(file.media.path.name, taken)
            try:
                _copy(file.media.path, folder / name, check)
            except Unreadable as failure:
                (folder / name).unlink()
                name = ""
                unread.append((file.title, failure.error))
            there[file.media.path] = name
        yield file, name


def _written(
    charts: Iterable[Chart], folder: Path, check: Check, taken: set[str]
) -> Iterator[tuple[Chart, str]]:
    for chart in charts:
        check()
        name = _unused(f"{chart.title}.svg", taken)
        (folder / name).write_text(svg_file(chart), encoding="utf-8")
        yield chart, name


def _copy(source: Path, target: Path, check: Check) -> None:
    with target.open("xb") as write:
        for data in file_pieces(source):
            check()
            write.write(data)


def _unused(name: str, taken: set[str]) -> str:
    """Return a name that every file system accepts and `taken` does not have, and add it there."""
    kept = "".join(it if it.isalnum() or it in " -_.()" else "_" for it in plain_name(name))
    stem, dot, ending = _shortened(kept.strip(". ")).rpartition(".")
    stem, ending = (stem or ending or "file"), (f".{ending}" if dot else "")
    found, number = f"{stem}{ending}", 2
    while found.casefold() in taken:
        found, number = f"{stem} {number}{ending}", number + 1
    taken.add(found.casefold())
    return found


def _shortened(name: str) -> str:
    """Return the end of a name, which has the suffix."""
    return name.encode("utf-8", "replace")[-_LONGEST:].decode("utf-8", "ignore")


def _free(folder: Path) -> Path:
    found, number = folder, 2
    while found.exists():
        found, number = folder.with_name(f"{folder.name} {number}"), number + 1
    return found
