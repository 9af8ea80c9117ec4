"""A hub of models on this computer, with the endpoints of Hugging Face and faults to switch on.

    hub = LoopbackHub(folder)       # serves folder/organization/name as repositories
    hub.faults.drop_after = 100_000
    ...  hub.url, hub.requests  ...
    hub.close()

Large files are redirected to a second server, the CDN, as on the real hub.
"""

import json
import random
import re
import socket
import threading
import time
import urllib.parse
from collections.abc import Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast

from tests.kit.hub_faults import Faults, Refusal, Seen
from tests.kit.hub_repositories import Repositories, StoredFile

PIECE = 1 << 14
_MODEL = re.compile(r"/api/models/([^/]+/[^/]+)(?:/(revision|tree|refs)(?:/([^/]+))?(?:/(.*))?)?")
_RESOLVE = re.compile(r"/([^/]+/[^/]+)/(?:resolve|raw)/([^/]+)/(.+)")
_RANGE = re.compile(r"bytes=(\d+)-(\d*)")


class LoopbackHub:
    """`token` is the one that opens gated repositories. `requests` are those of both servers, in
    the order of their arrival."""

    def __init__(self, root: Path, token: str = "hf_secret") -> None:
        self.repositories = Repositories(root)
        self.faults = Faults()
        self.token = token
        self.requests: list[Seen] = []
        self.random = random.Random(1)
        self.closing = threading.Event()
        self._hub = _Server("hub", self)
        self._cdn = _Server("cdn", self)
        self.url, self.cdn_url = self._hub.url, self._cdn.url

    def refuse(self, part: str, status: int, times: int = 1_000_000, **headers: str) -> None:
        """Answer requests of a path with `part` in it with `status`; `Retry_After` is a header."""
        named = {key.replace("_", "-"): value for key, value in headers.items()}
        self.faults.refusals.append(Refusal(part, status, named, times))

    def sent(self, part: str = "", after: int = 0) -> int:
        """Return the bytes of files sent, of those with `part` in their path, by all requests but
        the first `after`: a request whose client has gone still sends into the system's buffers."""
        return sum(it.sent for it in self.requests[after:] if part in it.path)

    def files_requested(self) -> list[str]:
        return [it.path for it in self.requests if it.server == "cdn" or "/resolve/" in it.path]

    def close(self) -> None:
        self.closing.set()
        for server in (self._hub, self._cdn):
            server.shutdown()
            server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # server_close must not wait for the connections that clients keep open
    block_on_close = False

    def __init__(self, name: str, hub: LoopbackHub) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.name, self.hub = name, hub
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Be silent about clients that have gone."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def _at(self) -> _Server:
        return cast("_Server", self.server)

    def log_message(self, format: str, *args: Any) -> None:
        """Be silent."""

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        self.hub, self.faults = self._at.hub, self._at.hub.faults
        url = urllib.parse.urlsplit(self.path)
        path, query = urllib.parse.unquote(url.path), dict(urllib.parse.parse_qsl(url.query))
        headers = {key.lower(): value for key, value in self.headers.items()}
        self.seen = Seen(self._at.name, self.command, path, headers)
        self.hub.requests.append(self.seen)
        if self.faults.first_byte_delay:
            self.hub.closing.wait(self.faults.first_byte_delay)
        if not self._refused(path):
            self._answer(path, query)

    def _answer(self, path: str, query: dict[str, str]) -> None:
        if self._at.name == "cdn":
            self._send_from_cdn(path, query)
        elif path == "/api/models":
            self._send_json(self._search(query))
        elif path == "/api/whoami-v2":
            known = self.seen.token == f"Bearer {self.hub.token}"
            self._send_json({"name": "someone", "type": "user"}, 200 if known else 401)
        elif found := _MODEL.fullmatch(path):
            self._send_model(query, *found.groups())
        elif found := _RESOLVE.fullmatch(path):
            self._resolve(*found.groups())
        else:
            self._send_json({"error": "Not found"}, 404)

    def _refused(self, path: str) -> bool:
        for it in self.faults.refusals:
            if it.server == self._at.name and it.part in path and it.times > 0:
                it.times -= 1
                self._send_json({"error": "refused"}, it.status, it.headers)
                return True
        return False

    def _search(self, query: dict[str, str]) -> list[dict[str, Any]]:
        repositories, words = self.hub.repositories, query.get("search", "").lower()
        names = [it for it in repositories.names() if words in it.lower()]
        found = [repositories.info(it, "main", blobs=False) or {} for it in names]
        author, tags = query.get("author"), query.get("filter", "").split(",")
        found = [
            it
            for it in found
            if author in (None, it["author"])
            and all(tag in (*it["tags"], it["pipeline_tag"]) for tag in tags if tag)
            and query.get("pipeline_tag") in (None, it["pipeline_tag"])
        ]
        if "sort" in query:
            found.sort(key=lambda it: it.get(query["sort"], 0), reverse=True)
        return found[: int(query.get("limit", 1000))]

    def _send_model(
        self,
        query: dict[str, str],
        repository: str,
        kind: str | None,
        revision: str | None,
        folder: str | None,
    ) -> None:
        repositories = self.hub.repositories
        if repository in repositories.moved:
            self._redirect(self.path.replace(repository, repositories.moved[repository]))
            return
        if repository not in repositories.names():
            # The real hub does not tell strangers whether a repository is private or missing.
            self._send_error("RepoNotFound", 401 if not self.seen.token else 404)
            return
        found = repositories.find(repository, revision or "main")
        if found is None:
            self._send_error("RevisionNotFound", 404)
        elif kind == "tree":
            self._send_json([it.entry() for it in found[1].values()])
        elif kind == "refs":
            branch = {"name": "main", "ref": "refs/heads/main", "targetCommit": found[0]}
            self._send_json({"branches": [branch], "tags": [], "converts": []})
        else:
            self._send_json(self._info(query, repository, revision or "main"))

    def _info(self, query: dict[str, str], repository: str, revision: str) -> Any:
        blobs = bool(query.get("blobs")) and not self.faults.hide_blobs
        info = self.hub.repositories.info(repository, revision, blobs=blobs) or {}
        extra = [{"rfilename": it, "size": 2} for it in self.faults.extra_names]
        info["siblings"] = [*info["siblings"], *extra]
        return info

    def _resolve(self, repository: str, revision: str, name: str) -> None:
        repositories = self.hub.repositories
        if repository in repositories.moved:
            self._redirect(self.path.replace(repository, repositories.moved[repository]))
            return
        found = repositories.find(repository, revision) if self._known(repository) else None
        if found is None or name not in found[1]:
            code = "EntryNotFound" if found else "RevisionNotFound"
            self._send_error(code if self._known(repository) else "RepoNotFound", 404)
        elif repositories.about.get(repository, {}).get("gated") and not self._allowed():
            code = 403 if self.seen.token else 401
            self._send_error("GatedRepo", code)
        else:
            self._send_resolved(found[1][name], repository, found[0])

    def _known(self, repository: str) -> bool:
        return repository in self.hub.repositories.names()

    def _allowed(self) -> bool:
        return self.seen.token == f"Bearer {self.hub.token}"

    def _send_resolved(self, file: StoredFile, repository: str, commit: str) -> None:
        headers = {"X-Repo-Commit": commit, "Accept-Ranges": "bytes"}
        if not file.large:
            self._send_file(file, {**headers, **self._etags("ETag", file.etag)})
            return
        headers |= {"X-Linked-Size": str(len(file.data)), **self._etags("X-Linked-ETag", file.etag)}
        expired = self.faults.expired_links > 0
        if expired and self.command == "GET":
            self.faults.expired_links -= 1
        target = f"{self.hub.cdn_url}/{repository}/{commit}/{urllib.parse.quote(file.name)}"
        self._redirect(f"{target}?Expires={0 if expired else 9_999_999_999}", 302, headers)

    def _send_from_cdn(self, path: str, query: dict[str, str]) -> None:
        organization, name, commit, file_name = path[1:].split("/", 3)
        found = self.hub.repositories.find(f"{organization}/{name}", commit)
        if query.get("Expires") == "0":
            self._send_json({"error": "Request has expired"}, 403)
        elif found is None or file_name not in found[1]:
            self._send_json({"error": "Not found"}, 404)
        else:
            # The ETag of a body has nothing to do with the file's checksum.
            self._send_file(found[1][file_name], {"ETag": f'"cdn-{time.monotonic_ns()}"'})

    def _etags(self, name: str, value: str) -> dict[str, str]:
        weak = "W/" if self.faults.etag == "weak" else ""
        return {} if self.faults.etag == "missing" else {name: f'{weak}"{value}"'}

    def _send_file(self, file: StoredFile, headers: dict[str, str]) -> None:
        data = file.data
        if file.name in self.faults.damaged:
            data = data[:-1] + bytes([data[-1] ^ 1])
        asked = None if self.faults.ignore_range else _RANGE.match(self.headers["Range"] or "")
        start = int(asked[1]) if asked else 0
        end = min(int(asked[2]) + 1, len(data)) if asked and asked[2] else len(data)
        if asked and start >= len(data):
            self._send_json({}, 416, {"Content-Range": f"bytes */{len(data)}"})
            return
        span = {"Content-Range": f"bytes {start}-{end - 1}/{len(data)}"} if asked else {}
        self._begin(206 if asked else 200, end - start, {**headers, **span})
        if self.command != "HEAD":
            self._send_body(data[start:end])

    def _send_body(self, data: bytes) -> None:
        limit = self.faults.drop_after
        if self.faults.drop_between:
            limit = self.hub.random.randint(*self.faults.drop_between)
        for piece in _pieces(data[:limit]):
            stall = self.faults.stall_after
            if stall is not None and self.seen.sent >= stall:
                self.hub.closing.wait(60)
                return
            self.wfile.write(piece)
            self.seen.sent += len(piece)
            if self.faults.rate:
                self.hub.closing.wait(len(piece) / self.faults.rate)
        if limit is not None and limit < len(data):
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)

    def _redirect(
        self, location: str, status: int = 307, headers: dict[str, str] | None = None
    ) -> None:
        self._begin(status, 0, {"Location": location, **(headers or {})})

    def _send_error(self, code: str, status: int) -> None:
        headers = {"X-Error-Code": code, "X-Error-Message": code}
        self._send_json({"error": code}, status, headers)

    def _send_json(
        self, value: Any, status: int = 200, headers: dict[str, str] | None = None
    ) -> None:
        body = json.dumps(value).encode()
        self._begin(status, len(body), {"Content-Type": "application/json", **(headers or {})})
        if self.command != "HEAD":
            self.wfile.write(body)

    def _begin(self, status: int, length: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(length), **headers}.items():
            self.send_header(name, value)
        self.end_headers()


def _pieces(data: bytes) -> Iterable[bytes]:
    return (data[at : at + PIECE] for at in range(0, len(data), PIECE))
