# Used by start.sh and test.sh: installs what the program needs to be built. Fast when nothing is missing.
# Usage: . scripts/setup.sh; need_node; need_packages ffmpeg:ffmpeg ...; need_modules; need_build

say() { printf '%s\n' "$*" >&2; }

need_node() {
  command -v node >/dev/null 2>&1 || { say 'Node.js 20.11 or newer is needed (24 is best): https://nodejs.org'; exit 1; }
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 11) ? 0 : 1)' ||
    { say "Node.js 20.11 or newer is needed; this is $(node --version)."; exit 1; }
}

# need_packages COMMAND:PACKAGE ... installs the Debian packages whose command is missing, if the user may do so.
# Returns 1 if something is still missing.
need_packages() {
  missing=''
  for pair in "$@"; do
    command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair#*:}"
  done
  [ -n "$missing" ] || return 0
  command -v apt-get >/dev/null 2>&1 || { say "Missing:$missing. Install them with this system's package manager."; return 1; }
  as_root=''
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then as_root='sudo -n'
    else say "Missing:$missing. Run: sudo apt-get install$missing"; return 1; fi
  fi
  say "Installing:$missing"
  $as_root apt-get update -qq >&2 && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >&2
}

# Compiled against the headers of Node 24.19 or newer, better-sqlite3 sometimes aborts the server: their cleanup hook of native
# objects fails when an object is garbage-collected while no JavaScript runs. Compile against a copy without the hook.
use_safe_headers() {
  headers="$(dirname "$(dirname "$(node -p process.execPath)")")/include"
  grep -qs '^ *AddCleanupHook();$' "$headers/node/node_object_wrap.h" || return 0
  copy="$(mktemp -d)"
  cp -r "$headers" "$copy/include"
  sed -i '/^ *\(Add\|Remove\)CleanupHook();$/d' "$copy/include/node/node_object_wrap.h"
  export npm_config_nodedir="$copy"
}

# Installs node_modules again when the lock file or Node's ABI has changed.
need_modules() {
  stamp="$(node -p 'process.versions.modules')-$(cksum < package-lock.json | tr ' ' '-')"
  if [ ! -f node_modules/.stamp ] || [ "$(cat node_modules/.stamp)" != "$stamp" ]; then
    # better-sqlite3 is compiled if there is no prebuilt binary for this machine.
    need_packages python3:python3 make:make g++:g++ || true
    say 'Installing node modules...'
    use_safe_headers
    npm ci --no-audit --no-fund --loglevel=error >&2
    if grep -q RemoveEnvironmentCleanupHook node_modules/better-sqlite3/build/Release/better_sqlite3.node; then
      say "better-sqlite3 was compiled against the headers of Node $(node --version), with which it crashes. Use Node 20, 22 or 24.18, or let npm fetch its prebuilt binary."
      exit 1
    fi
    printf '%s' "$stamp" > node_modules/.stamp
  fi
}

need_build() {
  if [ ! -f dist/.stamp ] || [ -n "$(find src web build.mjs package.json package-lock.json -newer dist/.stamp -print -quit)" ]; then
    say 'Building...'
    node build.mjs
    touch dist/.stamp
  fi
}
