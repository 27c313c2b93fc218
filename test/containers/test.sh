#!/bin/sh
# Proves compose.yaml as it is: upgrades from former releases by the words of the guide, and back, from nothing to healthy, closed without a
# key, three takeoff services, alerts of a Prometheus, upgrades, what happens while Postgres, NATS or an instance is away, backup and
# restore. Needs docker compose and git alone, and takes about twenty minutes.
# LONGEST_MS is how long an answer may take meanwhile; a second, unless the machine is too slow for that.
# PROMETHEUS_IMAGE is the Prometheus that looks at it; FORMER_RELEASES are the commits to upgrade from, none when it is empty.
# The containers and volumes of this project name are removed before and after, and the images that it made.
set -eu
cd "$(dirname "$0")/../.."
# A shell does not end at a "!" that does not hold.
refused() { if "$@" 2> /dev/null; then exit 1; fi; }
here=$PWD
made=$(mktemp -d)
# The first release with upgrades, and the last before this one.
former_releases=${FORMER_RELEASES-4b7e4476 3d9723e5}
export COMPOSE_PROJECT_NAME=consulting-test COMPOSE_FILE=compose.yaml COMPOSE_ENV_FILES="$made/env"
ms=${LONGEST_MS:-1000}
prometheus=${PROMETHEUS_IMAGE:-prom/prometheus:v3.5.0}
image=consulting:test
next=consulting:test-next
sh containers/make-env.sh "$made/env"
[ "$(stat -c %a "$made/env")" = 600 ]
refused sh containers/make-env.sh "$made/env" # the only copy of the secrets stays
cat >> "$made/env" <<ENV
CONSULTING_IMAGE=$image
PUBLISH=127.0.0.1:0
FRONT_NETWORK=10.213.8
IDP_AUTH_ENABLED=true
RATE_LIMIT_REQUESTS_PER_MINUTE=0
ENV

remove() { docker compose --profile backup down --volumes --remove-orphans --timeout 5 > /dev/null 2>&1 || true; }
finish() {
  status=$?
  trap - EXIT INT TERM HUP
  if [ $status -ne 0 ]; then
    docker compose logs --no-color --tail 20
    docker logs --tail 20 "$COMPOSE_PROJECT_NAME-prometheus" 2>&1 || true
    [ ! -e "$made/phase/now" ] || end_probe || true
  fi
  for name in probe collector prometheus; do docker rm --force "$COMPOSE_PROJECT_NAME-$name" > /dev/null 2>&1 || true; done
  remove
  docker image rm "$image" "$next" > /dev/null 2>&1 || true
  rm -rf "$made"
  exit $status
}
trap finish EXIT
trap 'exit 130' INT TERM HUP
say() { echo "== $*"; }
check() {
  docker compose run --rm -T --no-deps -e API_KEY="${key:-}" -v "$PWD/test/containers:/checks:ro" gateway "/checks/check.ts" "$@"
}
all_healthy() { docker compose --progress quiet up --detach --wait --no-recreate "$@"; }

# phase NAME | LONGEST READ | LONGEST WRITE | WHAT MAY FAIL: what the probe sends from now on belongs to it.
phase() { echo "$*" > "$made/phase/now"; }
start_probe() {
  mkdir -p "$made/phase"
  chmod 755 "$made" "$made/phase"
  phase "$@"
  docker compose run --detach --no-deps --name "$COMPOSE_PROJECT_NAME-probe" -e API_KEY="$key" \
    -v "$here/test/containers:/checks:ro" -v "$made/phase:/phase:ro" gateway /checks/probe.ts /phase/now > /dev/null
}
end_probe() {
  phase end
  result=$(docker wait "$COMPOSE_PROJECT_NAME-probe") || return 1
  rm "$made/phase/now"
  docker logs "$COMPOSE_PROJECT_NAME-probe"
  docker rm "$COMPOSE_PROJECT_NAME-probe" > /dev/null
  [ "$result" = 0 ]
}
count_of() { docker compose ps --quiet "$1" | grep -c .; }
all_containers() {
  docker ps --all --quiet --no-trunc --filter "label=com.docker.compose.project=$COMPOSE_PROJECT_NAME" \
    --filter label=com.docker.compose.oneoff=False "$@" | sort
}
processes="streams clients-projects crews-rates equipment-wbs identity mto gateway"
# all_of IMAGE: every container of every process runs, and is of that image.
all_of() {
  wanted=$(docker image inspect --format '{{.Id}}' "$1")
  for service in $processes; do
    found=$(all_containers --filter "label=com.docker.compose.service=$service")
    [ -n "$found" ]
    for container in $found; do
      [ "$(docker inspect --format '{{.Image}} {{.State.Status}}' "$container")" = "$wanted running" ]
    done
  done
}
# words_of HEADING PATTERN: the commands of the guide below a heading that match.
words_of() {
  sed -n "/^##* $1\$/,/^##* /{/$2/p}" "$here/docs/operator-guide.md" | sed 's/  *# .*//' | grep .
}

# go_to IMAGE PHASE: by the command of the guide, and some seconds of work after it. Processes of a former release do not wait for a
# neighbour that is being replaced.
go_to() {
  phase "$2 | $ms | $ms | writes with 503"
  sh containers/upgrade.sh "$1" | sed 's/^/   /'
  all_of "$1"
  phase "$2: afterwards | $ms | $ms"
  sleep 5
}

# upgrade_from COMMIT: the folder of an operator goes from that release to this one, by the words of the guide and nothing else.
upgrade_from() {
  release=$1
  remove
  rm -rf "$made/deployment"
  mkdir "$made/deployment"
  git archive "$1" | tar -x -C "$made/deployment"
  cp "$made/first-env" "$made/env"
  cd "$made/deployment"
  docker compose build --quiet
  # Former releases asked the database once, for three seconds, which is too little on a busy machine.
  all_healthy || all_healthy || all_healthy
  key=$(docker compose exec -T identity bun services/identity/commands/api-key.ts create --name first --role Contributor)
  start_probe "release $1 | $ms | $ms"
  sleep 3
  # One that does not run must not be started with its old image, and none of the old ones may be left: of two services no
  # container runs, of two others one of two.
  if [ "$release" = "${former_releases% *}" ]; then docker compose stop streams > /dev/null 2>&1
  else docker compose rm --stop --force streams > /dev/null 2>&1 && docker compose create streams > /dev/null 2>&1; fi
  docker compose create --no-recreate --scale crews-rates=2 crews-rates > /dev/null 2>&1
  docker compose up --detach --no-deps --no-recreate --wait --scale equipment-wbs=2 equipment-wbs > /dev/null 2>&1
  docker stop "$(docker compose ps --quiet equipment-wbs | sed -n 1p)" > /dev/null
  sleep 3
  [ -n "$(all_containers --filter status=created)" ]
  [ -n "$(all_containers --filter status=exited --filter label=com.docker.compose.service=equipment-wbs)" ]
  # As `git pull` does: a file that was moved must not be found in its former place.
  git -C "$here" ls-tree -r -z --name-only "$release" | (cd "$made/deployment" && xargs -0 rm -f)
  git -C "$here" ls-files -z | (cd "$here" && xargs -0 tar -c) | tar -x -C "$made/deployment"

  say "release $1: a secret that is missing is named, and nothing is touched"
  before=$(all_containers)
  grep -v '^STREAMS_PASSWORD=' "$made/first-env" > "$made/env"
  refused sh containers/upgrade.sh "$image"
  sh containers/upgrade.sh "$image" 2>&1 | grep -q 'lacks: STREAMS_PASSWORD'
  [ "$(all_containers)" = "$before" ]
  cp "$made/first-env" "$made/env"

  say "release $1: upgraded by the words of the guide"
  phase "upgrade from $1 | $ms | $ms | writes with 503"
  words=$(words_of Upgrades '^sh containers\/upgrade.sh')
  export CONSULTING_NAME=consulting-test-release
  eval "$words" | sed 's/^/   /'
  phase "after the upgrade | $ms | $ms"
  sleep 5
  upgraded=$(sed -n 's/^CONSULTING_IMAGE=//p' "$made/env")
  case "$upgraded" in consulting-test-release:*) ;; *) exit 1 ;; esac
  all_of "$upgraded"

  say "release $1: the way back, and forward again"
  go_to "$image" "back to $1"
  go_to "$upgraded" "forward again"
  end_probe
  docker compose exec -T mto bun services/mto/index.ts verify
  docker compose up --detach --wait > /dev/null 2>&1
  all_of "$upgraded"
  cd "$here"
  remove
  docker image rm "$upgraded" > /dev/null 2>&1 || true
}

cp "$made/env" "$made/first-env"
for release in $former_releases; do upgrade_from "$release"; done
cp "$made/first-env" "$made/env"

remove
say "from nothing to healthy"
docker compose build --quiet
all_healthy

say "nobody without a key; the first key comes from the operator"
check closed
key=$(docker compose exec -T identity bun services/identity/commands/api-key.ts create --name first --role Contributor)
check open

say "only the front is published, and no process may write or become more"
for service in postgres nats streams gateway clients-projects crews-rates mto equipment-wbs identity front; do
  [ $service = front ] || [ -z "$(docker compose ps --format '{{.Ports}}' $service | grep -o '[0-9.]*:[0-9]*->' || true)" ]
  container=$(docker compose ps --quiet $service)
  [ "$(docker inspect --format '{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}}' "$container")" = "true [ALL]" ]
  [ "$(docker compose exec -T $service id -u)" != 0 ]
done

say "three takeoff services: requests and imports spread, and each process tells its figures"
echo MTO_REPLICAS=3 >> "$made/env"
all_healthy
check spread
check metrics

say "a service whose containers are gone is an alert of a Prometheus that finds them by name"
docker run --detach --name "$COMPOSE_PROJECT_NAME-prometheus" --network "${COMPOSE_PROJECT_NAME}_back" --network-alias prometheus \
  --volume "$PWD/docs/monitoring:/etc/prometheus:ro" "$prometheus" --config.file=/etc/prometheus/prometheus.yaml > /dev/null
check watched
docker compose rm --stop --force streams > /dev/null 2>&1
docker compose stop crews-rates > /dev/null 2>&1
check alarmed streams crews-rates
all_healthy streams crews-rates
check watched
docker rm --force "$COMPOSE_PROJECT_NAME-prometheus" > /dev/null

say "who starts waits for Postgres and says so; a wrong password is named at once"
# A stopped container has no name, and an unknown host is a wrong setting; a paused one does not answer.
docker compose pause postgres > /dev/null 2>&1
docker compose run --rm -T --no-deps migrate > "$made/migrated" 2>&1 &
migrating=$!
for _ in $(seq 60); do
  ! grep -q 'Waiting for the database' "$made/migrated" || break
  sleep 1
done
docker compose unpause postgres > /dev/null 2>&1
wait $migrating
grep 'Waiting for the database' "$made/migrated" || { cat "$made/migrated"; exit 1; }
if docker compose run --rm -T --no-deps -e CLIENTS_PROJECTS_DATABASE_URL=postgres://clients_projects:wrong@postgres:5432/consulting \
  migrate > "$made/refused" 2>&1; then exit 1; fi
sed 's/^/   /' "$made/refused"
grep -qi password "$made/refused"
# Compose does not wait for one that is unhealthy, as a paused one is until it was asked again.
for _ in $(seq 60); do
  [ "$(docker inspect --format '{{.State.Health.Status}}' "$(docker compose ps --quiet postgres)")" != healthy ] || break
  sleep 1
done
all_healthy

say "while a probe reads and writes every 100 ms: upgrades, losses, a frozen instance"
start_probe "calm | $ms | $ms"
sleep 6
phase "upgrade of all services | $ms | $ms"
echo "FROM $image" | docker build --quiet --tag "$next" --label version=next - > /dev/null
sh containers/upgrade.sh "$next" | sed 's/^/   /'
[ "$(count_of mto)" = 3 ]
all_of "$next"
phase "back to the version before | $ms | $ms"
sh containers/upgrade.sh "$image" | sed 's/^/   /'
[ "$(count_of mto)" = 3 ]
phase "after the upgrades: compose up finds nothing to do | $ms | $ms"
before=$(docker compose ps --quiet mto | sort)
docker compose up --detach --no-deps mto > /dev/null 2>&1
[ "$(docker compose ps --quiet mto | sort)" = "$before" ]

phase "Postgres stopped | $ms | $ms | with 503"
docker compose stop postgres > /dev/null 2>&1
sleep 3
check metrics
check away
docker compose up --detach --no-deps --wait postgres > /dev/null 2>&1
sleep 2
phase "Postgres back | $ms | $ms"
sleep 5
phase "Postgres killed | $ms | $ms | with 503"
docker compose kill postgres > /dev/null 2>&1
sleep 5
docker compose up --detach --no-deps --wait postgres > /dev/null 2>&1
sleep 2
phase "Postgres back again | $ms | $ms"
sleep 5
phase "Postgres restarted | $ms | $ms | with 503"
docker compose restart postgres > /dev/null 2>&1
docker compose up --detach --no-deps --wait postgres > /dev/null 2>&1
sleep 2
phase "Postgres back the third time | $ms | $ms"
sleep 5

phase "one of three mto freezes | 3000 | 15000 | writes"
frozen=$(docker compose ps --quiet mto | sed -n 1p)
docker pause "$frozen" > /dev/null
sleep 4
phase "one of three mto is frozen | $ms | $ms"
sleep 8
phase "it goes on | 3000 | 3000"
docker unpause "$frozen" > /dev/null
sleep 4

say "new secrets by the words of the guide: nothing fails"
# While NATS is replaced writes wait for it.
phase "new secrets | $ms | $((ms > 5000 ? ms : 5000))"
value_of() { sed -n "s/^$1=//p" "$made/env"; }
new=s$(head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n')
words=$(words_of 'New secrets' '^\(old=\|sed \|echo \|sh \|docker \)' |
  sed "s/NEW/$new/; s/IMAGE/$(echo "$image" | sed 's/[/&]/\\&/g')/; s|\.env\$|$made/env|; s|\.env)|$made/env)|")
[ "$(echo "$words" | wc -l)" = 21 ]
former=$(value_of MTO_PASSWORD)
eval "$words" 2>&1 | grep '^[a-z-]*: \|^done' | sed 's/^/   /'
for name in CALLER_SECRET MTO_PASSWORD GATEWAY_PASSWORD STREAMS_PASSWORD POSTGRES_PASSWORD; do [ "$(value_of $name)" = "$new" ]; done
[ -z "$(value_of MTO_FORMER_PASSWORD)" ]
phase "after the new secrets | $ms | $ms"
sleep 5
end_probe
login() { docker compose exec -T -e PGPASSWORD="$1" postgres psql -h postgres -U mto -d consulting -Atc 'select 1' > /dev/null; }
login "$new"
refused login "$former"
# Postgres has the passwords in its environment, and so has what had ended before.
docker compose up --detach --wait > /dev/null 2>&1

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

say "backup, wipe, restore: everything is there, and a limited key sees what it saw"
psql_here() { printf '%s\n' "$1" | docker compose exec -T postgres psql --quiet -v ON_ERROR_STOP=1 -U postgres -d consulting; }
seen_limited() { (key=$limited && check count); }
same_as_before() {
  [ "$(check count)" = "$lines" ]
  [ "$(seen_limited)" = "$seen" ]
  docker compose exec -T mto bun services/mto/index.ts verify
}
all_healthy
limited=$(check limitedKey)
lines=$(check count)
seen=$(seen_limited)
words=$(words_of 'Backup and restore' '^docker compose .*\(--profile backup up\|run.sh once\)')
[ "$(echo "$words" | wc -l)" = 2 ]
eval "$words" 2>&1 | grep -v '^ ' | sed 's/^/   /'
# The container has made some of its own meanwhile: each start makes one.
made_backups='select count(*), bool_and(is_verified) from operations.backup where file is not null'
docker compose exec -T postgres psql -U postgres -d consulting -Atc "$made_backups" | sed 's/^/   /' > "$made/backups"
grep -x '   [2-9]|t' "$made/backups" || { cat "$made/backups"; docker compose logs --no-color backup; exit 1; }
check backedUp
docker compose rm --stop --force > /dev/null 2>&1
docker volume rm "${COMPOSE_PROJECT_NAME}_postgres" "${COMPOSE_PROJECT_NAME}_nats" > /dev/null
docker compose up --detach --wait postgres > /dev/null 2>&1
# As on a server that has never limited anybody.
psql_here "select format('drop role %I', rolname) from pg_roles where rolname ~ '_limited(_to_one)?$' \\gexec"
docker compose run --rm -T backup restore latest
all_healthy
same_as_before
docker compose rm --stop --force > /dev/null 2>&1
docker compose run --rm -T backup restore latest
all_healthy
same_as_before
echo "   $lines, also over what is there; of these a limited key sees $seen"

say "traces reach a collector outside, with the headers that it asks for"
cat >> "$made/env" <<ENV
OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318
OTEL_EXPORTER_OTLP_HEADERS=authorization=Bearer%20of%20traces
ENV
export COMPOSE_FILE=compose.yaml:containers/telemetry.yaml
docker compose up --detach --no-deps --wait gateway clients-projects > /dev/null 2>&1
docker run --detach --name "$COMPOSE_PROJECT_NAME-collector" --network "${COMPOSE_PROJECT_NAME}_telemetry" \
  --network-alias collector --volume "$PWD/test/containers:/checks:ro" "$image" /checks/collector.ts > /dev/null
check collected

say "messages: nobody tried what it may not do"
docker compose logs --no-color nats > "$made/nats"
refused grep -i violation "$made/nats"
say "passed"
