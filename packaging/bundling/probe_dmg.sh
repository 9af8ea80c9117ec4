#!/usr/bin/env bash
# Mount the disk image of a release, probe the app inside it, and let go of it again. Runs on a Mac.
set -euo pipefail

place=$(mktemp -d)
hdiutil attach -nobrowse -readonly -mountpoint "$place" "$1"
trap 'hdiutil detach "$place" -force' EXIT
codesign --verify --deep --strict --verbose=2 "$place/Duologue.app"
if ! spctl --assess --type execute --verbose "$place/Duologue.app"; then
    if xcrun stapler validate "$1"; then
        echo "Gatekeeper refuses the app, although Apple notarized it."
        exit 1
    fi
    echo "Gatekeeper refuses the app, as expected of one without a ticket."
fi
"$place/Duologue.app/Contents/MacOS/Duologue" --probe
