#!/bin/sh
# Runs `bench hostile` against the container images with the memory limits of compose.yaml: sh test/containers/hostile.sh [--only NAME,…]
# Needs docker compose, and Node or Bun for the bench. The containers and volumes of this project name are removed before and after.
set -eu
cd "$(dirname "$0")/../.."
made=$(mktemp -d)
export COMPOSE_PROJECT_NAME=consulting-hostile COMPOSE_FILE=compose.yaml COMPOSE_ENV_FILES="$made/env"
image=consulting:hostile
sh containers/make-env.sh "$made/env"
cat >> "$made/env" <<ENV
CONSULTING_IMAGE=$image
PUBLISH=127.0.0.1:0
FRONT_NETWORK=10.213.9
IDP_AUTH_ENABLED=true
ENV

remove() { docker compose down --volumes --remove-orphans --timeout 5 > /dev/null 2>&1 || true; }
finish() {
  remove
  docker image rm "$image" > /dev/null 2>&1 || true
  rm -rf "$made"
}
trap finish EXIT
bench() {
  if command -v bun > /dev/null; then bun run --silent bench hostile "$@"; else npm run --silent bench -- hostile "$@"; fi
}

remove
echo "== from nothing to healthy"
docker compose build --quiet
docker compose up --detach --wait
key=$(docker compose exec -T identity bun services/identity/commands/api-key.ts create --name bench --role Contributor)
address=$(docker compose port front 3000)

echo "== one attack after the other"
status=0
bench --url "http://$address" --key "$key" --containers "$COMPOSE_PROJECT_NAME" "$@" || status=$?

echo "== containers that were ended for their memory"
for container in $(docker compose ps --all --quiet); do
  docker inspect --format '{{index .Config.Labels "com.docker.compose.service"}}: {{.RestartCount}} restarts, out of memory: {{.State.OOMKilled}}' "$container"
done
exit $status
