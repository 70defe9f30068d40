#!/usr/bin/env sh
# Runs the server, three TVs and simulated staff for HOURS (default 2) with faults, and prints a table (scripts/README.md).
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
need_node
need_packages ffmpeg:ffmpeg faketime:faketime chromium:chromium
need_modules
need_build
exec node --import tsx scripts/soak/soak.ts "$@"
