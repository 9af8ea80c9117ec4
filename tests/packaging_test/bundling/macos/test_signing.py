"""On a Mac, codesign signs the same files in the same order, the app last."""

from pathlib import Path

import pytest

from bundling.macos import signing
from bundling.macos.signing import AD_HOC, sign_bundle
from tests.kit.macho import small_app

CERTIFICATE = "Developer ID Application: Somebody (TEAM)"


@pytest.mark.parametrize("identity", [AD_HOC, CERTIFICATE])
def test_codesign_signs_inside_out_and_verifies(
    identity: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = small_app(tmp_path)
    called: list[tuple[str, ...]] = []
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr(signing, "run", lambda *words: called.append(words))
    sign_bundle(tree, identity)
    assert {words[0] for words in called} == {"codesign"}
    libraries = [str(tree.libraries / "one.dylib"), str(tree.packages / "native/two.so")]
    assert [words[-1] for words in called] == [*libraries, str(tree.root), str(tree.root)]
    assert called[-1][1:4] == ("--verify", "--deep", "--strict")
    for words in called[:-1]:
        assert words[1:4] == ("--force", "--sign", identity)
        # library validation would refuse libraries without a team
        assert ("runtime" in words) == (identity == CERTIFICATE)
