"""Exports of hostile text, opened in a browser: no request is made and no script runs."""

import shutil
import socketserver
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread

from tests.attacks.attack import Attack, Judge, Outcome
from tests.attacks.export_driver import HOST, MARK
from tests.attacks.watched import ROOT, offscreen_environment, python

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def browser() -> str:
    return next((found for it in BROWSERS if (found := shutil.which(it))), "")


class _Recorder(socketserver.StreamRequestHandler):
    """A proxy for every address that only notes the requests."""

    def handle(self) -> None:
        line = self.rfile.readline(4096).decode(errors="replace")
        self.server.asked.append(line.strip())  # pyright: ignore[reportAttributeAccessIssue]
        self.wfile.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")


@contextmanager
def recorder() -> Iterator[tuple[int, list[str]]]:
    """Serve on a free port and yield the port and the first lines of all requests so far."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Recorder) as server:
        server.daemon_threads = True
        asked: list[str] = []
        server.asked = asked  # pyright: ignore[reportAttributeAccessIssue]
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_address[1], asked
        finally:
            server.shutdown()
            thread.join()


def rendered_in_browser(path: Path, folder: Path) -> tuple[str, list[str]]:
    """Return the document after its scripts ran, and the requests to the hostile host."""
    with recorder() as (port, asked):
        found = subprocess.run(
            [
                browser(),
                *("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"),
                *("--disable-background-networking", "--disable-component-update"),
                *(f"--proxy-server=http://127.0.0.1:{port}", "--proxy-bypass-list=<-loopback>"),
                *(f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=4000"),
                *("--dump-dom", path.as_uri()),
            ],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    return found.stdout, [it for it in asked if HOST in it]


def write_exports(folder: Path) -> None:
    subprocess.run(
        python("tests.attacks.export_driver", str(folder)),
        cwd=ROOT,
        env=offscreen_environment(),
        check=True,
        timeout=120,
    )


def looked_at(name: str, folder: Path) -> Outcome:
    if not browser():
        return Outcome(skipped="no Chromium is installed")
    write_exports(folder)
    document, asked = rendered_in_browser(folder / name, folder)
    judge = Judge()
    judge.expect(not ran(document, asked), "a script ran")
    judge.expect(not asked, f"{len(asked)} requests: {sorted(set(asked))[:9]}")
    judge.expect(len(document) > 1000, f"the page is {document!r:.200}")
    return Outcome(tuple(judge.problems))


def ran(document: str, asked: Sequence[str]) -> bool:
    """Return True if a script left its mark."""
    return f'data-mark="{MARK}"' in document or any(MARK in it for it in asked)


def control(folder: Path) -> Outcome:
    """Expect that the same texts do harm if unescaped; else the other pages prove nothing."""
    if not browser():
        return Outcome(skipped="no Chromium is installed")
    write_exports(folder)
    document, asked = rendered_in_browser(folder / "control.html", folder)
    judge = Judge()
    judge.expect(ran(document, asked), "no script ran where nothing keeps it")
    judge.expect(bool(asked), "nothing was asked for where nothing keeps it")
    return Outcome(tuple(judge.problems))


def _export_attacks() -> Iterator[Attack]:
    yield Attack("export: the browser as it is without us", "control", control)
    for name in ("out.html", "commonmark.html", "gfm-like.html"):
        yield Attack(f"export: {name}", "export", partial(looked_at, name))


ATTACKS = tuple(_export_attacks())
