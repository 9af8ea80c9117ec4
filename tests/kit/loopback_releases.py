"""A GitHub on this computer with one release, signed with a key of its own."""

import base64
import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

if TYPE_CHECKING:
    from collections.abc import Callable

REPOSITORY = "duologue/duologue"
MAC, LINUX = "Duologue-9.1.0-macos-arm64.dmg", "duologue-9.1.0-linux-x86_64.tar.zst"


class LoopbackReleases:
    """`files` are the assets by name; change them before they are asked for. `requests` are the
    paths that were asked for. `begun` is called before a file is sent."""

    def __init__(self, contents: bytes = b"bundle" * 1000, version: str = "v9.1.0") -> None:
        self.key = Ed25519PrivateKey.generate()
        self.version = version
        self.requests: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.begun: Callable[[str], object] = lambda _: None
        self.files: dict[str, bytes] = {MAC: contents, LINUX: contents}
        self.sign()
        self._server = _Server(self)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def sign(self) -> None:
        """Write the checksums of the files, and sign them."""
        names = [it for it in self.files if not it.startswith("SHA256SUMS")]
        sums = "".join(f"{hashlib.sha256(self.files[it]).hexdigest()}  {it}\n" for it in names)
        self.files["SHA256SUMS"] = sums.encode()
        self.files["SHA256SUMS.sig"] = base64.b64encode(self.key.sign(sums.encode()))

    def write_key(self, path: Path) -> Path:
        path.write_bytes(base64.b64encode(self.key.public_key().public_bytes_raw()))
        return path

    def answer(self) -> dict[str, Any]:
        """Return what GitHub says about the newest release."""
        return {
            "tag_name": self.version,
            "body": "# What is new\n\n- Faster ![x](https://example.com/x.png)",
            "assets": [
                {"name": name, "size": len(data), "browser_download_url": f"{self.url}/get/{name}"}
                for name, data in self.files.items()
            ],
        }

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, releases: LoopbackReleases) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.releases = releases
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()


class _Handler(BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Be silent."""

    def do_GET(self) -> None:
        releases = cast("_Server", self.server).releases
        releases.requests.append(self.path)
        releases.headers.append(dict(self.headers))
        name = self.path.removeprefix("/get/")
        if self.path == f"/repos/{REPOSITORY}/releases/latest":
            self._send(200, json.dumps(releases.answer()).encode())
        elif name in releases.files:
            releases.begun(name)
            self._send(200, releases.files[name])
        else:
            self._send(404, b"{}")

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
