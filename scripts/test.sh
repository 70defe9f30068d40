#!/usr/bin/env sh
# Runs lint, the type check and the everyday tests; `--full`, as in CI, also runs the files named *.full.*. Installs what is
# missing; the test runner's summary comes last.
# Usage: [TEST_TIMES=FILE] scripts/test.sh [--full] [FILE ...]     TEST_TIMES: file for the duration of each group of files
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
is_full=false
if [ "${1:-}" = --full ]; then is_full=true; shift; fi
need_node
need_packages ffmpeg:ffmpeg espeak-ng:espeak-ng chromium:chromium
# The headless shell needs half the processor time; on a system without this package Chromium itself is used.
need_packages chromium-headless-shell:chromium-headless-shell || true
# For the two machines that standby.full.test.ts simulates.
! $is_full || need_packages ip:iproute2 rsync:rsync ssh:openssh-client sshd:openssh-server || true
need_modules
{ npm run -s lint && npx --no-install tsc --noEmit --incremental --tsBuildInfoFile node_modules/.cache/tsc.json; } &
checks=$!
need_build
# Use a folder in memory if it has room and allows programs to run: tests mostly wait for the disk.
parent="${TMPDIR:-/tmp}"
if [ "$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')" -gt 2000000 ] 2>/dev/null; then parent=/dev/shm; fi
work="$(mktemp -d "$parent/antessala-tests-XXXXXX")"
cp /bin/true "$work/true" && "$work/true" || { rm -rf "$work"; work="$(mktemp -d)"; }
# Some tests run programs as another user, who needs access to this folder.
chmod 755 "$work"
export TMPDIR="$work"

# Prints the group of a test file. The files of a group share a process, because starting the program or a browser takes longer
# than most tests. Groups run in the order of their names, the longest first, so that no core is idle at the end. A file that
# starts, fills up or measures processes is a group of its own.
group_of() {
  case "$1" in
    web/accessibility*) echo "0-$(basename "$1" .browser.test.ts)" ;;
    web/player/faults.* | web/player/playback/* | web/player/offline.* | web/player/engines.*) player_group 0 "$1" ;;
    web/player/*engines.* | web/player/player.*) player_group 2 "$1" ;;
    web/player/screen/calls/*.browser.test.ts) echo 1-player-calls ;;
    web/player/*.browser.test.ts) echo 1-player-rest ;;
    web/pages/manage/upload/*.browser.test.ts) echo 1-upload ;;
    web/pages/manage/*.browser.test.ts) echo 1-manage ;;
    web/pages/admin/settings/*.browser.test.ts) echo 1-settings ;;
    web/pages/admin/*.browser.test.ts) echo 1-admin ;;
    web/pages/programme/*.browser.test.ts | web/pages/calls/*.browser.test.ts) echo 1-pages-programme-calls ;;
    web/pages/*.browser.test.ts | web/components/*.browser.test.ts) echo 1-pages ;;
    web/*.browser.test.ts) echo 1-studio ;;
    src/access-matrix.*) echo 1-access ;;
    src/freshness.* | src/odd-texts.* | src/validation.*) echo 1-every-call ;;
    scripts/* | src/cli/* | *crash.full.test.ts | src/full-disk.* | src/main.*) echo "$1" | tr / - | sed 's/^/4-/; s/\.test\.ts$//' ;;
    src/features/accounts/* | src/features/media/* | src/features/players/* | src/features/radio/* | src/features/calls/*)
      echo "$1" | cut -d/ -f1-3 | tr / - | sed 's/^/3-/' ;;
    src/features/*) echo 3-features ;;
    src/platform/*) echo 3-platform ;;
    src/*) echo 3-program ;;
    web/*) echo 3-studio-and-player ;;
  esac
}
player_group() {
  case "$2" in
    *.browser.test.ts) echo "$1-player-$(basename "$2" .browser.test.ts)" ;;
    *) echo 3-studio-and-player ;;
  esac
}
if [ "$#" -eq 0 ]; then
  mkdir "$work/groups"
  for file in $(find src web scripts -name '*.test.ts' | sort); do
    case "$file" in *.full.*) $is_full || continue ;; esac
    group="$work/groups/$(group_of "$file").mjs"
    [ -f "$group" ] || printf "import '%s';\n" "$PWD/scripts/testing/group-times.mjs" > "$group"
    printf "import '%s';\n" "$PWD/$file" >> "$group"
  done
  set -- "$work"/groups/*.mjs
fi

# bundle-tests.mjs makes plain JavaScript of the tests, which starts faster.
node scripts/testing/bundle-tests.mjs "$work/tests" "$@" > "$work/files" || { rm -rf "$work"; exit 1; }
wait "$checks" || { rm -rf "$work"; exit 1; }
# More groups at a time than cores, because players and browsers mostly wait: seven, but five with --full, whose tests measure that
# pictures are shown in time. A group may need 1 GB of memory.
$is_full && most=5 || most=7
at_once="$(awk -v most="$most" '/^MemAvailable/ { n = int($2 / 1000000); print (n > most ? most : n < 2 ? 2 : n) }' /proc/meminfo)"
set -- $(cat "$work/files")
# Tests create many short-lived objects: with 32 MB for new objects, garbage collection takes half the time.
node --enable-source-maps --max-semi-space-size=32 --test --test-concurrency="${at_once:-4}" --test-timeout=2400000 --test-reporter=spec "$@" &
runner=$!
trap 'kill "$runner"; wait "$runner"' INT TERM
status=0
wait "$runner" || status=$?
rm -rf "$work"
exit "$status"
