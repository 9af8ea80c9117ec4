"""The last stages make an archive out of a filled tree, or say what is wrong with it."""

import json
import os
import plistlib
import shutil
import stat
import struct
import subprocess
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bundling.icon_images import LINUX_SIZES, png, write_hicolor
from bundling.macos.archive import pack
from bundling.macos.composed_icon import write_document
from bundling.macos.entitlements import ENTITLEMENTS, NOT_NEEDED, entitlements
from bundling.macos.finish import finish
from bundling.macos.frameworks import link_frameworks
from bundling.macos.icns import TYPES, icns
from bundling.macos.info_plist import SERVICE_MESSAGE, info_plist
from bundling.macos.seal import seal_faults
from bundling.macos.signing import sign_bundle
from bundling.tools import BuildFailed
from tests.kit.macho import X86_64, fat, macho, small_app


@pytest.fixture(autouse=True)
def _without_codesign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")


@pytest.mark.skipif(not shutil.which("unzip"), reason="unzip is not installed")
def test_an_app_is_finished_and_survives_its_archive(tmp_path: Path) -> None:
    tree = small_app(tmp_path)
    (tree.packages / "native/both.so").write_bytes(fat(macho(cpu=X86_64), macho()))
    done = finish(tree, "1.2.3")
    assert done.archive.name == "duologue-1.2.3-macos-arm64-adhoc.zip"
    assert (done.thinned, done.report.files) == (1, 4)
    assert any("4 Mach-O files checked" in line for line in done.lines())
    out = tmp_path / "unpacked"
    subprocess.run(["unzip", "-q", done.archive, "-d", out], check=True)
    app = out / "Duologue.app"
    assert list(seal_faults(app / "Contents", "MacOS/Duologue")) == []
    assert os.access(app / "Contents/MacOS/Duologue", os.X_OK)
    assert (app / "Contents/Resources/app/link.py").readlink() == Path("main.py")


def test_a_faulty_app_is_not_packed(tmp_path: Path) -> None:
    tree = small_app(tmp_path)
    (tree.packages / "native/new.so").write_bytes(macho(system=(26, 0)))
    with pytest.raises(BuildFailed, match=r"new\.so: needs macOS 26\.0"):
        finish(tree, "1.2.3")
    assert not list(tmp_path.glob("*.zip"))


def test_only_a_mac_signs_with_a_certificate(tmp_path: Path) -> None:
    with pytest.raises(BuildFailed, match="Only a Mac"):
        sign_bundle(small_app(tmp_path), "Developer ID Application: Somebody")


def test_the_same_files_make_the_same_archive(tmp_path: Path) -> None:
    first, second = small_app(tmp_path / "1"), small_app(tmp_path / "2")
    os.utime(second.app / "main.py", (1e9, 1e9))
    pack(first.root, tmp_path / "1.zip")
    pack(second.root, tmp_path / "2.zip")
    assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "1.zip") as file:
        link = file.getinfo("Duologue.app/Contents/Resources/app/link.py")
    assert stat.S_ISLNK(link.external_attr >> 16)


def test_frameworks_get_their_links(tmp_path: Path) -> None:
    framework = tmp_path / "QtCore.framework"
    for folder in ("Versions/A/Resources", "Resources"):
        (framework / folder).mkdir(parents=True)
        (framework / folder / "Info.plist").write_text("plist")
    (framework / "Versions/A/QtCore").write_text("code")
    for _ in range(2):
        assert link_frameworks(tmp_path) == 1
        assert (framework / "Versions/Current").readlink() == Path("A")
        assert (framework / "QtCore").read_text() == "code"
        assert (framework / "Resources").readlink() == Path("Versions/Current/Resources")


def test_the_description_says_what_the_app_opens_and_offers() -> None:
    found = plistlib.loads(info_plist("1.2.3"))
    assert (found["CFBundleVersion"], found["LSMinimumSystemVersion"]) == ("1.2.3", "14.0")
    assert "CFBundleIconName" not in found
    assert plistlib.loads(info_plist("1.2.3", assets=True))["CFBundleIconName"] == "Duologue"
    opened = {it for each in found["CFBundleDocumentTypes"] for it in each["LSItemContentTypes"]}
    assert {"public.image", "public.movie", "com.adobe.pdf", "public.folder"} <= opened
    assert found["CFBundleURLTypes"][0]["CFBundleURLSchemes"] == ["duologue"]
    (service,) = found["NSServices"]
    assert service["NSMessage"] == SERVICE_MESSAGE == "askDuologue"
    assert {"public.image", "public.movie"} <= {*service["NSSendFileTypes"]} <= opened
    assert "GPL-3.0-or-later as a whole" in found["NSHumanReadableCopyright"]
    assert not [key for key in found if "Microphone" in key or "Camera" in key]


def test_usage_texts_are_in_both_languages(tmp_path: Path) -> None:
    tree = small_app(tmp_path)
    found = plistlib.loads((tree.root / "Contents/Info.plist").read_bytes())
    asked = {key for key in found if key.endswith("UsageDescription")}
    for language in ("en", "de"):
        place = tree.root / f"Contents/Resources/{language}.lproj/InfoPlist.strings"
        texts = plistlib.loads(place.read_bytes())
        assert texts.keys() == asked and all(texts.values())
    network = found["NSLocalNetworkUsageDescription"]
    assert all(it in network for it in ("tool servers", "model servers", "computers", "own server"))
    assert texts["NSLocalNetworkUsageDescription"] != found["NSLocalNetworkUsageDescription"]


def test_every_entitlement_has_a_reason() -> None:
    assert not ENTITLEMENTS.keys() & NOT_NEEDED.keys()
    assert all(reason.endswith(".") for reason in (*ENTITLEMENTS.values(), *NOT_NEEDED.values()))
    granted = plistlib.loads(entitlements()) if ENTITLEMENTS else {}
    assert granted.keys() == ENTITLEMENTS.keys()


def test_the_icon_has_all_sizes() -> None:
    data = icns()
    assert data[:4] == b"icns" and int.from_bytes(data[4:8]) == len(data)
    at, found = 8, {}
    while at < len(data):
        kind, length = struct.unpack_from(">4sI", data, at)
        with Image.open(BytesIO(data[at + 8 : at + length])) as image:
            found[kind.decode()] = image.width
            corner = image.convert("RGBA").getpixel((0, 0))
            assert isinstance(corner, tuple) and corner[3] == 0
        at += length
    assert found == TYPES


def test_the_looks_of_the_icon_are_taken_apart_for_a_mac(tmp_path: Path) -> None:
    write_document(tmp_path / "Duologue.icon")
    document = json.loads((tmp_path / "Duologue.icon/icon.json").read_text())
    (layer,) = document["groups"][0]["layers"]
    for specializations in (document["fill-specializations"], layer["image-name-specializations"]):
        assert [it.get("appearance") for it in specializations] == [None, "dark", "tinted"]
    assert all(len(it["value"]["linear-gradient"]) == 2 for it in document["fill-specializations"])
    for it in layer["image-name-specializations"]:
        drawing = tmp_path / "Duologue.icon/Assets" / it["value"]
        with Image.open(BytesIO(png(64, drawing))) as image:
            shown = image.convert("RGBA")
        corner, voice = shown.getpixel((2, 2)), shown.getpixel((20, 30))
        assert isinstance(corner, tuple) and isinstance(voice, tuple)
        assert (corner[3], voice[3]) == (0, 255)


def test_linux_gets_an_image_of_each_size(tmp_path: Path) -> None:
    write_hicolor(tmp_path, "duologue")
    for size in LINUX_SIZES:
        with Image.open(tmp_path / f"hicolor/{size}x{size}/apps/duologue.png") as image:
            assert image.size == (size, size)
            middle = image.convert("RGBA").getpixel((size // 2, size // 2))
            assert isinstance(middle, tuple) and middle[3] == 255
    assert (tmp_path / "hicolor/scalable/apps/duologue.svg").is_file()
