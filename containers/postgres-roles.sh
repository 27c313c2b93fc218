#!/bin/sh
# One login and one schema per service, made when the volume is new, and the roles that it takes for callers who see some clients
# and projects alone. The passwords are hexadecimal.
set -eu
for role in clients_projects crews_rates mto equipment_wbs identity; do
  password=$(printenv "$(echo "$role" | tr '[:lower:]' '[:upper:]')_PASSWORD")
  psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<SQL
create role $role login password '$password';
create schema $role authorization $role;
create role ${role}_limited nologin;
create role ${role}_limited_to_one nologin;
grant ${role}_limited, ${role}_limited_to_one to $role with inherit false, set true;
SQL
done
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -c 'revoke all on schema public from public'
