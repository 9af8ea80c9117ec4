"""The entitlements of the app under the hardened runtime: none, and why none of the usual ones."""

import plistlib

# Each key with its reason. What is named here would be granted to the main executable, which is the
# program of the worker processes too.
ENTITLEMENTS: dict[str, str] = {}

# Bundles of Python often ask for these; the reason says what would have to change before this one
# needs them.
NOT_NEEDED: dict[str, str] = {
    "com.apple.security.cs.disable-library-validation": (
        "Every Mach-O file inside is signed by the same team. MLX alone would load a foreign one: "
        "it compiles kernels for the CPU where a Mac has no Metal, and such a Mac cannot run the "
        "app."
    ),
    "com.apple.security.cs.allow-jit": (
        "Metal compiles its kernels in a process of the system. Regular expressions of Qt are "
        "interpreted where they cannot be compiled."
    ),
    "com.apple.security.cs.allow-unsigned-executable-memory": (
        "Callbacks of ctypes use trampolines inside the signed code of libffi."
    ),
    "com.apple.security.cs.allow-dyld-environment-variables": (
        "All libraries are found relative to the file that loads them."
    ),
    "com.apple.security.device.audio-input": "The app does not listen.",
    "com.apple.security.device.camera": "The app does not look through the camera.",
    "com.apple.security.automation.apple-events": "The app steers no other app.",
}


def entitlements() -> bytes:
    """Return the property list for `codesign --entitlements`, b"" if there are none."""
    return plistlib.dumps(dict.fromkeys(ENTITLEMENTS, True)) if ENTITLEMENTS else b""
