#!/usr/bin/env sh
# Installs what is missing, builds, and runs Antessala in the foreground (on PORT, default 8080).
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
need_node
need_packages ffmpeg:ffmpeg || say 'Going on without ffmpeg: only images and ready-to-play MP4 files will be accepted.'
need_packages espeak-ng:espeak-ng || say 'Going on without espeak-ng: patients are called with a chime only.'
command -v RHVoice-test >/dev/null 2>&1 || say 'For a better voice of calls (RHVoice, Letícia-F123): scripts/install/README.md, "The voice of calls".'
need_modules
need_build
# 4 MB for new objects instead of 16: as fast, and memory after a busy minute is 24 MB smaller.
exec node --max-semi-space-size=4 dist/server.cjs
