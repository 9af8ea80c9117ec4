"""The seal lists each file of a bundle as codesign does, and finds what was changed after it."""

import hashlib
import plistlib
from pathlib import Path

import pytest

from bundling.macos.macho import MachO, Malformed
from bundling.macos.seal import CODE_RESOURCES, code_resources, seal_faults
from bundling.macos.signature import signature_of
from bundling.target import Tree
from tests.kit.macho import macho

MAIN = "MacOS/Duologue"


def contents(tree: Tree) -> Path:
    return tree.root / "Contents"


def faults(tree: Tree) -> list[str]:
    return list(seal_faults(contents(tree), MAIN))


def test_the_seal_has_hashes_links_and_nested_code(tree: Tree) -> None:
    sealed = plistlib.loads((contents(tree) / CODE_RESOURCES).read_bytes())
    files = sealed["files2"]
    assert files["Resources/app/main.py"] == {"hash2": hashlib.sha256(b"print()").digest()}
    assert files["Resources/app/link.py"] == {"symlink": "main.py"}
    code = signature_of(MachO((tree.libraries / "one.dylib").read_bytes()))
    assert code is not None
    digest = code.best.own_hash
    nested = {"cdhash": digest, "requirement": f'cdhash H"{digest.hex()}"'}
    assert files["Frameworks/one.dylib"] == nested
    assert files["Resources/de.lproj/InfoPlist.strings"]["optional"] is True
    assert "Info.plist" not in files and "PkgInfo" not in files and MAIN not in files
    old = sealed["files"]
    assert old["Resources/app/main.py"] == hashlib.sha1(b"print()").digest()
    assert "Frameworks/one.dylib" not in old and "Resources/app/link.py" not in old


def test_a_sealed_app_has_no_faults(tree: Tree) -> None:
    assert faults(tree) == []


def test_each_change_is_found(tree: Tree) -> None:
    app = tree.app
    (app / "main.py").write_text("print(1)")
    (app / "link.py").unlink()
    (app / "added.pyc").write_bytes(b"")
    assert set(faults(tree)) == {
        "Resources/app/link.py is missing.",
        "Resources/app/main.py was changed.",
        "Resources/app/added.pyc is not sealed.",
    }


def test_a_changed_description_or_seal_is_found(tree: Tree) -> None:
    info = contents(tree) / "Info.plist"
    info.write_bytes(info.read_bytes() + b"\n")
    assert faults(tree) == [f"The signature of {MAIN} does not cover Info.plist."]
    sealed = contents(tree) / CODE_RESOURCES
    sealed.write_bytes(sealed.read_bytes() + b"\n")
    assert f"The signature of {MAIN} does not cover CodeResources." in faults(tree)
    sealed.unlink()
    assert faults(tree) == ["The bundle has no CodeResources."]


def test_only_signed_code_may_lie_in_folders_of_code(tree: Tree) -> None:
    for data, words in ((macho(), "has no signature"), (b"text", "not a Mach-O")):
        (tree.libraries / "data").write_bytes(data)
        with pytest.raises(Malformed, match=words):
            code_resources(contents(tree), MAIN)
