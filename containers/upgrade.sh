#!/bin/sh
# Brings every service to an image, one after the other, with no request failed and as many instances as there are:
#   sh containers/upgrade.sh consulting:1.1.0 [SERVICE…]
# The way back is the same command with a version before; the schema stays. Settings of .env that changed are taken over, too.
set -eu
cd "$(dirname "$0")/.."
[ $# -ge 1 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 2; }
CONSULTING_IMAGE=$1
export CONSULTING_IMAGE
shift
settings=${COMPOSE_ENV_FILES:-.env}
is_whole=no
[ $# -gt 0 ] || is_whole=yes
# Longer than gateways and front take to see an instance that became ready.
seen_seconds=3
said=$(mktemp)
trap 'rm -f "$said"' EXIT

fail() { echo "$*" >&2; exit 1; }
# containers SERVICE: those of `up`, in whatever state; compose would list those of `run` with them.
containers() {
  docker ps --all --quiet --no-trunc --filter "label=com.docker.compose.project=$project" \
    --filter "label=com.docker.compose.service=$1" --filter label=com.docker.compose.oneoff=False
}
running() {
  for container in $(containers "$1"); do
    [ "$(docker inspect --format '{{.State.Status}}' "$container")" != running ] || echo "$container"
  done
}
is_among() { case "$2" in *"$1"*) true ;; *) false ;; esac; }

# remove_all_but SERVICE CONTAINERS: with what each of the removed ones said last.
remove_all_but() {
  for container in $(containers "$1"); do
    is_among "$container" "$2" && continue
    docker logs --tail 5 "$container" >&2 || true
    docker rm --force "$container" > /dev/null
  done
}

# Compose names one missing secret at a time; whoever upgrades wants all of them, and before anything is touched.
missing=
for name in $(sed -n 's/.*\${\([A-Z_]*\):?.*/\1/p' compose.yaml | sort -u); do
  eval "value=\${$name:-}"
  [ -n "$value" ] || grep -q "^$name=." "$settings" 2> /dev/null || missing="$missing $name"
done
[ -z "$missing" ] || fail "Nothing was changed. $settings lacks:$missing
New secrets of this release are added by: sh containers/make-env.sh | grep -E '^($(echo $missing | tr ' ' '|'))=' >> $settings"
# Compose passes on the settings that it knows: others reach no process that could warn of them.
for name in $(sed -n 's/^\([A-Z][A-Z0-9_]*\)=.*/\1/p' "$settings" 2> /dev/null); do
  case "$name" in COMPOSE_* | DOCKER_*) continue ;; esac
  grep -qw "$name" compose.yaml containers/*.yaml containers/*.sh || echo "$name in $settings is no setting." >&2
done
project=$(docker compose config | sed -n 's/^name: //p')
docker image inspect "$CONSULTING_IMAGE" > /dev/null 2>&1 || docker pull --quiet "$CONSULTING_IMAGE" > /dev/null ||
  fail "Nothing was changed. There is no image $CONSULTING_IMAGE."
# A newer gateway may ask what only newer services answer: gateways come last, or first where the image is older than theirs.
is_older() { [ "$1" != "$2" ] && [ "$(printf '%s\n' "$1" "$2" | sort | head -1)" = "$1" ]; }
created() { docker image inspect --format '{{.Created}}' "$1" 2> /dev/null || true; }
if [ $is_whole = yes ]; then
  order='streams clients-projects crews-rates equipment-wbs identity mto gateway'
  gateway=$(running gateway | head -1)
  if [ -n "$gateway" ] && is_older "$(created "$CONSULTING_IMAGE")" "$(created "$(docker inspect --format '{{.Image}}' "$gateway")")"; then
    echo "gateway first: the image is older than the one that runs"
    reversed=
    for service in $order; do reversed="$service $reversed"; done
    order=$reversed
  fi
  set -- $order
fi
[ -n "$(running postgres)" ] || fail "Nothing was changed. postgres does not run: docker compose up --detach --no-deps --wait postgres"

# NATS reads its users when it starts, so a new list or a new secret needs a new container: it is away for about a second.
if [ $is_whole = yes ]; then
  has=$(docker inspect --format '{{index .Config.Labels "com.docker.compose.config-hash"}}' $(running nats) 2> /dev/null || true)
  wants=$(docker compose config --hash nats | cut -d ' ' -f 2)
  if [ "$has" != "$wants" ] ||
    ! docker compose exec -T nats cat /etc/nats/nats-users.conf 2> /dev/null | cmp -s - containers/nats-users.conf; then
    echo "nats: anew, with the present users"
    docker compose up --detach --no-deps --no-build --force-recreate --wait nats > "$said" 2>&1 || fail "$(cat "$said")"
  fi
fi

echo "migrations"
docker compose exec -T postgres psql --quiet -v ON_ERROR_STOP=1 -U postgres -d consulting < containers/limited-roles.sql ||
  fail "The roles of limited callers could not be made; nothing else was changed."
docker compose run --rm -T --no-deps migrate

# What does not run goes first: its place is taken by instances of the new image, not by a container of the old one.
started=
for service in "$@"; do
  old=$(running "$service")
  remove_all_but "$service" "$old"
  [ -z "$old" ] || continue
  echo "$service: does not run; started"
  docker compose up --detach --no-deps --no-build --wait "$service" 2> "$said" ||
    { cat "$said" >&2; fail "$service does not become healthy; the others are as they were. Run this again when the cause is mended."; }
  started="$started $service "
done

for service in "$@"; do
  is_among " $service " "$started" && continue
  old=$(running "$service")
  count=$(echo "$old" | grep -c .)
  echo "$service: $count beside $count"
  if ! docker compose up --detach --no-deps --no-recreate --no-build --wait --scale "$service=$((count * 2))" "$service" 2> "$said"; then
    cat "$said" >&2
    echo "$service: the new instances do not become healthy; the old ones go on. They are taken away again." >&2
    remove_all_but "$service" "$old"
    exit 1
  fi
  sleep "$seen_seconds"
  docker stop --time 15 $old > /dev/null
  docker rm $old > /dev/null
done

# The first releases were published by their gateway, whose port is free from here on.
if [ $is_whole = yes ] && [ -z "$(running front)" ]; then
  echo "front: does not run; started"
  docker compose up --detach --no-deps --wait front 2> "$said" || fail "$(cat "$said")"
fi

wanted=$(docker image inspect --format '{{.Id}}' "$CONSULTING_IMAGE")
for service in "$@"; do
  for container in $(containers "$service"); do
    found=$(docker inspect --format '{{.Image}} {{.State.Status}}' "$container")
    [ "$found" = "$wanted running" ] || fail "$service: container $container is not of $CONSULTING_IMAGE, or does not run: $found"
  done
  [ -n "$(running "$service")" ] || fail "$service: no container runs."
done

# What compose starts from now on is of this image, too.
if [ $is_whole = yes ] && [ -f "$settings" ]; then
  umask 077
  grep -v '^CONSULTING_IMAGE=' "$settings" > "$settings.new" || true
  echo "CONSULTING_IMAGE=$CONSULTING_IMAGE" >> "$settings.new"
  mv "$settings.new" "$settings"
fi
echo "done: $CONSULTING_IMAGE"
