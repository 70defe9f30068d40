#!/bin/sh
# Prepares a second machine to take over from the first one: keeps the newest backup restored and can start a server with it.
#   scripts/standby.sh follow BACKUPS    restores the newest full backup in BACKUPS, unless it is already restored
#   scripts/standby.sh take-over         starts the server with the restored data, and refuses `follow` from then on
# DATA_DIR is the data folder of this machine (default /var/lib/antessala). ANTESSALA is the program (default antessala),
# START the command that starts the server (default: systemctl enable --now antessala).
set -eu
umask 077
data="${DATA_DIR:-/var/lib/antessala}"
export DATA_DIR="$data"
# Used unquoted, because it may be a command with arguments: `node dist/cli.cjs`.
program="${ANTESSALA:-antessala}"
state="$data.standby"
say() { printf '%s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }

case "${1:-}" in
  follow)
    from="${2:-}"
    [ -d "$from" ] || fail "Usage: standby.sh follow BACKUPS (a folder with backups)."
    [ ! -e "$state/taken-over" ] || fail "This machine has taken over since $(cat "$state/taken-over"): it follows no more."
    # A backup's name is its time. A backup that is still being written has no manifest, nor have copies made before a migration,
    # which contain only the database.
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
    # Restoring keeps the data of the previous backup. It is not needed here: the first machine keeps its backups.
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
