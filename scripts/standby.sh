#!/bin/sh
# A second machine that is ready to take over: it holds the newest backup restored, and serves it by one command.
#   scripts/standby.sh follow BACKUPS    restores the newest full backup below BACKUPS when it is newer than what is here
#   scripts/standby.sh take-over         never follows again, and starts the server on what is here
# DATA_DIR is the standby's own folder (default /var/lib/antessala). ANTESSALA is the program (default antessala),
# START what starts the server (default: systemctl enable --now antessala).
set -eu
umask 077
data="${DATA_DIR:-/var/lib/antessala}"
export DATA_DIR="$data"
# Words, not a path: `node dist/cli.cjs` is a program, too.
program="${ANTESSALA:-antessala}"
state="$data.standby"
say() { printf '%s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }

case "${1:-}" in
  follow)
    from="${2:-}"
    [ -d "$from" ] || fail "Usage: standby.sh follow BACKUPS (a folder with backups)."
    [ ! -e "$state/taken-over" ] || fail "This machine has taken over since $(cat "$state/taken-over"): it follows no more."
    # Names are times. A copy under way has no manifest yet; copies before a migration hold the database alone.
    newest=''
    for each in "$from"/[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]-*; do
      [ -f "$each/manifest.json" ] && newest="$each"
    done
    [ -n "$newest" ] || fail "There is no backup in $from."
    name="$(basename "$newest")"
    mkdir -p "$state"
    [ "$(cat "$state/restored" 2>/dev/null || true)" != "$name" ] || { say "$name is here already."; exit 0; }
    mkdir -p "$data"
    $program restore --from "$newest" --to "$data"
    printf '%s\n' "$name" > "$state/restored"
    # What the restore put aside is the backup before: the machine that is followed keeps those.
    rm -rf "$data"/before-restore-*
    say "Ready to take over with $name."
    ;;
  take-over)
    [ -f "$state/restored" ] || fail "Nothing has been restored here: standby.sh follow BACKUPS first."
    [ -e "$state/taken-over" ] || date -u +%Y-%m-%dT%H:%M:%SZ > "$state/taken-over"
    say "Taking over with $(cat "$state/restored"). What came later is lost. The other machine must stay off."
    ${START:-systemctl enable --now antessala}
    ;;
  *) fail 'Usage: standby.sh follow BACKUPS | take-over' ;;
esac
