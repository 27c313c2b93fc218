#!/bin/sh
# Makes a backup now, and one every BACKUP_EVERY_SECONDS; `once` makes one and ends, with its success; `list` shows what there
# is; `restore NAME` (or `latest`) brings a database back while no service runs.
# A dump counts when it has been restored into a database beside and every table has the rows that it had.
set -eu
folder=/var/lib/postgresql
# Two backups at once have nothing in common but the lock, which the second one waits for.
beside=consulting_verification_$(date +%s)_$$
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
every=${BACKUP_EVERY_SECONDS:-86400}
kept=${BACKUPS_KEPT:-14}
sql() { psql --quiet --no-psqlrc --tuples-only --no-align --set ON_ERROR_STOP=1 "$@"; }

# note FILE BYTES SECONDS IS_VERIFIED ERROR
note() {
  sql --dbname consulting --set file="$1" --set bytes="$2" --set seconds="$3" --set verified="$4" --set error="$5" <<'SQL'
insert into operations.backup (file, bytes, seconds, is_verified, error)
values (:'file', :'bytes', :'seconds', :'verified', nullif(:'error', ''));
SQL
}

same_rows() {
  diff "$work/counts" "$work/restored" > "$work/difference" && return
  { echo "The restored dump has other rows than the database had (< database, > dump):"; head -n 2 "$work/difference"; } >&2
  return 1
}

# What a backup left that was killed while it worked; its lock is ours now.
remove_unfinished() {
  rm -f "$folder"/consulting-*.dump.part
  sql --dbname consulting --command "select datname from pg_database where datname ~ '^consulting_verification'" |
    while read -r left; do dropdb --if-exists --force "$left"; done
}

# Every step is joined to the next: within a condition a shell does not end at the first that fails.
make() {
  sql --dbname consulting --set counts="$work/counts" --file /backup/dump.sql &&
    [ -s "$DUMP" ] &&
    createdb "$beside" &&
    pg_restore --dbname "$beside" --exit-on-error "$DUMP" &&
    sql --dbname "$beside" --output "$work/restored" --file /backup/counts.sql &&
    same_rows &&
    mv "$DUMP" "$file"
}

remove_old() {
  names | tail -n "+$((kept + 1))" | while read -r old; do rm "$folder/$old"; done
}

backup() {
  exec 9> "$folder/.lock"
  flock --nonblock 9 || { echo "Another backup is being made; this one begins when it has ended."; flock 9; }
  remove_unfinished
  name=consulting-$(date -u +%Y%m%dT%H%M%SZ).dump
  file=$folder/$name
  DUMP=$file.part
  export DUMP
  begun=$(date +%s)
  if make 2> "$work/error"; then
    dropdb --force "$beside"
    seconds=$(($(date +%s) - begun))
    bytes=$(stat -c %s "$file")
    note "$name" "$bytes" "$seconds" true ''
    echo "$name: $bytes bytes, $(wc -l < "$work/counts") tables verified, $seconds s"
    remove_old
    exec 9>&-
  else
    rm -f "$DUMP"
    dropdb --if-exists --force "$beside" 2> /dev/null || true
    error=$(tail -n 3 "$work/error" | cut -c 1-500)
    echo "$name failed: $error" >&2
    note "$name" 0 "$(($(date +%s) - begun))" false "${error:-pg_dump ended without a dump}" || true
    exec 9>&-
    return 1
  fi
}

names() { ls -1 "$folder" | grep '^consulting-.*\.dump$' | sort -r; }

# Whatever is in the database now is taken away; the planner knows nothing of restored tables until they are analysed. A dump names the
# roles of limited callers without having them, and a volume of an earlier version has none.
restore() {
  name=$1
  [ "$name" != latest ] || name=$(names | head -n 1)
  [ -f "$folder/$name" ] || { echo "there is no backup $name" >&2; exit 1; }
  sql --dbname consulting --file /limited-roles.sql
  pg_restore --dbname consulting --clean --if-exists --exit-on-error --single-transaction "$folder/$name"
  sql --dbname consulting --command analyze
  echo "restored $name"
}

case ${1:-} in
  restore) restore "${2:?which one}"; exit ;;
  list) names; exit ;;
esac
sql --dbname consulting --file /backup/table.sql 2> /dev/null
if [ "${1:-}" = once ]; then
  backup
  exit
fi
while :; do
  backup || true
  sleep "$every" &
  wait $!
done
