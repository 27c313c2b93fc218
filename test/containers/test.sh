#!/bin/sh
# Proves compose.yaml as it is: from nothing to healthy, closed without a key, three takeoff services, two of them lost.
# Needs docker compose alone. The containers and volumes of this project name are removed before and after.
set -eu
cd "$(dirname "$0")/../.."
export COMPOSE_PROJECT_NAME=consulting-test PUBLISH=127.0.0.1:0 CONSULTING_IMAGE=consulting:test IDP_AUTH_ENABLED=true
secrets=$(mktemp)
dump=$(mktemp)
sh containers/make-env.sh > "$secrets"
set -a
. "$secrets"
set +a
rm "$secrets"

remove() { docker compose down --volumes --timeout 5 > /dev/null 2>&1; }
finish() {
  status=$?
  [ $status -eq 0 ] || docker compose logs --tail 40
  remove
  rm -f "$dump"
  exit $status
}
trap finish EXIT
say() { echo "== $*"; }
check() {
  docker compose run --rm -T --no-deps -e API_KEY="${key:-}" -v "$PWD/test/containers:/checks:ro" gateway "/checks/check.ts" "$@"
}
all_healthy() { docker compose up --detach --wait --no-recreate "$@"; }

remove
say "from nothing to healthy"
docker compose build --quiet
all_healthy

say "nobody without a key; the first key comes from the operator"
check closed
key=$(docker compose exec -T identity bun services/identity/commands/api-key.ts create --name first --role Contributor)
check open

say "only the gateway is published, and no process may write or become more"
for service in postgres nats streams clients-projects crews-rates mto equipment-wbs identity; do
  [ -z "$(docker compose ps --format '{{.Ports}}' $service | grep -o '0.0.0.0:[0-9]*' || true)" ]
  container=$(docker compose ps --quiet $service)
  [ "$(docker inspect --format '{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}}' "$container")" = "true [ALL]" ]
  [ "$(docker compose exec -T $service id -u)" != 0 ]
done

say "three takeoff services: requests and imports spread"
all_healthy --scale mto=3
check spread

say "one takeoff service stopped and one killed during imports: no line lost, none doubled"
check imports &
imports=$!
sleep 3
docker stop --time 15 "$(docker compose ps --quiet mto | sed -n 1p)" > /dev/null
docker kill "$(docker compose ps --quiet mto | sed -n 1p)" > /dev/null
wait $imports

say "the store of NATS is gone: the stream is made again by itself, and events arrive"
check events
docker compose rm --stop --force nats nats-volume > /dev/null 2>&1
docker volume rm "${COMPOSE_PROJECT_NAME}_nats" > /dev/null
all_healthy nats
check events

say "backup, wipe, restore: everything is there"
lines=$(check count)
docker compose exec -T postgres pg_dump -U postgres -Fc consulting > "$dump"
docker compose down --volumes --timeout 5 > /dev/null 2>&1
all_healthy postgres
docker compose exec -T postgres pg_restore -U postgres -d consulting --clean --if-exists --exit-on-error < "$dump"
all_healthy
[ "$(check count)" = "$lines" ]
echo "   $lines"

say "messages: nobody tried what it may not do"
! docker compose logs nats | grep -i violation
say "passed"
