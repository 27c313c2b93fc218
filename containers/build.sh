#!/bin/sh
# Builds the image of the sources that are here and prints its name, which says the version: consulting:1.0.0-0123abc
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
commit=$(git describe --always --dirty --abbrev=7 --exclude '*' 2> /dev/null || true)
CONSULTING_IMAGE=${CONSULTING_NAME:-consulting}:$version${commit:+-$commit}
export CONSULTING_IMAGE
docker compose build --quiet migrate >&2
echo "$CONSULTING_IMAGE"
