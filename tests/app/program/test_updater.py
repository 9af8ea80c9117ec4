"""Newer versions: asked for as a person wants, and opened only if their publisher signed them."""

import base64
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot

from app.hub.halt import Halt
from app.program.check_times import WEEK
from app.program.release_download import DAMAGED, NOT_SIGNED, Downloaded, ReleaseDownload
from app.program.release_feed import (
    API,
    API_VARIABLE,
    MAX_NOTES,
    ReleaseAccess,
    numbers,
    read_release,
)
from app.program.release_signature import checksum_of, is_signed, public_key
from app.program.updater import QUESTION, Updater
from app.settings.preferences import Preferences
from engine import offline
from tests.kit.loopback_releases import LINUX, MAC, REPOSITORY, LoopbackReleases
from ui.state.about import AboutFacts
from ui.state.settings import BY_HAND, WEEKLY, Settings
from ui.state.updates import UpdateStatus, UpdateStep
from ui.state.workspace import Workspace

HERE = MAC if sys.platform == "darwin" else LINUX


@pytest.fixture
def releases(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackReleases]:
    made = LoopbackReleases()
    monkeypatch.setenv(API_VARIABLE, made.url)
    yield made
    made.close()


class Bundle:
    """A bundle of version 1.0 whose clock a test sets."""

    def __init__(self, qtbot: QtBot, folder: Path, key_file: Path) -> None:
        self.qtbot = qtbot
        self.time = 1e9
        self.downloads = folder / "Downloads"
        self.workspace = Workspace()
        self.preferences = Preferences(self.workspace, folder, Settings())
        facts = AboutFacts("1.0.0", "7", f"https://github.com/{REPOSITORY}")
        self.workspace.about.set_facts(facts)
        self.home, self.key_file = folder, key_file
        self.updater = self.start()

    def start(self) -> Updater:
        made = Updater(
            *(self.workspace, self.home),
            key_file=self.key_file,
            downloads=self.downloads,
            now=lambda: self.time,
        )
        made.start()
        return made

    @property
    def status(self) -> UpdateStatus:
        return self.workspace.updates.status

    @property
    def notice(self) -> str:
        newest = self.workspace.notices.newest
        return newest.sentence if newest else ""

    def wait(self, step: UpdateStep) -> None:
        self.qtbot.waitUntil(lambda: self.status.step is step)

    def check(self) -> None:
        self.workspace.update_requests.checked.emit()
        self.wait(UpdateStep.FOUND)

    def download(self, step: UpdateStep) -> None:
        self.check()
        self.workspace.update_requests.downloaded.emit()
        self.wait(step)

    def left(self) -> list[str]:
        return sorted(it.name for it in self.downloads.glob("*")) if self.downloads.exists() else []


@pytest.fixture
def bundle(qtbot: QtBot, tmp_path: Path, releases: LoopbackReleases) -> Iterator[Bundle]:
    made = Bundle(qtbot, tmp_path, releases.write_key(tmp_path / "key.pub"))
    yield made
    made.updater.close()


# --- when --------------------------------------------------------------------------------------


def test_nobody_is_asked_in_the_first_week(qtbot: QtBot, bundle: Bundle, releases) -> None:
    qtbot.waitUntil((bundle.home / "updates.json").exists)
    bundle.time += WEEK - 1
    bundle.start()
    qtbot.wait(50)
    assert bundle.notice == "" and releases.requests == []


def begin_second_week(qtbot: QtBot, bundle: Bundle) -> None:
    qtbot.waitUntil((bundle.home / "updates.json").exists)
    bundle.time += WEEK
    bundle.updater.close()
    bundle.workspace.update_requests.disconnect(bundle.updater)
    bundle.updater = bundle.start()
    qtbot.waitUntil(lambda: bundle.notice == QUESTION)


def test_a_yes_checks_at_once_and_again_after_a_week(
    qtbot: QtBot, bundle: Bundle, releases: LoopbackReleases
) -> None:
    begin_second_week(qtbot, bundle)
    assert releases.requests == []
    notice = bundle.workspace.notices.newest
    assert notice is not None and notice.do is not None
    notice.do()
    bundle.wait(UpdateStep.FOUND)
    assert bundle.preferences.value.update_checks == WEEKLY
    for later, asked in ((1.0, 1), (WEEK, 2)):
        bundle.time += later
        bundle.updater._look()
        qtbot.waitUntil(lambda asked=asked: len(releases.requests) == asked)
        bundle.wait(UpdateStep.FOUND)


def test_a_no_is_for_good(qtbot: QtBot, bundle: Bundle, releases: LoopbackReleases) -> None:
    begin_second_week(qtbot, bundle)
    notice = bundle.workspace.notices.newest
    assert notice is not None and notice.do_other is not None
    notice.do_other()
    bundle.workspace.notices.dismiss()
    assert bundle.preferences.value.update_checks == BY_HAND
    bundle.time += WEEK
    bundle.updater._look()
    assert bundle.notice == "" and releases.requests == []


def test_strict_offline_asks_nobody(
    bundle: Bundle, releases: LoopbackReleases, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offline, "_strict", True)
    bundle.preferences.value = Settings(update_checks=WEEKLY)
    bundle.updater._look()
    assert bundle.notice == ""
    bundle.workspace.update_requests.checked.emit()
    assert "Strict offline" in bundle.notice
    assert bundle.status.step is UpdateStep.NONE and releases.requests == []


# --- asking ------------------------------------------------------------------------------------


def test_a_newer_version_is_told_with_its_notes(bundle: Bundle, releases: LoopbackReleases) -> None:
    bundle.check()
    release = bundle.status.release
    assert release is not None
    assert (release.version, release.asset) == ("9.1.0", HERE)
    assert "9.1.0" in bundle.notice and "What is new" in release.notes
    [headers] = releases.headers
    assert set(headers) <= {"Host", "Accept", "Accept-Encoding", "Connection", "User-Agent"}


@pytest.mark.parametrize("version", ["v1.0.0", "v0.9", "1.0"])
def test_the_newest_version_says_so(
    bundle: Bundle, releases: LoopbackReleases, version: str
) -> None:
    releases.version = version
    bundle.workspace.update_requests.checked.emit()
    bundle.wait(UpdateStep.NEWEST)
    assert bundle.notice == "This is the newest version of Duologue."


@pytest.mark.parametrize("version", ["banana", "v1.2.3; rm -rf", ""])
def test_an_odd_answer_is_a_sentence(
    bundle: Bundle, releases: LoopbackReleases, version: str
) -> None:
    releases.version = version
    bundle.workspace.update_requests.checked.emit()
    bundle.wait(UpdateStep.FAILED)
    assert bundle.notice == "GitHub did not answer as expected. Try again later."


def test_no_connection_is_a_sentence(
    qtbot: QtBot, bundle: Bundle, releases: LoopbackReleases
) -> None:
    releases.close()
    bundle.workspace.update_requests.checked.emit()
    bundle.wait(UpdateStep.FAILED)
    assert bundle.notice == "GitHub cannot be reached. Check the connection, then try again."


def test_a_weekly_check_without_a_network_is_tried_again(
    qtbot: QtBot, bundle: Bundle, releases: LoopbackReleases
) -> None:
    qtbot.waitUntil((bundle.home / "updates.json").exists)
    bundle.preferences.value = Settings(update_checks=WEEKLY)
    releases.version = "banana"
    bundle.updater._look()
    bundle.wait(UpdateStep.FAILED)
    releases.version = "v9.1.0"
    bundle.updater._look()
    bundle.wait(UpdateStep.FOUND)


def test_files_with_odd_names_or_addresses_are_left_out(releases: LoopbackReleases) -> None:
    found = releases.answer()
    bad = [
        {"name": "../../.bashrc", "size": 1, "browser_download_url": releases.url},
        {"name": "duologue-9.1.0-linux.deb", "size": 1, "browser_download_url": "http://a.com/x"},
        {"name": "duologue-9.1.0-linux.deb", "size": 1 << 60, "browser_download_url": "https://a"},
        {"name": "duologue-9.1.0-linux.deb", "size": 1, "browser_download_url": "https://[a/x"},
        {"name": "duologue-9.1.0-linux.deb", "size": 1, "browser_download_url": "https://a.com/x"},
        {
            "name": "duologue-9.1.0-linux.deb",
            "size": 1,
            "browser_download_url": "http://api.github.com/x",
        },
        *({"name": "x"}, 7),
    ]
    found["assets"] = bad
    newer = read_release(found, ReleaseAccess(REPOSITORY, api=API), "1.0")
    assert newer is not None and newer.addresses == {} and newer.release.asset == ""


def test_notes_have_nothing_that_hides_or_turns_text(releases: LoopbackReleases) -> None:
    found = releases.answer() | {"body": "# New\r\n\u202egnp.exe\x00\x1b[31m\ud800" + "a" * 99_999}
    newer = read_release(found, ReleaseAccess(REPOSITORY), "1.0")
    assert newer is not None and newer.release.notes.startswith("# New\ngnp.exe[31ma")
    assert len(newer.release.notes) <= MAX_NOTES


@pytest.mark.parametrize("version", ["v9.2.0", "v9.1.00001", "v1.0.1"])
def test_an_old_file_is_not_passed_off_as_a_new_one(
    releases: LoopbackReleases, version: str
) -> None:
    releases.version = version
    releases.files = {it.replace("9.1.0", "11.0.1"): b"old" for it in releases.files}
    newer = read_release(releases.answer(), ReleaseAccess(REPOSITORY), "1.0")
    assert newer is not None and newer.release.asset == ""


def test_versions_are_compared_by_their_numbers() -> None:
    assert numbers("v1.10.0") > numbers("1.9.9")  # type: ignore[operator]
    assert numbers("1.2") == (1, 2, 0)
    assert numbers("1.2.3-beta") is None


# --- downloading -------------------------------------------------------------------------------


def test_a_signed_file_is_downloaded(bundle: Bundle, releases: LoopbackReleases) -> None:
    bundle.downloads.mkdir()
    mine = bundle.downloads / HERE
    mine.write_bytes(b"mine")
    bundle.download(UpdateStep.OPENABLE)
    path = Path(bundle.status.path)
    assert path.read_bytes() == releases.files[HERE]
    assert path != mine and mine.read_bytes() == b"mine"
    assert len(bundle.left()) == 2


def test_a_check_keeps_a_file_that_can_be_opened(
    bundle: Bundle, releases: LoopbackReleases
) -> None:
    bundle.download(UpdateStep.OPENABLE)
    before, asked = bundle.status, len(releases.requests)
    bundle.workspace.update_requests.checked.emit()
    bundle.updater._ask_github(quiet=True)
    assert bundle.status == before and len(releases.requests) == asked


def test_a_download_waits_for_the_answer_of_a_check(
    bundle: Bundle, releases: LoopbackReleases
) -> None:
    bundle.check()
    bundle.workspace.update_requests.checked.emit()
    assert bundle.status.step is UpdateStep.CHECKING and bundle.status.release is not None
    bundle.workspace.update_requests.downloaded.emit()
    assert bundle.status.step is UpdateStep.CHECKING
    bundle.wait(UpdateStep.FOUND)
    bundle.download(UpdateStep.OPENABLE)


def test_a_file_that_changed_after_its_check_is_not_opened(
    qtbot: QtBot, bundle: Bundle, releases: LoopbackReleases, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    bundle.download(UpdateStep.OPENABLE)
    path = Path(bundle.status.path)
    bundle.workspace.update_requests.opened.emit()
    qtbot.waitUntil(lambda: opened == [str(path)])
    path.write_bytes(b"evil")
    bundle.workspace.update_requests.opened.emit()
    bundle.wait(UpdateStep.FAILED)
    assert "has changed" in bundle.status.problem and len(opened) == 1


def test_two_downloads_into_one_folder_do_not_mix(
    bundle: Bundle, releases: LoopbackReleases, tmp_path: Path
) -> None:
    """One Duologue begins the download while that of another arrives."""
    second = LoopbackReleases(b"another" * 1000)
    found = read_release(second.answer(), ReleaseAccess(REPOSITORY, api=second.url), "1.0")
    assert found is not None
    done: list[Downloaded] = []

    def download_meanwhile(name: str) -> None:
        if name == HERE and not done:
            access = ReleaseAccess(REPOSITORY, api=second.url)
            key = public_key(second.write_key(tmp_path / "second.pub"))
            work = ReleaseDownload(access, found, key, Halt(), lambda _: None)
            done.append(work.fetch(bundle.downloads))

    releases.begun = download_meanwhile
    bundle.download(UpdateStep.OPENABLE)
    second.close()
    assert done[0].path.read_bytes() == second.files[HERE]
    assert Path(bundle.status.path).read_bytes() == releases.files[HERE]
    assert len(bundle.left()) == 2


def test_parts_of_killed_downloads_are_removed(bundle: Bundle) -> None:
    bundle.downloads.mkdir()
    old, new = (bundle.downloads / f".duologue-update-{it}.part" for it in ("a", "b"))
    for path in (old, new):
        path.write_bytes(b"x")
    os.utime(old, (0, 0))
    bundle.download(UpdateStep.OPENABLE)
    assert new.exists() and not old.exists()


def damage(releases: LoopbackReleases) -> None:
    releases.files[HERE] = releases.files[HERE][:-1] + b"x"


def cut(releases: LoopbackReleases) -> None:
    releases.begun = lambda _: releases.files.update({HERE: releases.files[HERE][:-1]})


def sign_by_another(releases: LoopbackReleases) -> None:
    other = LoopbackReleases()
    other.close()
    releases.files[HERE] = b"evil"
    releases.key = other.key
    releases.sign()


def change_sums(releases: LoopbackReleases) -> None:
    releases.files["SHA256SUMS"] += b"\n"


def spoil_signature(releases: LoopbackReleases) -> None:
    releases.files["SHA256SUMS.sig"] = b"no signature"


@pytest.mark.parametrize(
    ("attack", "sentence"),
    [
        (damage, DAMAGED),
        (cut, DAMAGED),
        (sign_by_another, NOT_SIGNED),
        (change_sums, NOT_SIGNED),
        (spoil_signature, NOT_SIGNED),
    ],
)
def test_what_its_publisher_did_not_sign_is_deleted(
    bundle: Bundle,
    releases: LoopbackReleases,
    attack: Callable[[LoopbackReleases], None],
    sentence: str,
) -> None:
    attack(releases)
    bundle.download(UpdateStep.FAILED)
    assert bundle.status.problem == sentence
    assert bundle.left() == []


def test_without_the_key_nothing_is_downloaded(bundle: Bundle, releases: LoopbackReleases) -> None:
    bundle.key_file.unlink()
    bundle.check()
    bundle.workspace.update_requests.downloaded.emit()
    assert bundle.status.release is not None and bundle.status.release.asset == ""
    assert bundle.status.step is UpdateStep.FOUND
    assert len(releases.requests) == 1


def test_a_cancelled_download_leaves_nothing(
    qtbot: QtBot, bundle: Bundle, releases: LoopbackReleases
) -> None:
    held, gate = threading.Event(), threading.Event()

    def hold(name: str) -> None:
        if name == HERE:
            held.set()
            gate.wait(10)

    releases.begun = hold
    bundle.check()
    bundle.workspace.update_requests.downloaded.emit()
    qtbot.waitUntil(held.is_set)
    bundle.workspace.update_requests.cancelled.emit()
    assert bundle.status.step is UpdateStep.FOUND
    qtbot.waitUntil(lambda: not any(it.name == "updates" for it in threading.enumerate()))
    gate.set()
    assert bundle.left() == []


def test_the_signature_is_that_of_openssl(tmp_path: Path, releases: LoopbackReleases) -> None:
    """The documented commands of the release workflow make what the program checks."""
    pem = releases.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (tmp_path / "key.pem").write_bytes(pem)
    sums = releases.files["SHA256SUMS"]
    (tmp_path / "SHA256SUMS").write_bytes(sums)
    command = "openssl pkeyutl -sign -rawin -inkey key.pem -in SHA256SUMS | base64 -w0 > sig; "
    command += "openssl pkey -in key.pem -pubout -outform DER | tail -c 32 | base64 > key.pub"
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True)
    if done.returncode or not (tmp_path / "sig").read_bytes():
        pytest.skip("OpenSSL 3 is not installed")
    assert is_signed(sums, (tmp_path / "sig").read_bytes(), public_key(tmp_path / "key.pub"))
    assert len(base64.b64decode((tmp_path / "sig").read_bytes())) == 64
    assert checksum_of(sums, HERE) and not checksum_of(sums + sums, HERE)
