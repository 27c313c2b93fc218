#!/bin/sh
# Prints the secrets of a new deployment, or writes them to a new file that its owner alone may read: sh containers/make-env.sh .env
# Letters and digits that begin with a letter mean the same to every program that reads them.
set -eu
secret() { head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
if [ $# -gt 0 ]; then
  umask 077
  set -C # an existing file is the only copy of its secrets
  exec > "$1"
fi
for name in CALLER_SECRET POSTGRES_PASSWORD GATEWAY_PASSWORD STREAMS_PASSWORD CLIENTS_PROJECTS_PASSWORD CREWS_RATES_PASSWORD \
  MTO_PASSWORD EQUIPMENT_WBS_PASSWORD IDENTITY_PASSWORD; do
  echo "$name=s$(secret)"
done
