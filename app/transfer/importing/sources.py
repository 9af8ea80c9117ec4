"""Reads the conversations in a file or folder, whichever program wrote it."""

import base64
import binascii
import hashlib
import logging
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from functools import cache, partial
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from app.attachments.kept_files import Files
from app.base.cancelling import Check
from app.transfer.bundle import (
    FORMAT,
    VERSION,
    Bundle,
    from_json,
    names_in,
    names_of_files,
    read_folder,
    settings_in,
)
from app.transfer.exporting.zip_writer import ATTACHMENTS, CONVERSATIONS, HEAD, SETTINGS_FILES
from app.transfer.importing import chatgpt, lmstudio
from app.transfer.importing.conversion import ParsedConversation, converted
from app.transfer.importing.limited_reading import (
    ZipReader,
    is_list,
    iter_list,
    list_of,
    object_of,
    open_zip,
    parse_json,
    read_bytes,
    read_limited_json,
    text_of,
)
from app.transfer.importing.report import Report
from engine.errors import Refused
from engine.sentences import say
from engine.system.files import check_file, open_file, read_file

if TYPE_CHECKING:
    from ui.state.conversation_entry import Folder

log = logging.getLogger(__name__)

# Large exports have several: conversations-000.json and so on.
_CHATGPT = re.compile(r"conversations(-\d{1,6})?\.json")
_MOST_FILES = 100_000
_MOST_METADATA = 1 << 20


class ImportSource:
    """`total` is the apparent number of conversations, 0 while unknown. A full export also has
    `folders` with the JSON of their settings, the state of open `tabs`, and the JSON of its
    `settings_files` by name."""

    def __init__(self, path: Path, files: Files, report: Report, check: Check) -> None:
        self._path = path
        self._files = files
        self._report = report
        self._check = check
        self.total = 0
        self.folders: dict[Folder, str] = {}
        self.settings_files: dict[str, Any] = {}
        self.tabs: dict[str, Any] = {}

    def bundles(self) -> Iterator[Bundle]:
        """Yield the conversations. An unreadable one is counted and skipped. Raises Refused if
        nothing is understood."""
        if self._path.is_dir():
            yield from self._of_folder()
        elif self._path.suffix.lower() == ".zip" or _is_zip(self._path):
            with open_zip(self._path) as archive:
                yield from self._of_zip(archive)
        else:
            yield from self._of_json(read_bytes(self._path))

    # --- ours ----------------------------------------------------------------------------

    def _of_ours(self, value: dict[str, Any]) -> Iterator[Bundle]:
        self._check_version(value)
        contents = object_of(value.get("files"))
        conversations = list_of(value.get("conversations"))
        self.total = len(conversations)
        for found in conversations:
            bundle = self._tried(partial(from_json, found))
            if bundle:
                named = names_of_files(bundle)
                self._put(named, lambda sha256: _decoded(object_of(contents.get(sha256))))
                yield bundle

    def _of_everything(self, archive: ZipReader) -> Iterator[Bundle]:
        head = object_of(archive.json(HEAD))
        self._check_version(head)
        self.folders = {
            folder: settings_in(it)
            for it in map(object_of, list_of(head.get("folders")))
            if (folder := read_folder(it)) is not None
        }
        self.tabs = object_of(head.get("tabs"))
        for entry in SETTINGS_FILES:
            if entry in archive.entries:
                try:
                    self.settings_files[entry] = archive.json(entry)
                except Refused as error:
                    self._report.notes.append(str(error))
        contents: dict[str, str] = {}
        for entry in archive.entries:
            if entry.startswith(f"{ATTACHMENTS}/") and entry.count("/") == 3:
                contents.setdefault(entry.split("/")[2], entry)
        for settings in self.folders.values():
            self._put(names_in(settings), lambda sha256: (archive, contents[sha256]))
        entries = sorted(it for it in archive.entries if it.startswith(f"{CONVERSATIONS}/"))
        self.total = len(entries)
        for entry in entries:
            bundle = self._tried(lambda entry=entry: from_json(archive.json(entry)), entry)
            if bundle:
                named = names_of_files(bundle)
                self._put(named, lambda sha256: (archive, contents[sha256]))
                yield bundle

    def _put(self, named: dict[str, set[str]], find: Callable[[str], Any]) -> None:
        """Add files to the attachments, under each of their names."""
        for sha256, names in named.items():
            self._check()
            try:
                for name in sorted(names) or ["file"]:
                    if not self._files.path(sha256, name).is_file():
                        self._put_one(sha256, name, find(sha256))
            except (ValueError, KeyError, Refused) as error:
                log.warning("a file of an import: %s", error)
                self._report.files_missing += 1

    def _put_one(self, sha256: str, name: str, source: Any) -> None:
        if isinstance(source, bytes):
            if hashlib.sha256(source).hexdigest() != sha256:
                raise ValueError("the content does not match its hash")
            self._files.put_bytes(source, name)
            return
        archive, entry = source
        path = archive.put(entry, self._files, name)
        if self._files.sha256_of(path) != sha256:
            self._files.discard(path)
            raise ValueError("the content does not match its hash")

    def _check_version(self, head: dict[str, Any]) -> None:
        version = head.get("version")
        if not isinstance(version, int):
            raise Refused(
                "{name} is damaged: it does not say which version of Duologue wrote it. Export it "
                "again.",
                name=self._path.name,
            )
        if version > VERSION:
            raise Refused(
                "{name} was written by a newer version of Duologue. Update Duologue to import it.",
                name=self._path.name,
            )

    # --- of other programs ---------------------------------------------------------------

    def _of_zip(self, archive: ZipReader) -> Iterator[Bundle]:
        if HEAD in archive.entries:
            yield from self._of_everything(archive)
            return
        texts = archive.find(_CHATGPT)
        if not texts:
            raise Refused(self._unknown())
        entries = chatgpt.file_ids(list(archive.entries))

        @cache
        def find(file_id: str, name: str) -> Path:
            found = entries[file_id]
            return archive.put(found, self._files, name or PurePosixPath(found).name)

        yield from self._of_parts({it: partial(archive.bytes, it) for it in texts}, find)

    def _of_json(self, data: bytes) -> Iterator[Bundle]:
        value = {} if is_list(data) else parse_json(data, self._path.name)
        if isinstance(value, dict) and value.get("format") == FORMAT:
            del data
            yield from self._of_ours(value)
        elif lmstudio.is_lmstudio(value):
            self.total = 1
            yield from self._of_lmstudio(value, self._path, "")
        else:
            find = _beside(self._path.parent, self._files)
            yield from self._of_parts({self._path.name: lambda: data}, find)

    def _of_parts(
        self, parts: dict[str, Callable[[], bytes]], find: chatgpt.FindFile
    ) -> Iterator[Bundle]:
        """Yield the conversations of all files of an export, by their names. Raises Refused if none
        has any."""
        known, problem = False, Refused(self._unknown())
        unread: list[str] = []
        for name, read in parts.items():
            try:
                known |= yield from self._of_chatgpt(read(), find)
            except Refused as error:
                log.warning("%s cannot be read", name, exc_info=True)
                problem = error
                unread.append(PurePosixPath(name).name)
        if not known:
            raise problem
        self._report.broken += len(unread)
        self._report.broken_names += unread

    def _of_chatgpt(self, data: bytes, find: chatgpt.FindFile) -> Generator[Bundle, None, bool]:
        """Yield the conversations of a file, up to where a damaged one ends. Return True if there
        are any. Raises Refused if it cannot be read."""
        name = self._path.name
        self.total += data.count(b'"mapping"')
        known = False
        try:
            for it in iter_list(data, name) if is_list(data) else (parse_json(data, name),):
                if not chatgpt.is_chatgpt(it):
                    self._report.broken += 1
                    continue
                known = True
                found = self._tried(
                    lambda it=it: chatgpt.chatgpt_conversation(it, find, self._report)
                )
                yield from self._converted(found)
        except Refused:
            if not known:
                raise
            log.warning("%s cannot be read to its end", name, exc_info=True)
            self._report.failures.append(
                say(
                    "{name} is damaged, and the chats after its readable part are missing. "
                    "Export it again.",
                    name=name,
                )
            )
        return known

    def _of_folder(self) -> Iterator[Bundle]:
        """Yield the conversations of LM Studio's folder, or of ChatGPT's unpacked .zip file."""
        texts = sorted(it for it in self._path.glob("*.json") if _CHATGPT.fullmatch(it.name))
        if texts:
            parts = {it.name: partial(read_bytes, it) for it in texts}
            yield from self._of_parts(parts, _beside(self._path, self._files))
            return
        paths = _conversation_files(self._path)
        if not paths:
            raise Refused(self._unknown())
        self.total = len(paths)
        for path in paths:
            value = self._tried(partial(read_limited_json, path), path.name)
            if value is not None and lmstudio.is_lmstudio(value):
                folder = path.parent.relative_to(self._path)
                yield from self._of_lmstudio(value, path, "/".join(folder.parts))
            elif value is not None:
                # a file without messages is not counted
                self._report.broken += bool(list_of(object_of(value).get("messages")))

    def _of_lmstudio(self, value: Any, path: Path, folder: str) -> Iterator[Bundle]:
        home = next((it.parent for it in path.parents if it.name == "conversations"), path.parent)
        places = (home / "user-files", path.parent / "user-files")

        def find(name: str) -> Path:
            plain = Path(name).name
            source = next((it for place in places if _is_file(it := place / plain)), None)
            if source is None:
                raise KeyError(name)
            return self._files.put(source, self._check, _original_name(source))

        read = partial(lmstudio.lmstudio_conversation, value, folder, find, self._report)
        yield from self._converted(self._tried(read))

    def _converted(self, found: ParsedConversation | None) -> Iterator[Bundle]:
        if found is None or not found.messages:
            return
        bundle = self._tried(partial(converted, found, self._files, self._refused))
        if bundle:
            yield bundle

    def _refused(self, _: Refused) -> None:
        self._report.files_missing += 1

    def _tried(self, read: Callable[[], Any], name: str = "") -> Any:
        """Return the result of `read`, or count a broken conversation; `name` names its file."""
        self._check()
        try:
            return read()
        except (ValueError, TypeError, LookupError, RecursionError, OverflowError, Refused):
            log.warning("a conversation could not be imported", exc_info=True)
            self._report.broken += 1
            if name:
                self._report.broken_names.append(PurePosixPath(name).name)
            return None

    def _unknown(self) -> str:
        return say(
            "{name} contains no conversations that Duologue can import. Choose an export of "
            "Duologue (.json, .zip), ChatGPT's .zip or conversations.json, or a conversation "
            "or the conversations folder of LM Studio.",
            name=self._path.name,
        )


def _is_zip(path: Path) -> bool:
    try:
        with open_file(path) as file:
            return file.read(4) == b"PK\x03\x04"
    except OSError:
        return False


def _is_file(path: Path) -> bool:
    """Return False also for a name that no file can have."""
    try:
        check_file(path)
    except OSError:
        return False
    return True


def _decoded(value: dict[str, Any]) -> bytes:
    try:
        return base64.b64decode(value["base64"], validate=True)
    except (binascii.Error, TypeError) as error:
        raise ValueError("not base64") from error


def _conversation_files(folder: Path) -> list[Path]:
    found: list[Path] = []
    for path in folder.rglob(f"*{lmstudio.ENDING}"):
        if path.is_file() and not path.is_symlink():
            found.append(path)
        if len(found) == _MOST_FILES:
            break
    return sorted(found)


def _beside(folder: Path, files: Files) -> chatgpt.FindFile:
    """Return a finder of files unpacked beside conversations.json, or in a folder there."""

    @cache
    def there() -> dict[str, Path]:
        found: dict[str, Path] = {}
        with suppress(OSError):  # a folder beside it may be on a disk that is away
            for path in chain(folder.glob("file[-_]*"), folder.glob("*/file[-_]*")):
                for file_id in chatgpt.file_ids([path.name]):
                    found.setdefault(file_id, path)
        return found

    def find(file_id: str, name: str) -> Path:
        source = there()[file_id]
        return files.put(source, name=name or source.name)

    return find


def _original_name(path: Path) -> str:
    """Return the name in the metadata file that LM Studio keeps beside each file."""
    try:
        data = read_file(path.with_name(f"{path.name}.metadata.json"), _MOST_METADATA)
        found = parse_json(data, path.name)
    except (OSError, Refused):
        return path.name
    return text_of(object_of(found).get("originalName")) or path.name
