"""Signs a bundle inside out: every library, then the app with its seal; on a Mac by codesign."""

import sys
import tempfile
from pathlib import Path

from bundling.macos import ad_hoc
from bundling.macos.entitlements import entitlements
from bundling.macos.macho import macho_files
from bundling.macos.seal import CODE_RESOURCES, code_resources
from bundling.target import IDENTIFIER, Tree
from bundling.tools import BuildFailed, run

AD_HOC = "-"


def sign_bundle(tree: Tree, identity: str = AD_HOC) -> None:
    """Sign all code of the bundle. `identity` is the name of a Developer ID certificate in the
    keychain of a Mac; AD_HOC needs none."""
    libraries = [path for path in macho_files(tree.root) if path != tree.launcher]
    if sys.platform == "darwin":
        _by_codesign(tree, libraries, identity)
    elif identity == AD_HOC:
        _by_ourselves(tree, libraries)
    else:
        raise BuildFailed("Only a Mac can sign with a certificate.")


def _by_ourselves(tree: Tree, libraries: list[Path]) -> None:
    for path in libraries:
        _write(path, ad_hoc.sign(path.read_bytes(), _identifier(path)))
    contents = tree.root / "Contents"
    executable = tree.launcher.relative_to(contents).as_posix()
    resources = code_resources(contents, executable)
    seal = contents / CODE_RESOURCES
    seal.parent.mkdir(exist_ok=True)
    seal.write_bytes(resources)
    info = (contents / "Info.plist").read_bytes()
    signed = ad_hoc.sign(tree.launcher.read_bytes(), IDENTIFIER, info, resources)
    _write(tree.launcher, signed)


def _write(path: Path, data: bytes) -> None:
    """Write a new file in place of the old one: a Mac remembers the signature of a file that ran,
    and ends a program that was changed in place."""
    mode = path.stat().st_mode
    path.unlink()
    path.write_bytes(data)
    path.chmod(mode)


def _identifier(path: Path) -> str:
    return f"{IDENTIFIER}.{path.name.split('.')[0]}"


def _by_codesign(tree: Tree, libraries: list[Path], identity: str) -> None:
    """Only a Mac confirms this branch. Library validation compares teams, and an ad-hoc signature
    has none: the hardened runtime is for certificates alone."""
    options = ["--force", "--sign", identity]
    if identity != AD_HOC:
        options += ["--options", "runtime", "--timestamp"]
    for path in libraries:
        run("codesign", *options, "--identifier", _identifier(path), str(path))
    with tempfile.TemporaryDirectory() as folder:
        allowed = entitlements()
        if allowed and identity != AD_HOC:
            file = Path(folder, "entitlements.plist")
            file.write_bytes(allowed)
            options += ["--entitlements", str(file)]
        run("codesign", *options, str(tree.root))
    run("codesign", "--verify", "--deep", "--strict", str(tree.root))
