-- How many rows each table has, one line for each.
select format('select %L, count(*) from %I.%I', schemaname || '.' || tablename, schemaname, tablename)
from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1
\gexec
