#!/bin/sh
# Brings every service to an image, one after the other, with no request failed and as many instances as there are:
#   sh containers/upgrade.sh consulting:1.1.0 [SERVICE…]
# The way back is the same command with the version before; the schema stays. Settings of .env that changed are taken over, too.
set -eu
cd "$(dirname "$0")/.."
[ $# -ge 1 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 2; }
CONSULTING_IMAGE=$1
export CONSULTING_IMAGE
shift
is_whole=no
# The gateways come last: a new one may ask what only new services answer.
[ $# -gt 0 ] || { is_whole=yes; set -- streams clients-projects crews-rates equipment-wbs identity mto gateway; }
# Longer than gateways and front take to see an instance that became ready.
seen_seconds=3

docker image inspect "$CONSULTING_IMAGE" > /dev/null 2>&1 || docker pull --quiet "$CONSULTING_IMAGE" > /dev/null
echo "migrations"
docker compose run --rm -T --no-deps migrate

said=$(mktemp)
trap 'rm -f "$said"' EXIT
for service in "$@"; do
  old=$(docker compose ps --quiet "$service")
  count=$(echo "$old" | grep -c . || true)
  [ "$count" -gt 0 ] || { echo "$service does not run; docker compose up --detach --wait first." >&2; exit 1; }
  echo "$service: $count beside $count"
  if ! docker compose up --detach --no-deps --no-recreate --no-build --wait --scale "$service=$((count * 2))" "$service" 2> "$said"; then
    cat "$said" >&2
    echo "$service: the new instances do not become healthy; the old ones go on. They are taken away again." >&2
    for container in $(docker compose ps --all --quiet "$service"); do
      case "$old" in *"$container"*) ;; *) docker logs --tail 5 "$container" >&2; docker rm --force "$container" > /dev/null ;; esac
    done
    exit 1
  fi
  sleep "$seen_seconds"
  docker stop --time 15 $old > /dev/null
  docker rm $old > /dev/null
done

# What compose starts from now on is of this image, too.
settings=${COMPOSE_ENV_FILES:-.env}
if [ $is_whole = yes ] && [ -f "$settings" ]; then
  umask 077
  grep -v '^CONSULTING_IMAGE=' "$settings" > "$settings.new" || true
  echo "CONSULTING_IMAGE=$CONSULTING_IMAGE" >> "$settings.new"
  mv "$settings.new" "$settings"
fi
echo "done: $CONSULTING_IMAGE"
