"""Signs a macOS bundle, packs it, and has Apple notarize it if the secrets for that are there.

    python packaging/bundling/mac_release.py dist dist/release

The first folder is that of `bundle.py macos`. Runs on a Mac only, and has not run on one yet.
Secrets come from the environment and are never printed: MACOS_CERTIFICATE (.p12 in Base64),
MACOS_CERTIFICATE_PASSWORD, NOTARY_KEY (.p8), NOTARY_KEY_ID, NOTARY_ISSUER.
"""

import base64
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bundling.macos.signing import AD_HOC, sign_bundle
from bundling.target import macos_tree
from bundling.tools import BuildFailed
from bundling.version import project_version

CERTIFICATE = ("MACOS_CERTIFICATE", "MACOS_CERTIFICATE_PASSWORD")
NOTARY = ("NOTARY_KEY", "NOTARY_KEY_ID", "NOTARY_ISSUER")
_IDENTITY = re.compile(r'"(Developer ID Application: [^"]+)"')


class Failed(BuildFailed):
    """A step failed; the message names the tool and what it said."""


def release(out: Path, folder: Path) -> list[Path]:
    """Return the files that people may download. Raises BuildFailed."""
    folder.mkdir(parents=True, exist_ok=True)
    app = macos_tree(out).root
    name = f"duologue-{project_version()}-macos-arm64"
    with signing_identity() as identity:
        if identity == AD_HOC:
            print("No certificate: the app is signed ad hoc, and people must allow it once.")
            archive = Path(shutil.copy2(out / f"{name}-adhoc.zip", folder))
            return [disk_image(app, folder / f"{name}-adhoc.dmg"), archive]
        sign_bundle(macos_tree(out), identity)
        image = disk_image(app, folder / f"{name}.dmg")
        _run("codesign", "--force", "--timestamp", "--sign", identity, str(image))
    notarize(image)
    return [image]


@contextmanager
def signing_identity() -> Iterator[str]:
    """Give the name of the Developer ID certificate, in a keychain of its own that goes away
    afterwards, or AD_HOC if there is no certificate."""
    certificate, password = _secrets(CERTIFICATE)
    if not certificate:
        yield AD_HOC
        return
    with tempfile.TemporaryDirectory() as place:
        file, keychain = Path(place, "certificate.p12"), str(Path(place, "release.keychain-db"))
        file.write_bytes(base64.b64decode(certificate))
        own = secrets.token_urlsafe()
        before = re.findall(r'"(.+)"', _run("security", "list-keychains", "-d", "user"))
        _run("security", "create-keychain", "-p", own, keychain)
        try:
            _run("security", "set-keychain-settings", "-lut", "3600", keychain)
            _run("security", "unlock-keychain", "-p", own, keychain)
            tool = ("-T", "/usr/bin/codesign")
            _run("security", "import", str(file), "-k", keychain, "-P", password, *tool)
            allowed = ("-S", "apple-tool:,apple:", "-s", "-k", own, keychain)
            _run("security", "set-key-partition-list", *allowed)
            _run("security", "list-keychains", "-d", "user", "-s", keychain, *before)
            listed = _run("security", "find-identity", "-v", "-p", "codesigning", keychain)
            if not (found := _IDENTITY.search(listed)):
                raise Failed("MACOS_CERTIFICATE has no valid Developer ID Application certificate.")
            yield found[1]
        finally:
            _run("security", "delete-keychain", keychain)


def disk_image(app: Path, image: Path) -> Path:
    """Write a disk image with the app and a link to the folder Applications."""
    with tempfile.TemporaryDirectory() as place:
        _run("ditto", str(app), str(Path(place, app.name)))
        Path(place, "Applications").symlink_to("/Applications")
        form = ("-volname", "Duologue", "-fs", "HFS+", "-format", "ULFO", "-ov")
        _run("hdiutil", "create", *form, "-srcfolder", place, str(image))
    return image


def notarize(image: Path) -> None:
    """Have Apple check the image, and attach the ticket. Without the secrets, say so."""
    key, key_id, issuer = _secrets(NOTARY)
    if not key:
        print("No key for notarizing: Gatekeeper will warn of the app.")
        return
    with tempfile.TemporaryDirectory() as place:
        file = Path(place, "AuthKey.p8")
        file.write_text(key)
        account = ("--key", str(file), "--key-id", key_id, "--issuer", issuer)
        form = ("--wait", "--timeout", "45m", "--output-format", "json")
        answer = json.loads(_run("xcrun", "notarytool", "submit", str(image), *account, *form))
        if answer.get("status") != "Accepted":
            print(_run("xcrun", "notarytool", "log", str(answer.get("id")), *account))
            raise Failed(f"Apple's answer is {answer.get('status')}, see the log above.")
    _run("xcrun", "stapler", "staple", str(image))
    assessed = ("-a", "-t", "open", "--context", "context:primary-signature", "-vv", str(image))
    _run("spctl", *assessed)


def _secrets(names: tuple[str, ...]) -> list[str]:
    """Return the values, all "" if none is set. Raises Failed if some are missing."""
    values = [os.environ.get(name, "").strip() for name in names]
    missing = [name for name, value in zip(names, values, strict=True) if not value]
    if missing and len(missing) < len(names):
        raise Failed(f"{', '.join(missing)} is not set, but the other secrets are.")
    return values


def _run(*command: str) -> str:
    """Return what a tool printed. Raises Failed without its arguments, which hold passwords."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"{command[0]} {command[1]} failed: {done.stderr.strip()}")
    return done.stdout


def main(out: str, folder: str) -> int:
    try:
        for path in release(Path(out), Path(folder)):
            print(path)
    except BuildFailed as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
