"""Asks the hub which files a model has, and what is missing in its list."""

from dataclasses import replace
from urllib.parse import quote

from app.hub.connection import Answer, Connection
from app.hub.hub_problems import DownloadFailed
from app.hub.wanted_files import RemoteFile, WantedFiles, wanted_files
from engine.sentences import say


def list_files(connection: Connection, repository: str, revision: str) -> WantedFiles:
    """Return what is downloaded of a revision, "" for the newest, with all sizes and checksums.
    Raises what `Connection.stream` raises."""
    version = f"/revision/{quote(revision, safe='')}" if revision else ""
    info = connection.json(f"api/models/{repository}{version}?blobs=true", repository)
    files = wanted_files(repository, info)
    known = tuple(
        it if it.checksum and it.size is not None else _asked(connection, files, it)
        for it in files.files
    )
    return replace(files, files=known)


def _asked(connection: Connection, files: WantedFiles, file: RemoteFile) -> RemoteFile:
    """Fill in what the list of a mirror may not say, with a HEAD."""
    what = f"{files.repository}/{file.name}"
    with connection.stream(files.path_of(file), what, method="HEAD") as answer:
        size = file.size if file.size is not None else _size(answer)
        checksum = file.checksum or answer.etag
    if size is None or not checksum:
        raise DownloadFailed(
            say(
                "The hub gives no checksum for {file}, so a download could not be checked. "
                "Remove the mirror in Settings › Models, or try again later.",
                file=file.name,
            )
        )
    return replace(file, size=size, checksum=checksum)


def _size(answer: Answer) -> int | None:
    length = answer.response.headers.get("Content-Length", "")
    if answer.linked_size is not None or not (length.isascii() and length.isdigit()):
        return answer.linked_size
    return int(length[:15])
