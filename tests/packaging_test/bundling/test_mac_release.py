"""The order of signing and notarizing, with tools that write down how they were called.

The tools themselves run on a Mac alone.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bundling import mac_release
from bundling.mac_release import CERTIFICATE, NOTARY, Failed, release, signing_identity
from bundling.target import macos_tree
from bundling.version import project_version

IDENTITY = "Developer ID Application: A Person (ABCDE12345)"
TOOL = """#!/bin/sh
echo "{name} $*" >> "{log}"
case "$1" in
    find-identity) echo '  1) 0123 "{identity}"' ;;
    notarytool) echo '{{"id": "1", "status": "'"$NOTARY_ANSWER"'"}}' ;;
    create) for last; do :; done; : > "$last" ;;
esac
"""


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Return the calls of the tools so far."""
    log, place = tmp_path / "log", tmp_path / "tools"
    place.mkdir()
    for name in ("security", "ditto", "hdiutil", "codesign", "xcrun", "spctl"):
        tool = place / name
        tool.write_text(TOOL.format(name=name, log=log, identity=IDENTITY))
        tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:/usr/bin:/bin")
    monkeypatch.setenv("NOTARY_ANSWER", "Accepted")
    for name in (*CERTIFICATE, *NOTARY):
        monkeypatch.delenv(name, raising=False)
    return lambda: log.read_text().splitlines()


@pytest.fixture
def signed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the identities that the app was signed with. Signing has tests of its own."""
    found: list[str] = []
    monkeypatch.setattr(mac_release, "sign_bundle", lambda tree, identity: found.append(identity))
    return found


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    launcher = macos_tree(tmp_path).launcher
    launcher.parent.mkdir(parents=True)
    launcher.write_text("launcher")
    archive = f"duologue-{project_version()}-macos-arm64-adhoc.zip"
    (tmp_path / archive).write_text("archive")
    return tmp_path


def give_secrets(monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...]) -> None:
    for name in names:
        monkeypatch.setenv(name, "c2VjcmV0")


def test_without_secrets_the_app_is_signed_ad_hoc_and_named_so(
    bundle: Path, calls: Callable[[], list[str]], signed: list[str]
) -> None:
    image, archive = release(bundle, bundle / "release")
    assert signed == []  # bundle.py has signed it
    assert image.name.endswith("-macos-arm64-adhoc.dmg")
    assert archive.name.endswith("-macos-arm64-adhoc.zip")
    assert archive.read_text() == "archive"
    assert [it.split()[0] for it in calls()] == ["ditto", "hdiutil"]


def test_with_secrets_the_image_is_signed_notarized_and_stapled_in_this_order(
    bundle: Path,
    calls: Callable[[], list[str]],
    signed: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give_secrets(monkeypatch, (*CERTIFICATE, *NOTARY))
    (image,) = release(bundle, bundle / "release")
    assert signed == [IDENTITY]
    assert image.name.endswith("-macos-arm64.dmg")
    after = [" ".join(it.split()[:2]) for it in calls()]
    after = after[after.index("security find-identity") :]
    assert after == [
        "security find-identity",
        "ditto " + str(macos_tree(bundle).root),
        "hdiutil create",
        "codesign --force",
        "security delete-keychain",
        "xcrun notarytool",
        "xcrun stapler",
        "spctl -a",
    ]


def test_a_refusal_of_apple_stops_the_release_with_its_log(
    bundle: Path,
    calls: Callable[[], list[str]],
    signed: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give_secrets(monkeypatch, (*CERTIFICATE, *NOTARY))
    monkeypatch.setenv("NOTARY_ANSWER", "Invalid")
    with pytest.raises(Failed, match="Apple's answer is Invalid"):
        release(bundle, bundle / "release")
    assert calls()[-1].startswith("xcrun notarytool log 1")


def test_half_of_the_secrets_is_a_mistake(
    calls: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    give_secrets(monkeypatch, CERTIFICATE[:1])
    with pytest.raises(Failed, match="MACOS_CERTIFICATE_PASSWORD is not set"), signing_identity():
        pass


def test_a_failure_tells_no_password(
    calls: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    give_secrets(monkeypatch, CERTIFICATE)
    (tmp_path / "tools" / "security").write_text("#!/bin/sh\necho no such keychain >&2\nexit 1\n")
    with pytest.raises(Failed) as error, signing_identity():
        pass
    assert str(error.value) == "security list-keychains failed: no such keychain"
    assert json.dumps(str(error.value)).count("c2VjcmV0") == 0
