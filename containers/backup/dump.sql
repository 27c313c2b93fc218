-- The dump and the counts are of one moment.
begin isolation level repeatable read read only;
select pg_export_snapshot() as snapshot \gset
\setenv SNAPSHOT :snapshot
\o :counts
\i /backup/counts.sql
\o
\! pg_dump --snapshot="$SNAPSHOT" --format=custom --file="$DUMP" consulting || rm -f "$DUMP"
commit;
