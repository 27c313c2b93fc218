-- What the service `identity` tells as `consulting_backup_age_seconds`; every role may read it, the operator alone writes.
create schema if not exists operations;
create table if not exists operations.backup (
  finished_at timestamptz not null default now(),
  file text,
  bytes bigint,
  seconds integer,
  is_verified boolean not null,
  error text
);
grant usage on schema operations to public;
grant select on operations.backup to public;
insert into operations.backup (is_verified, error)
select false, 'no backup has been made yet' where not exists (select from operations.backup);
