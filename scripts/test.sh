#!/usr/bin/env sh
# Every test: types, server, web, and the browser. Installs what is missing; ends with the test runner's summary.
# Usage: scripts/test.sh [FILE ...]
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
need_node
need_packages ffmpeg:ffmpeg chromium:chromium
need_modules
need_build
npm run -s lint
npx --no-install tsc --noEmit
# In memory where there is room and programs may run: tests wait for the disk more than for anything else.
place="${TMPDIR:-/tmp}"
if [ "$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')" -gt 2000000 ] 2>/dev/null; then place=/dev/shm; fi
work="$(mktemp -d "$place/antessala-tests-XXXXXX")"
cp /bin/true "$work/true" && "$work/true" || { rm -rf "$work"; work="$(mktemp -d)"; }
# Some tests act as another user, who has to get through.
chmod 755 "$work"
# What several files need is made once: see src/testing/media.ts.
export TMPDIR="$work" TEST_MEDIA_DIR="$work/media"

# To load the whole program takes longer than most tests of a feature: those of one folder share a process. A player has its own.
if [ "$#" -eq 0 ]; then
  mkdir "$work/together"
  folders='src/features/accounts src/features/categories src/features/media src/features/messages src/features/players src/features/playlists src/features/settings web/pages/admin'
  for folder in $folders; do
    for file in $(find "$folder" -name '*.test.ts' | sort); do
      printf "import '%s';\n" "$PWD/$file" >> "$work/together/$(echo "$folder" | tr / -).mjs"
    done
  done
  set -- $(find src web scripts -name '*.test.ts' | grep -vE "^($(echo $folders | tr ' ' '|'))/" | sort) "$work"/together/*.mjs
fi

# Three files at a time on two cores: players and browsers wait more than they work.
node --import tsx --test --test-concurrency=3 --test-timeout=900000 --test-reporter=spec "$@" &
runner=$!
trap 'kill "$runner"; wait "$runner"' INT TERM
status=0
wait "$runner" || status=$?
rm -rf "$work"
exit "$status"
