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
if [ "$#" -eq 0 ]; then
  set -- $(find src web scripts -name '*.test.ts' | sort)
fi
# Three files at a time on two cores: players and browsers wait more than they work.
exec node --import tsx --test --test-concurrency=3 --test-timeout=600000 --test-reporter=spec "$@"
