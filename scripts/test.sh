#!/usr/bin/env sh
# Every test: types, server, web, and the browser. Installs what is missing; ends with the test runner's summary.
# Usage: [TEST_CLOCK=FILE] scripts/test.sh [FILE ...]     TEST_CLOCK: how long each room of files took goes there
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
need_node
need_packages ffmpeg:ffmpeg espeak-ng:espeak-ng chromium:chromium
# The engine without a browser's windows costs half; where a system has no such package, its browser does.
need_packages chromium-headless-shell:chromium-headless-shell || true
need_modules
{ npm run -s lint && npx --no-install tsc --noEmit; } &
checks=$!
need_build
# In memory where there is room and programs may run: tests wait for the disk more than for anything else.
place="${TMPDIR:-/tmp}"
if [ "$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')" -gt 2000000 ] 2>/dev/null; then place=/dev/shm; fi
work="$(mktemp -d "$place/antessala-tests-XXXXXX")"
cp /bin/true "$work/true" && "$work/true" || { rm -rf "$work"; work="$(mktemp -d)"; }
# Some tests act as another user, who has to get through.
chmod 755 "$work"
# What several files need is made once: see src/testing/media.ts.
export TMPDIR="$work" TEST_MEDIA_DIR="$work/media"

# To start the program's parts or a browser takes longer than most tests: the files of a room share a process. Rooms begin in
# the order of their names, the longest first and the shortest last, so that no core is idle at the end. Alone stays what
# starts, fills or measures a process of its own.
room_of() {
  case "$1" in
    web/accessibility.browser.test.ts) echo 0-accessibility ;;
    web/player/faults.* | web/player/picture.* | web/player/offline.* | web/player/programme.* | web/player/engines.*) player_room 0 "$1" ;;
    web/player/call-engines.* | web/player/player.*) player_room 2 "$1" ;;
    web/player/call*.browser.test.ts) echo 1-player-calls ;;
    web/player/*.browser.test.ts) echo 1-player-rest ;;
    web/pages/manage/upload/*.browser.test.ts) echo 1-upload ;;
    web/pages/manage/*.browser.test.ts) echo 1-manage ;;
    web/pages/admin/settings/*.browser.test.ts) echo 1-settings ;;
    web/pages/admin/*.browser.test.ts) echo 1-admin ;;
    web/pages/programme/*.browser.test.ts | web/pages/calls/*.browser.test.ts) echo 1-pages-programme-calls ;;
    web/pages/*.browser.test.ts | web/components/*.browser.test.ts) echo 1-pages ;;
    web/*.browser.test.ts) echo 1-studio ;;
    src/access-matrix.test.ts) echo 1-access ;;
    src/freshness.test.ts | src/odd-texts.test.ts | src/validation.test.ts | src/fuzz.test.ts) echo 1-every-call ;;
    scripts/* | src/cli/* | */crash.test.ts | src/full-disk.test.ts | src/main.test.ts) echo "$1" | tr / - | sed 's/^/4-/; s/\.test\.ts$//' ;;
    src/features/accounts/* | src/features/media/* | src/features/players/* | src/features/radio/* | src/features/calls/*) dirname "$1" | tr / - | sed 's/^/3-/' ;;
    src/features/*) echo 3-features ;;
    src/platform/*) echo 3-platform ;;
    src/*) echo 3-program ;;
    web/*) echo 3-studio-and-player ;;
  esac
}
player_room() { echo "$1-player-$(basename "$2" .browser.test.ts)"; }
if [ "$#" -eq 0 ]; then
  mkdir "$work/rooms"
  for file in $(find src web scripts -name '*.test.ts' | sort); do
    room="$work/rooms/$(room_of "$file").mjs"
    [ -f "$room" ] || printf "import '%s';\n" "$PWD/scripts/testing/room-clock.mjs" > "$room"
    printf "import '%s';\n" "$PWD/$file" >> "$room"
  done
  set -- "$work"/rooms/*.mjs
fi

# Plain JavaScript: see bundle-tests.mjs.
node scripts/testing/bundle-tests.mjs "$work/tests" "$@" > "$work/files" || { rm -rf "$work"; exit 1; }
wait "$checks" || { rm -rf "$work"; exit 1; }
# Five rooms at a time on two cores, for players and browsers wait more than they work; with seven, a minute quicker, the
# machine was so busy that pictures came late. A room may want a gigabyte.
at_once="$(awk '/^MemAvailable/ { n = int($2 / 1000000); print (n > 5 ? 5 : n < 2 ? 2 : n) }' /proc/meminfo)"
set -- $(cat "$work/files")
# Tests make much that is garbage at once: with room for it, what is collected is less by half.
node --enable-source-maps --max-semi-space-size=32 --test --test-concurrency="${at_once:-4}" --test-timeout=2400000 --test-reporter=spec "$@" &
runner=$!
trap 'kill "$runner"; wait "$runner"' INT TERM
status=0
wait "$runner" || status=$?
rm -rf "$work"
exit "$status"
