#!/usr/bin/env sh
# Every test: types, server, web, and the browser. Installs what is missing; ends with the test runner's summary.
# Usage: scripts/test.sh [FILE ...]
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
need_node
need_packages ffmpeg:ffmpeg espeak-ng:espeak-ng chromium:chromium
# The engine without a browser's windows costs half; where a system has no such package, its browser does.
need_packages chromium-headless-shell:chromium-headless-shell || true
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

# To start the program's parts or a browser takes longer than most tests: the files of a room share a process. The longest
# come first, so that no core is idle at the end. Alone stays what starts, fills or measures a process of its own.
room_of() {
  case "$1" in
    web/accessibility.browser.test.ts) echo 0-accessibility ;;
    web/player/faults.browser.test.ts | web/player/picture.browser.test.ts | web/player/player.browser.test.ts | web/player/offline.browser.test.ts) basename "$1" .browser.test.ts | sed 's/^/1-player-/' ;;
    web/pages/manage/*.browser.test.ts) echo 1-manage ;;
    web/pages/admin/*.browser.test.ts) echo 1-admin ;;
    web/pages/*.browser.test.ts | web/components/*.browser.test.ts) echo 1-pages ;;
    web/player/call*.browser.test.ts) echo 1-player-calls ;;
    web/player/*.browser.test.ts) echo 1-player-rest ;;
    web/*.browser.test.ts) echo 1-studio ;;
    scripts/* | src/cli/* | */crash.test.ts | src/full-disk.test.ts | src/main.test.ts) ;;
    src/features/accounts/* | src/features/media/* | src/features/players/* | src/features/radio/* | src/features/calls/*) dirname "$1" | tr / - | sed 's/^/2-/' ;;
    src/features/*) echo 2-features ;;
    src/platform/*) echo 2-platform ;;
    src/access-matrix.test.ts | src/odd-texts.test.ts | src/validation.test.ts | src/fuzz.test.ts) echo 2-every-call ;;
    src/*) echo 3-program ;;
    web/*) echo 3-studio-and-player ;;
  esac
}
if [ "$#" -eq 0 ]; then
  mkdir "$work/rooms"
  for file in $(find src web scripts -name '*.test.ts' | sort); do
    room="$(room_of "$file")"
    if [ -z "$room" ]; then set -- "$@" "$file"; else printf "import '%s';\n" "$PWD/$file" >> "$work/rooms/$room.mjs"; fi
  done
  set -- "$work"/rooms/*.mjs "$@"
fi

# Plain JavaScript: see bundle-tests.mjs.
node scripts/bundle-tests.mjs "$work/tests" "$@" > "$work/files" || { rm -rf "$work"; exit 1; }
# Four files at a time on two cores: players and browsers wait more than they work.
set -- $(cat "$work/files")
node --enable-source-maps --test --test-concurrency=4 --test-timeout=2400000 --test-reporter=spec "$@" &
runner=$!
trap 'kill "$runner"; wait "$runner"' INT TERM
status=0
wait "$runner" || status=$?
rm -rf "$work"
exit "$status"
