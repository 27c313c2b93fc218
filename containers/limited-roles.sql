-- For a database of a version that could not limit callers to clients and projects: run it as an administrator before the migrations.
-- A service takes the role SCHEMA_limited for such callers, or SCHEMA_limited_to_one for what is about one project; policies choose
-- the rows. A login that is not the owner of the tables needs `bypassrls` for the others, and to copy rows at all. It may be run again.
set client_min_messages = warning;
do $$
declare
  service text;
  limited text;
begin
  foreach service in array array['clients_projects', 'crews_rates', 'mto', 'equipment_wbs', 'identity'] loop
    continue when not exists (select from pg_roles where rolname = service);
    foreach limited in array array[service || '_limited', service || '_limited_to_one'] loop
      if not exists (select from pg_roles where rolname = limited) then
        execute format('create role %I nologin', limited);
      end if;
      execute format('grant %I to %I with inherit false, set true', limited, service);
      if exists (select from pg_roles where rolname = service || '_service') then
        execute format('grant %I to %I with inherit false, set true', limited, service || '_service');
      end if;
    end loop;
    if exists (select from pg_roles where rolname = service || '_service') then
      execute format('alter role %I bypassrls', service || '_service');
    end if;
  end loop;
end $$;
