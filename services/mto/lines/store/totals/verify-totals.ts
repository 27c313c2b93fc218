import { allowLongStatements, type Database } from '@consulting/kernel/postgres';
import { type SQL, sql } from 'drizzle-orm';
import { ofEveryProject } from '../rows/directory';
import { type FrozenLines, linesOfEpoch, wholeOf } from '../rows/line-source';
import { namesOf, type Summation, summations, sumsOf, valuesOf } from './summations';
import { versionTable } from './tables';
import { ofEpoch } from './version-totals';

interface Difference {
  projectId: string;
  serviceId: string;
  table: string;
  totals: number;
}

/** Lines and totals are compared at one moment; every line is read once for each table, and once more for each version that has it. */
export const findDifferences = (db: Database): Promise<Difference[]> =>
  db.transaction(
    async (tx) => {
      await allowLongStatements(tx);
      const found: Difference[] = [];
      for (const summation of summations) found.push(...(await differencesOfCurrent(tx, summation)));
      const versions = await tx.execute<FrozenLines & Record<string, unknown>>(sql`
        select project_id as "projectId", service_id as "serviceId", epoch, has_totals as "hasTotals"
        from takeoff_version where has_totals`);
      for (const version of versions)
        for (const summation of summations)
          found.push(...(await differencesOfVersion(tx, summation, version)));
      return found;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

const differencesOfCurrent = (tx: Database, summation: Summation): Promise<Difference[]> =>
  differencesOf(tx, summation, {
    table: summation.table,
    stored: sql`${sql.identifier(summation.table)}`,
    lines: sql`takeoff_line where in_totals`,
    scope: ofEveryProject,
  });

function differencesOfVersion(
  tx: Database,
  summation: Summation,
  version: FrozenLines,
): Promise<Difference[]> {
  const table = versionTable(summation.table);
  return differencesOf(tx, summation, {
    table,
    stored: sql`${sql.identifier(table)} where ${ofEpoch(version)}`,
    lines: wholeOf(linesOfEpoch(version)),
    scope: sql``,
  });
}

interface Sides {
  table: string;
  stored: SQL;
  lines: SQL;
  scope: SQL;
}

async function differencesOf(
  tx: Database,
  { keys, sums }: Summation,
  { table, stored, lines, scope }: Sides,
): Promise<Difference[]> {
  const by = namesOf(keys);
  const summed = sql`${by}, ${sumsOf(sums)}`;
  const isNothing = sql.join(
    sums.map(({ name }) => sql`coalesce(sum(${sql.identifier(name)}), 0) = 0`),
    sql` and `,
  );
  const rows = await tx.execute<Difference & Record<string, unknown>>(sql`
    with kept as materialized (select ${summed} from ${stored} group by ${by} having not (${isNothing})),
      meant as materialized (
        select ${summed} from (select ${valuesOf([...keys, ...sums])} from ${lines}) as line group by ${by})
    select project_id as "projectId", service_id as "serviceId", ${table}::text as table, count(*)::int as totals from (
      select ${by} from (table kept except table meant) as wrong
      union select ${by} from (table meant except table kept) as missing
    ) as different group by project_id, service_id ${scope}`);
  return [...rows];
}
