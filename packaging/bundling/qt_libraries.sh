#!/usr/bin/env bash
# Install the system libraries that run.py names for Qt, on a runner of GitHub.
set -euo pipefail

folder=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")
mapfile -t packages < <(PYTHONPATH=$folder python3 -c 'import run; print(*run.needed_libraries("linux", {}).values(), sep="\n")')
sudo apt-get update -qq
sudo apt-get install -qq -y --no-install-recommends "${packages[@]}"
