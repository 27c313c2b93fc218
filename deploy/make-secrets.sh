#!/bin/sh
# Makes the secrets of a new deployment: sh deploy/make-secrets.sh FOLDER HOST:5432/consulting
#   FOLDER/secrets.yaml   for kubectl apply; one secret for each process, with what it needs and no more
#   FOLDER/logins.sql     for psql as an administrator of the database: who owns each schema, who may change its tables (the login
#                         of the migrations alone) and who may read and write what is in them; with the roles that a service takes
#                         for callers who see some clients and projects alone
# With NATS_SCHEME=tls the processes ask NATS for an encrypted connection (deploy/components/tls).
# Both are for your eyes alone. What follows the `/`, such as ?sslmode=require, is part of every address.
set -eu
[ $# -eq 2 ] || { sed -n '2,9s/^# //p' "$0" >&2; exit 2; }
folder=$1
database=$2
secret() { printf s; head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
umask 077
mkdir "$folder" # an existing one holds the only copy of its secrets
exec 3> "$folder/secrets.yaml" 4> "$folder/logins.sql"

scheme=${NATS_SCHEME:-nats}
nats_servers='nats-0.nats:4222,nats-1.nats:4222,nats-2.nats:4222'
# NAME: the head of a secret.
begin() {
  cat >&3 << YAML
---
apiVersion: v1
kind: Secret
metadata:
  name: $1
  namespace: consulting
type: Opaque
stringData:
YAML
}

begin caller
echo "  caller-secret: $(secret)" >&3

migrations=$(secret)
cat >&4 << SQL
create role consulting_migrations login password '$migrations';
revoke all on schema public from public;
SQL
passwords=
migration_urls=
for name in clients-projects crews-rates mto equipment-wbs identity; do
  schema=$(echo "$name" | tr - _)
  password=$(secret)
  begin "$name"
  echo "  database-url: postgres://${schema}_service:$password@$database" >&3
  nats=$(secret)
  echo "  nats-url: $scheme://$name:$nats@$nats_servers" >&3
  passwords="$passwords
    $(echo "$schema" | tr '[:lower:]' '[:upper:]')_PASSWORD=$nats"
  migration_urls="$migration_urls
  $name: postgres://consulting_migrations:$migrations@$database"
  cat >&4 << SQL

create role $schema nologin;
grant $schema to current_user, consulting_migrations;
create schema $schema authorization $schema;
create role ${schema}_service login password '$password';
grant usage on schema $schema to ${schema}_service;
alter default privileges for role $schema in schema $schema grant select, insert, update, delete on tables to ${schema}_service;
alter default privileges for role $schema in schema $schema grant usage, select, update on sequences to ${schema}_service;
create role ${schema}_limited nologin;
create role ${schema}_limited_to_one nologin;
grant ${schema}_limited, ${schema}_limited_to_one to $schema, ${schema}_service with inherit false, set true;
alter role ${schema}_service bypassrls;
SQL
done
for name in gateway streams; do
  nats=$(secret)
  begin "$name"
  echo "  nats-url: $scheme://$name:$nats@$nats_servers" >&3
  passwords="$passwords
    $(echo "$name" | tr '[:lower:]' '[:upper:]')_PASSWORD=$nats"
done
begin migrations
echo "${migration_urls#?}" >&3
begin nats
echo "  passwords: |$passwords
    SERVERS_PASSWORD=$(secret)" >&3
echo "$folder/secrets.yaml and $folder/logins.sql"
