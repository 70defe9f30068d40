#!/bin/sh
# Prepares a second machine to take over from the first one.
#   scripts/standby.sh follow --live [USER@]HOST   fetches database and media of a running server all the time, over ssh
#   scripts/standby.sh follow BACKUPS    restores the newest full backup in BACKUPS, unless it is already restored
#   scripts/standby.sh take-over         starts the server with what is here, and refuses `follow` from then on
#   scripts/standby.sh serve             runs on the first machine: the only command that the standby's ssh key allows
# DATA_DIR is the data folder of this machine (default /var/lib/antessala). ANTESSALA is the program (default antessala), SSH the
# ssh command, START the command that starts the server (default: systemctl enable --now antessala).
set -eu
umask 077
data="${DATA_DIR:-/var/lib/antessala}"
export DATA_DIR="$data"
# Used unquoted, because it may be a command with arguments: `node dist/cli.cjs`.
program="${ANTESSALA:-antessala}"
live="$data/standby"
# Older versions kept their status files beside the folder.
state="$data.standby"
[ -d "$state" ] || state="$live"
say() { printf '%s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }
may_follow() {
  [ ! -e "$state/taken-over" ] || fail "This machine has taken over since $(cat "$state/taken-over"): it follows no more."
  # Left by an aborted take-over.
  rm -f "$live/adopted"
}
# Replaces the file $1 with the standard input; after an error the file is unchanged.
put() { cat > "$1.new" && mv "$1.new" "$1"; }

# Fetches the copy of the database into the older of two files, so that one of them is always complete. $1: time of the copy.
# `held` contains the number of the newer file (0 or 1) and the time of its copy.
fetch_database() {
  slot=0
  [ "$(cut -c1 "$live/held" 2>/dev/null)" != 0 ] || slot=1
  # The copy keeps its size, and changes more than once a second: compare the content in any case.
  rsync -e "$ssh" --timeout=10 --ignore-times --inplace "$host::data/standby/copy.db" "$live/$slot.db" &&
    rsync -e "$ssh" --timeout=10 --ignore-times "$host::data/standby/files" "$live/files.next" || return 1
  cmp -s "$live/files.next" "$live/files" || { mv "$live/files.next" "$live/files" && : > "$live/changed"; }
  say "$slot $1" | put "$live/held"
}

# Prints the listed files to fetch: media and uploads only if missing, as they never change, and all others: rsync compares times.
wanted() {
  while read -r path; do
    case "$path" in media/*|uploads/*) [ -e "$data/$path" ] || say "$path" ;; *) say "$path" ;; esac
  done < "$live/files"
}
count_missing() { wanted | grep -c -e ^media/ -e ^uploads/ | put "$live/missing"; }

# Fetches missing files. Deletes a file an hour after it left the list (times in `unnamed`): both database copies are then newer.
fetch_files() {
  rm -f "$live/changed"
  count_missing
  wanted > "$live/wanted"
  rsync -e "$ssh" --timeout=30 --times --partial-dir=.rsync-partial --ignore-missing-args --files-from="$live/wanted" "$host::data/" "$data" || true
  count_missing
  cd "$data"
  find media uploads -type f 2>/dev/null | sort > "$live/present"
  # After a take-over the files belong to the server.
  exec 8>"$live/lock"
  flock 8
  [ ! -e "$state/taken-over" ] || return 0
  now="$(date +%s)"
  [ -e "$live/unnamed" ] || : > "$live/unnamed"
  sort "$live/files" | comm -23 "$live/present" - |
    awk -v now="$now" 'NF == 2 { since[$2] = $1; next } { at = ($1 in since) ? since[$1] : now; print at, $1 }' "$live/unnamed" - |
    put "$live/unnamed"
  awk -v now="$now" '$1 < now - 3600 { print $2 }' "$live/unnamed" | xargs -r rm -f
}

# Handles the lines of the first machine (`copy TIME`, `same TIME`) until the connection ends.
receive() {
  worker=''
  rounds=0
  while read -r word time; do
    # A take-over waits for this lock before it chooses a copy.
    exec 8>"$live/lock"
    flock 8
    [ ! -e "$state/taken-over" ] || { kill "$worker" 2>/dev/null || true; return 0; }
    case "$word" in
      copy) fetch_database "$time" 3>&- 8>&- || return 1 ;;
      same) say "$(cut -c1 "$live/held") $time" | put "$live/held" ;;
      *) return 1 ;;
    esac
    exec 8>&-
    say "held $time $(cat "$live/missing")" >&3
    rounds=$((rounds + 1))
    # Also every hour (720 rounds), as certificates are renewed without a change of the list; every minute while media are missing.
    if [ -e "$live/changed" ] || [ $((rounds % 720)) = 0 ] || { [ $((rounds % 12)) = 0 ] && [ "$(cat "$live/missing")" != 0 ]; }; then
      # In the background, because a large file may take hours.
      kill -0 "$worker" 2>/dev/null || { fetch_files 3>&- & worker=$!; }
    fi
  done
}

# Follows until the connection ends. The first machine says when there is something new.
follow_once() {
  rm -f "$run/answers"
  mkfifo "$run/answers"
  exec 3<>"$run/answers"
  : > "$live/changed"
  $ssh "$host" serve < "$run/answers" 3>&- | { receive; $ssh -O exit "$host" 2>/dev/null || true; }
}

follow_live() {
  host="$1"
  may_follow
  command -v rsync >/dev/null && command -v flock >/dev/null || fail 'Missing: sudo apt-get install rsync util-linux'
  mkdir -p "$live"
  exec 9>"$live/following"; flock -n 9 || fail 'Another standby.sh follows here.'
  run="$(mktemp -d)"
  trap 'rm -rf "$run"' EXIT
  trap 'exit 1' INT TERM
  # One connection for all: a handshake every 5 s would cost both machines more than the copies.
  ssh="${SSH:-ssh} -o BatchMode=yes -o ConnectTimeout=5 -o ServerAliveInterval=3 -o ServerAliveCountMax=3 -o ControlMaster=auto -o ControlPath=$run/s"
  [ -e "$live/missing" ] || echo 0 > "$live/missing"
  say "Following $host."
  while :; do
    follow_once || true
    may_follow
    say "The connection to $host ended. Trying again."
    sleep 2
  done
}

case "${1:-} ${2:-}" in
  'follow --live') [ -n "${3:-}" ] || fail 'Usage: standby.sh follow --live [USER@]HOST'; follow_live "$3" ;;
  'follow '*)
    from="${2:-}"
    [ -d "$from" ] || fail "Usage: standby.sh follow BACKUPS (a folder with backups)."
    may_follow
    # A backup's name is its time. A backup that is still being written has no manifest, nor have copies made before a migration,
    # which contain only the database.
    # A backup with a date in the future was made with a wrong clock, and would remain the newest for years.
    newest=''
    future="$(date -d '2 days' +%Y-%m-%d)"
    for each in "$from"/[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]-*; do
      [ -f "$each/manifest.json" ] && [ "$(basename "$each")" \< "$future" ] && newest="$each"
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
  'take-over '*)
    [ -e "$live/held" ] || [ -e "$live/adopted" ] || [ -e "$state/restored" ] || fail "Nothing is here to take over with: standby.sh follow first."
    [ -e "$state/taken-over" ] || date -u +%Y-%m-%dT%H:%M:%SZ > "$state/taken-over"
    if [ -e "$live/held" ]; then
      # rsync gives up 10 s after the other machine has stopped.
      exec 8>"$live/lock"; flock -w 20 8 || true
      read -r slot time < "$live/held"
      $program standby adopt "$time" "$live/$slot.db" "$live/$((1 - slot)).db" || {
        [ -e "$live/adopted" ] || rm -f "$state/taken-over"
        fail "This machine has not taken over."
      }
      rm -f "$live/held"
      say "Taking over with the state of $time; $(cat "$live/missing") media files are missing."
    elif [ -e "$live/adopted" ]; then
      say "The database is here already. Starting the server."
    else
      say "Taking over with $(cat "$state/restored")."
    fi
    say "What came later is lost. The other machine must stay off."
    ${START:-systemctl enable --now antessala} 8>&-
    ;;
  'serve '*)
    # The standby asks for rsync, or for the copies. What rsync may read is decided here.
    case "${SSH_ORIGINAL_COMMAND:-}" in
      rsync\ *) exec rsync --server --daemon --config="$live/rsyncd.conf" . ;;
      *) exec $program standby serve ;;
    esac
    ;;
  *) fail 'Usage: standby.sh follow --live [USER@]HOST | follow BACKUPS | take-over | serve' ;;
esac
