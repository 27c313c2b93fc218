#!/bin/sh
# Pulls the images from elsewhere and prints their digests: sh containers/pin-images.sh >> .env
# From then on compose takes exactly these; to move to newer ones, take the lines out of .env and run it again.
set -eu
cd "$(dirname "$0")/.."

# pin VARIABLE NAME FILE: the tag is the one that the file names, a version in it that of the environment or its default.
pin() {
  image=$(sed -n -E "s#^ *(image:|FROM) *($2:.*)\\$\{[A-Z]+_DIGEST.*#\2#p" "$3" | head -n 1 |
    sed -E "s#\\$\{POSTGRES_VERSION:-([0-9]+)\}#${POSTGRES_VERSION:-\1}#")
  [ -n "$image" ] || { echo "$3 names no image $2." >&2; exit 1; }
  docker pull --quiet "$image" > /dev/null
  digests=$(docker image inspect --format '{{range .RepoDigests}}{{println .}}{{end}}' "$image")
  digest=$(echo "$digests" | sed -n "s#^\(.*/\)\{0,1\}$2@#@#p" | head -n 1)
  [ -n "$digest" ] || { echo "$image has no digest here." >&2; exit 1; }
  echo "$1=$digest"
}

pin BUN_DIGEST oven/bun Dockerfile
pin POSTGRES_DIGEST postgres compose.yaml
pin NATS_DIGEST nats compose.yaml
pin HAPROXY_DIGEST haproxy compose.yaml
