#!/usr/bin/env bash
# Make a draft of a release on GitHub with all files of a folder. A maintainer reads it, and publishes it.
#   draft_release.sh v0.1.0 notes.md dist/release
set -euo pipefail

tag=$1 notes=$2 folder=$3
gh release view "$tag" >/dev/null 2>&1 || gh release create "$tag" --draft --verify-tag --title "Duologue ${tag#v}" --notes-file "$notes"
[[ $(gh release view "$tag" --json isDraft --jq .isDraft) == true ]] || {
    echo "Release $tag is published already; nothing of it was changed." >&2
    exit 1
}
gh release edit "$tag" --notes-file "$notes"
# What an earlier draft of this tag has and this one has not, such as a signature of other checksums.
gh release view "$tag" --json assets --jq '.assets[].name' | while IFS= read -r name; do
    [[ -e $folder/$name ]] || gh release delete-asset "$tag" "$name" --yes
done
gh release upload "$tag" "$folder"/* --clobber
