#!/bin/sh
# Brings the tables up to the version of an overlay, and says at once when that fails: sh deploy/migrate.sh deploy/overlays/ours
set -eu
[ $# -eq 1 ] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
kubectl delete job -n consulting migrate --ignore-not-found
kubectl apply -k "$1/migrations"
# `kubectl wait` waits for one condition, and a failed job never becomes complete.
while :; do
  conditions=$(kubectl get job -n consulting migrate -o 'jsonpath={.status.conditions[?(@.status=="True")].type}')
  case " $conditions " in
    *" Complete "*) echo "the tables are of this version"; exit ;;
    *" Failed "*) kubectl logs -n consulting job/migrate --tail 5 >&2; echo "The migrations failed; nothing else was changed." >&2; exit 1 ;;
  esac
  sleep 2
done
