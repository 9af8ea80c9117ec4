#!/usr/bin/env bash
# Install the .deb of a release in a bare Debian, unpack its .tar.zst, and probe both. Runs as root inside it:
#   docker run --rm -v "$PWD:/duologue:ro" debian:12 /duologue/packaging/bundling/probe_in_debian.sh /duologue/dist/release
set -euo pipefail

release=$(realpath "$1")
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -qq -y --no-install-recommends "$release"/*.deb zstd
duologue --probe

# The system libraries of the package stay, which the README names for the archive.
apt-get remove -qq -y duologue
place=$(mktemp -d)
tar --extract --zstd --directory "$place" --file "$release"/*.tar.zst
"$place/duologue/bin/duologue" --probe
