"""Downloads against a loopback hub, and everything that goes wrong on the way."""

import errno
import json
import shutil
import signal
import subprocess
import sys
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest

from app.hub import part_file
from app.hub.access import HubAccess
from app.hub.fetcher import FetchState
from app.hub.hub_problems import DownloadFailed
from app.hub.patience import Patience
from app.hub.wanted_files import wanted_files
from app.models.repositories import SOURCE
from engine import offline
from tests.kit.fetching import (
    BIG,
    ENDLESS,
    REPOSITORY,
    SMALL,
    WANTED,
    Fetching,
    wanted_size,
)
from tests.kit.hub_faults import Refusal
from tests.kit.loopback_hub import LoopbackHub
from tests.kit.paths import ROOT

MOST = 1.05


def check_whole(fetching: Fetching, contents: dict[str, bytes]) -> None:
    """Check that the model is there as the hub has it, and nothing else is."""
    assert fetching.last.state is FetchState.DONE, fetching.last
    assert fetching.contents() == {name: contents[name] for name in WANTED}
    assert not fetching.staging.exists()


def pause_midway(hub: LoopbackHub, fetching: Fetching) -> int:
    """Stop a download in the middle of its weights. Return the bytes that are missing."""
    hub.faults.stall_after = 100_000
    missing = fetching.stop_midway(0.2)
    hub.faults.stall_after = None
    return missing


def test_a_model_is_downloaded_without_code_and_pickles(
    fetching: Fetching, contents: dict[str, bytes]
) -> None:
    end = fetching.run()
    check_whole(fetching, contents)
    assert end.done == end.total == wanted_size(contents)
    assert end.folder == str(fetching.model)
    source = json.loads((fetching.model / SOURCE).read_text())
    head = fetching.hub.repositories.head(REPOSITORY)
    assert source == {"repository": REPOSITORY, "revision": head}
    assert end.revision == head


def test_half_a_model_is_never_in_its_place(fetching: Fetching) -> None:
    fetching.hub.faults.stall_after = 60_000
    fetching.stop_midway(0.1)
    assert not fetching.model.exists()
    assert all(it.name.startswith(".") for it in fetching.model.parent.iterdir())


def test_the_token_goes_to_the_hub_alone(
    hub: LoopbackHub, fetching: Fetching, contents: dict[str, bytes]
) -> None:
    hub.repositories.about[REPOSITORY] = {"gated": "manual"}
    fetching.access = HubAccess(hub.url, token=hub.token)
    fetching.run()
    check_whole(fetching, contents)
    tokens = {(it.server, it.token) for it in hub.requests}
    assert tokens == {("hub", f"Bearer {hub.token}"), ("cdn", "")}


# --- from where it stopped --------------------------------------------------------------------


def test_dropped_links_cost_only_what_was_missing(
    hub: LoopbackHub, fetching: Fetching, contents: dict[str, bytes]
) -> None:
    hub.faults.drop_between = (1, 150_000)
    fetching.run()
    check_whole(fetching, contents)
    assert hub.sent() <= MOST * wanted_size(contents)
    assert len(hub.files_requested()) > 2 * len(WANTED), "no link was dropped"


def test_a_pause_ends_a_read_that_waits_and_is_resumed(
    hub: LoopbackHub, fetching: Fetching, contents: dict[str, bytes]
) -> None:
    missing = pause_midway(hub, fetching)
    assert missing > 0
    before = len(hub.requests)
    fetching.run(hub.repositories.head(REPOSITORY))
    check_whole(fetching, contents)
    assert hub.sent(after=before) <= MOST * missing


KILLED = """
import sys, time
from pathlib import Path
from app.hub.access import HubAccess
from app.hub.fetcher import Fetch
url, models, repository = sys.argv[1:]
Fetch(repository, "", Path(models), HubAccess(url), lambda progress: None).start()
time.sleep(60)
"""


def test_a_killed_program_loses_nothing(
    hub: LoopbackHub, fetching: Fetching, contents: dict[str, bytes]
) -> None:
    hub.faults.stall_after = 200_000
    command = [sys.executable, "-c", KILLED, hub.url, str(fetching.models), REPOSITORY]
    killed = subprocess.Popen(command, cwd=ROOT)
    try:
        fetching.wait(lambda: fetching.arrived() > 250_000, limit=30)
    finally:
        killed.send_signal(signal.SIGKILL)
        killed.wait()
    missing = wanted_size(contents) - fetching.arrived()
    hub.faults.stall_after, before = None, len(hub.requests)
    fetching.run()
    check_whole(fetching, contents)
    assert 0 < hub.sent(after=before) <= MOST * missing


def test_a_kill_at_the_very_end_loses_nothing(
    hub: LoopbackHub, fetching: Fetching, contents: dict[str, bytes]
) -> None:
    fetching.run()
    # as `Staging.finish` leaves it if it is killed before its last step
    shutil.move(fetching.model, fetching.staging / "model")
    (fetching.staging / "model" / SMALL).write_bytes(b"damaged")
    before = len(hub.requests)
    fetching.run()
    check_whole(fetching, contents)
    assert hub.sent(after=before) == len(contents[SMALL])


def test_a_server_that_cannot_continue_sends_the_whole_file(
    hub: LoopbackHub, fetching: Fetching, contents: dict[str, bytes]
) -> None:
    pause_midway(hub, fetching)
    hub.faults.ignore_range = True
    fetching.run()
    check_whole(fetching, contents)


def test_a_part_with_foreign_bytes_is_noticed(
    hub: LoopbackHub, fetching: Fetching, contents: dict[str, bytes]
) -> None:
    pause_midway(hub, fetching)
    part = max(fetching.staging.glob("*.part"), key=lambda it: it.stat().st_size)
    part.write_bytes(b"x" * part.stat().st_size)
    fetching.run()
    check_whole(fetching, contents)


# --- what the hub says about a file -----------------------------------------------------------


@pytest.mark.parametrize("ranges", [True, False])
def test_a_list_with_a_wrong_size_is_no_endless_loop(
    hub: LoopbackHub,
    fetching: Fetching,
    monkeypatch: pytest.MonkeyPatch,
    ranges: bool,
) -> None:
    hub.faults.ignore_range = not ranges
    hub.faults.etag = "missing"
    larger = hub.repositories.info

    def wrong(*args: Any, **named: Any) -> Any:
        info = larger(*args, **named)
        for file in (info or {})["siblings"]:
            if file["rfilename"] == "config.json":
                file["size"] = 5000
        return info

    monkeypatch.setattr(hub.repositories, "info", wrong)
    end = fetching.run()
    assert end.state is FetchState.FAILED
    assert "keeps changing on the hub" in end.sentence


@pytest.mark.parametrize("damaged", [BIG, "config.json"])
def test_a_wrong_checksum_is_said_and_nothing_of_it_is_kept(
    hub: LoopbackHub, fetching: Fetching, damaged: str
) -> None:
    hub.faults.damaged = (damaged,)
    end = fetching.run()
    assert end.state is FetchState.FAILED
    assert end.sentence == (
        f"{damaged} arrived damaged twice: its checksum is wrong. Try again later, or use another"
        " network."
    )
    assert not fetching.model.exists()
    asked = [it for it in hub.files_requested() if it.endswith(damaged)]
    assert len(asked) in (2, 4), "once more, each with its redirect"


@pytest.mark.parametrize(
    ("etag", "hide_blobs"), [("weak", True), ("strong", True), ("missing", False)]
)
def test_an_odd_etag_costs_nothing(
    hub: LoopbackHub,
    fetching: Fetching,
    contents: dict[str, bytes],
    etag: str,
    hide_blobs: bool,
) -> None:
    hub.faults.etag, hub.faults.hide_blobs = etag, hide_blobs
    hub.faults.drop_between = (50_000, 300_000)
    fetching.run()
    check_whole(fetching, contents)
    assert hub.sent() <= MOST * wanted_size(contents)


def test_a_file_without_any_checksum_is_refused(hub: LoopbackHub, fetching: Fetching) -> None:
    hub.faults.etag, hub.faults.hide_blobs = "missing", True
    end = fetching.run()
    assert end.state is FetchState.FAILED
    assert end.sentence.startswith("The hub gives no checksum for ")
    assert hub.sent() == 0


def test_a_version_that_was_begun_is_completed_after_a_new_commit(
    hub: LoopbackHub, fetching: Fetching, contents: dict[str, bytes]
) -> None:
    pause_midway(hub, fetching)
    pinned = fetching.last.revision
    hub.repositories.push(REPOSITORY, {BIG: b"new" * 1000})
    fetching.run(pinned)
    check_whole(fetching, contents)
    assert not fetching.last.sentence


def test_a_file_that_changed_since_the_pause_is_said_and_not_mixed(
    hub: LoopbackHub, fetching: Fetching, contents: dict[str, bytes]
) -> None:
    pause_midway(hub, fetching)
    pinned = fetching.last.revision
    contents[BIG] = contents[BIG][::-1]
    hub.repositories.push(REPOSITORY, {BIG: contents[BIG]})
    hub.repositories.squash(REPOSITORY)
    before = len(hub.requests)
    fetching.run(pinned)
    check_whole(fetching, contents)
    assert fetching.last.sentence == f"{BIG} had changed on the hub and was downloaded again."
    assert hub.sent(after=before) < wanted_size(contents), "the other files were kept"


def test_a_file_that_changes_on_the_way_is_said_and_not_mixed(
    hub: LoopbackHub, fetching: Fetching, contents: dict[str, bytes]
) -> None:
    hub.faults.drop_after = 100_000
    fetching.start()
    fetching.wait(lambda: hub.sent() > 120_000)
    contents[BIG] = contents[BIG][::-1]
    hub.repositories.replace(REPOSITORY, BIG, contents[BIG])
    assert fetching.fetch and fetching.fetch.join(20)
    check_whole(fetching, contents)
    assert f"{BIG} changed on the hub; it is downloaded again." in fetching.sentences


def test_another_version_goes_into_a_folder_of_its_own(
    hub: LoopbackHub, fetching: Fetching, contents: dict[str, bytes]
) -> None:
    fetching.run()
    commit = hub.repositories.push(REPOSITORY, {"config.json": b"{}"})
    end = fetching.run()
    assert end.folder == f"{fetching.model}-{commit[:7]}"
    assert fetching.contents()["config.json"] == contents["config.json"], "the first is untouched"
    before = len(hub.requests)
    assert fetching.run(commit).state is FetchState.DONE
    assert hub.sent(after=before) == 0, "it is there already"


@pytest.mark.parametrize(
    "name",
    [
        "../evil.json",
        "/etc/evil.json",
        "a/../../evil.json",
        "..\\evil.json",
        "C:evil.json",
        "evil\0.json",
        ".hidden/evil.json",
        "config.JSON/../config.json",
        f"{'a' * 300}.json",
        "Config.json",
        "config.json/evil.json",
        "TOKENIZER.JSON/evil.json",
    ],
)
def test_a_name_that_leads_elsewhere_is_refused(
    hub: LoopbackHub, fetching: Fetching, name: str
) -> None:
    hub.faults.extra_names = (name,)
    end = fetching.run()
    assert end.state is FetchState.FAILED
    assert end.sentence.startswith("A file of this model has a name that is not safe: ")
    assert hub.sent() == 0
    assert not fetching.models.exists()


def test_names_that_a_mac_takes_for_one_are_refused() -> None:
    names = ["model.safetensors", "caf\u00e9.json", "cafe\u0301.json"]
    listed = [{"rfilename": it, "size": 1, "blobId": "0" * 40} for it in names]
    with pytest.raises(DownloadFailed, match="not safe"):
        wanted_files(REPOSITORY, {"sha": "0" * 40, "siblings": listed})


def test_a_folder_of_a_person_in_the_place_of_the_model_is_left_alone(
    fetching: Fetching, contents: dict[str, bytes]
) -> None:
    end = fetching.run()
    for name in ("theirs", end.revision[:7]):
        folder = (
            fetching.model if name == "theirs" else fetching.model.with_name(f"Dot-4bit-{name}")
        )
        if folder.exists():
            folder.rename(fetching.models / "moved")
        folder.mkdir()
        (folder / "mine.txt").write_text("mine")
    again = fetching.run()
    assert (again.state, again.folder) == (
        FetchState.DONE,
        f"{fetching.model}-{end.revision[:7]}-2",
    )
    assert fetching.contents() == {"mine.txt": b"mine"}


@pytest.mark.parametrize("damage", ["remove", "cut"])
def test_a_model_that_lost_a_file_can_be_downloaded_again(
    fetching: Fetching, contents: dict[str, bytes], damage: str
) -> None:
    fetching.run()
    if damage == "remove":
        (fetching.model / "tokenizer.json").unlink()
    else:
        (fetching.model / SMALL).write_bytes(b"")
    (fetching.model / "config.json").write_bytes(b"edited")
    again = fetching.run()
    assert again.folder != str(fetching.model)
    assert (fetching.model / "config.json").read_bytes() == b"edited"
    whole = {it.name: it.read_bytes() for it in Path(again.folder).glob("[!.]*")}
    assert whole == {name: contents[name] for name in WANTED}


def test_a_link_in_the_place_of_the_parts_is_not_followed(
    fetching: Fetching, tmp_path: Path
) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "photo.jpg").write_bytes(b"photo")
    fetching.staging.parent.mkdir(parents=True)
    fetching.staging.symlink_to(theirs)
    assert fetching.run().sentence.startswith("The models folder cannot be written to: ")
    assert (theirs / "photo.jpg").read_bytes() == b"photo"


def test_a_disk_that_is_away_is_said(fetching: Fetching, tmp_path: Path) -> None:
    fetching.models.symlink_to(tmp_path / "away" / "models")
    end = fetching.run()
    assert end.state is FetchState.FAILED
    assert f"{fetching.models} is on a disk that is not connected" in end.sentence


@pytest.mark.parametrize("place", ["/mlx-community/Dot-4bit/{}", "file:///etc/passwd"])
def test_a_redirect_that_leads_nowhere_is_said(
    hub: LoopbackHub, fetching: Fetching, place: str
) -> None:
    to = place.format("resolve/x") if "{" in place else place
    hub.faults.refusals.append(Refusal("/resolve/", 302, {"Location": to}))
    end = fetching.run()
    assert end.state is FetchState.FAILED
    assert "does not answer like a model hub" in end.sentence or "secure: file." in end.sentence


# --- the disk ---------------------------------------------------------------------------------


def test_a_full_disk_is_said_before_anything_is_downloaded(
    hub: LoopbackHub, fetching: Fetching, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9, 120_000))
    end = fetching.run()
    assert (end.state, hub.sent()) == (FetchState.PAUSED, 0)
    assert end.sentence == (
        "There is not enough disk space: 550 kB is needed, 120 kB is free. Free some space, then"
        " resume."
    )


def test_a_disk_that_fills_up_pauses_and_keeps_what_has_arrived(
    hub: LoopbackHub,
    fetching: Fetching,
    contents: dict[str, bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write, left = part_file.PartFile.write, [200_000]

    def fill(part: part_file.PartFile, data: bytes) -> None:
        left[0] -= len(data)
        if left[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(part, data)

    monkeypatch.setattr(part_file.PartFile, "write", fill)
    end = fetching.run()
    assert end.state is FetchState.PAUSED
    assert end.sentence == (
        "The disk is full. Free some space, then resume; what has arrived is kept."
    )
    left[0] = 10**9
    before, missing = len(hub.requests), wanted_size(contents) - fetching.arrived()
    assert missing < wanted_size(contents)
    fetching.run()
    check_whole(fetching, contents)
    assert hub.sent(after=before) <= MOST * missing


def test_a_folder_that_cannot_be_written_is_said(fetching: Fetching) -> None:
    fetching.models.write_text("a file")
    end = fetching.run()
    assert end.state is FetchState.FAILED
    assert end.sentence.startswith("The models folder cannot be written to: ")


# --- refusals ---------------------------------------------------------------------------------

GATED = {"X-Error-Code": "GatedRepo"}


@pytest.mark.parametrize(
    ("part", "status", "headers", "token", "said"),
    [
        ("/resolve/", 401, GATED, "", "is gated. Request access at {page}, set your token"),
        ("/resolve/", 403, GATED, "hf_x", "your token does not open it yet. Request access at"),
        ("/resolve/", 403, GATED, "", "is gated. Request access at {page}, set your token"),
        ("/api/", 403, {}, "", "The hub answered with error 403. Try again later."),
        ("/api/", 401, {}, "", "The model {repository} is not on the hub, or it is private."),
        ("/api/", 401, {}, "hf_x", "The hub does not accept your token."),
        (
            "/api/",
            404,
            {},
            "",
            "The model {repository} was not found at {endpoint}. Check its name.",
        ),
        ("/resolve/", 404, {"X-Error-Code": "EntryNotFound"}, "", "is gone from the hub."),
        ("/api/", 418, {}, "", "The hub answered with error 418. Try again later."),
        (
            "/resolve/",
            302,
            {"Location": "ftp://x/y"},
            "",
            "an address that is not secure: x. Check",
        ),
    ],
)
def test_a_refusal_is_said(
    hub: LoopbackHub,
    fetching: Fetching,
    part: str,
    status: int,
    headers: dict[str, str],
    token: str,
    said: str,
) -> None:
    hub.faults.refusals.append(Refusal(part, status, headers))
    fetching.access = HubAccess(hub.url, token=token)
    end = fetching.run()
    page = fetching.access.page(REPOSITORY)
    assert end.state is FetchState.FAILED
    assert said.format(page=page, repository=REPOSITORY, endpoint=hub.url) in end.sentence


@pytest.mark.parametrize(
    ("status", "headers", "said"),
    [
        (429, {"Retry-After": "7"}, "The hub asks for fewer requests. Trying again in "),
        (429, {"Retry-After": "Wed, 21 Oct 2099 07:28:00 GMT"}, "The hub asks for fewer requests."),
        (503, {}, "The server is busy (error 503). Trying again in "),
        (500, {"Retry-After": "soon"}, "The server is busy (error 500)."),
        (503, {"Retry-After": f"Mon, 01 Jan {'9' * 20} 00:00:00 GMT"}, "The server is busy"),
    ],
)
@pytest.mark.parametrize("part", ["/api/", "/resolve/"])
def test_a_busy_hub_is_asked_again(
    hub: LoopbackHub,
    fetching: Fetching,
    contents: dict[str, bytes],
    part: str,
    status: int,
    headers: dict[str, str],
    said: str,
) -> None:
    hub.faults.refusals.append(Refusal(part, status, headers, times=3))
    fetching.run()
    check_whole(fetching, contents)
    assert part != "/api/" or fetching.sentences[0].startswith(said)


def test_a_server_is_given_the_time_it_asks_for() -> None:
    patience = Patience()
    assert all(patience.pause(0, 7.0) >= 7.0 for _ in range(50))
    assert patience.pause(1, 10.0**9) <= patience.longest_wish + patience.first_pause
    assert patience.pause(9, 0.0) >= patience.longest_pause / 2, "0 is no reason to ask forever"
    assert max(patience.pause(50, None) for _ in range(50)) <= patience.longest_pause


def test_a_link_that_has_expired_is_asked_for_again(
    hub: LoopbackHub, fetching: Fetching, contents: dict[str, bytes]
) -> None:
    hub.faults.expired_links = 5
    fetching.run()
    check_whole(fetching, contents)


def test_links_that_are_always_expired_are_said(hub: LoopbackHub, fetching: Fetching) -> None:
    hub.faults.expired_links = 10_000
    end = fetching.run()
    assert (end.state, end.sentence) == (
        FetchState.FAILED,
        "The server does not offer the files of this model at the moment. Try again later.",
    )


def test_a_server_that_stops_sending_is_asked_again(
    hub: LoopbackHub, fetching: Fetching, contents: dict[str, bytes]
) -> None:
    hub.faults.stall_after = 150_000
    fetching.run()
    check_whole(fetching, contents)
    assert hub.sent() <= MOST * wanted_size(contents)


def test_a_slow_first_byte_is_waited_for(
    hub: LoopbackHub, fetching: Fetching, contents: dict[str, bytes]
) -> None:
    hub.faults.first_byte_delay = 0.1
    fetching.run()
    check_whole(fetching, contents)
    assert len(hub.requests) == 1 + len(WANTED) + 3, "each file once, the large ones redirected"


def test_a_first_byte_that_never_comes_is_said_and_can_be_paused(
    hub: LoopbackHub, fetching: Fetching
) -> None:
    hub.faults.first_byte_delay = 60
    fetch = fetching.start()
    fetching.wait(lambda: fetching.sentences)
    assert fetching.sentences[0].startswith("The server stopped sending. Trying again in ")
    fetch.stop()
    assert fetch.join(10)
    seen = len(hub.requests)
    fetch = fetching.start(patience=ENDLESS)
    fetching.wait(lambda: len(hub.requests) > seen)
    fetch.stop()
    assert fetch.join(10), "the pause waits for the server"


def test_no_network_is_waited_for(hub: LoopbackHub, fetching: Fetching) -> None:
    fetching.access = HubAccess("http://127.0.0.1:9")
    fetching.start()
    fetching.wait(lambda: fetching.sentences)
    assert fetching.sentences[0].startswith(
        "Could not connect to http://127.0.0.1:9. Check the internet connection. Trying again in "
    )


@pytest.mark.parametrize(
    ("access", "said"),
    [
        ({"endpoint": "hub"}, "hub does not answer like a model hub."),
        ({"endpoint": "ftp://hub"}, "ftp://hub does not answer like a model hub."),
        ({"proxy": "no proxy"}, "no proxy is not the address of a proxy"),
        ({"proxy": "socks9://x"}, "socks9://x is not the address of a proxy"),
    ],
)
def test_an_address_that_is_none_is_said(
    hub: LoopbackHub, fetching: Fetching, access: dict[str, Any], said: str
) -> None:
    fetching.access = HubAccess(**{"endpoint": hub.url, **access})
    end = fetching.run()
    assert end.state is FetchState.FAILED
    assert said in end.sentence


def test_a_proxy_is_used(hub: LoopbackHub, fetching: Fetching) -> None:
    fetching.access = HubAccess("http://hub.invalid", proxy=hub.url)
    fetching.start()
    fetching.wait(lambda: hub.requests)
    assert hub.requests[0].headers["host"] == "hub.invalid"


def test_strict_offline_refuses(hub: LoopbackHub, fetching: Fetching) -> None:
    offline.strict(True)
    end = fetching.run()
    assert end.state is FetchState.PAUSED
    assert end.sentence.startswith("Strict offline is on, so nothing is downloaded.")
    assert not hub.requests


def test_a_model_without_safetensors_is_refused(hub: LoopbackHub, fetching: Fetching) -> None:
    for name in (BIG, SMALL):
        (hub.repositories.root / REPOSITORY / name).unlink()
    hub.repositories.push(REPOSITORY)
    end = fetching.run()
    assert end.sentence.startswith(f"{REPOSITORY} has no safetensors files")
