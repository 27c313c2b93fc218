import { allowLongStatements, type Database } from '@consulting/kernel/postgres';
import { type SQL, sql } from 'drizzle-orm';
import { ofEveryProject } from '../rows/directory';
import { type FrozenLines, linesOfEpoch, wholeOf } from '../rows/line-source';
import { namesOf, type Summation, summations, sumsOf, valuesOf } from './summations';
import { outsideTotals } from './summed-value';
import { versionTable } from './tables';

export const ofEpoch = ({ projectId, serviceId, epoch }: FrozenLines): SQL =>
  sql`project_id = ${projectId}::uuid and service_id = ${serviceId}::uuid and epoch = ${epoch}::integer`;

function addTotals({ epoch }: FrozenLines, { table, keys, sums }: Summation, parts: readonly SQL[]): SQL {
  const by = namesOf(keys);
  return sql`insert into ${sql.identifier(versionTable(table))} (epoch, ${by}, ${namesOf(sums)})
    select ${epoch}::integer, ${by}, ${sumsOf(sums)} from (${sql.join([...parts], sql` union all `)}) as part
    group by ${by} having sum(lines) <> 0`;
}

const ofLines = ({ keys, sums }: Summation, lines: SQL): SQL =>
  sql`select ${valuesOf([...keys, ...sums])} from ${lines}`;

export function addCurrentTotals(version: FrozenLines): SQL[] {
  const isOwned = sql`project_id = ${version.projectId}::uuid and service_id = ${version.serviceId}::uuid`;
  return summations.map((summation) => {
    const { table, keys, sums } = summation;
    const stored = sql`select ${namesOf([...keys, ...sums])} from ${sql.identifier(table)} where ${isOwned}`;
    return addTotals(version, summation, [
      stored,
      ofLines(summation, sql`takeoff_line where ${isOwned} and ${outsideTotals}`),
    ]);
  });
}

export async function addMissingTotals(db: Database): Promise<void> {
  while (await addToOneVersion(db));
}

const addToOneVersion = (db: Database): Promise<boolean> =>
  db.transaction(async (tx) => {
    await allowLongStatements(tx);
    const [version] = await tx.execute<FrozenLines & { id: string } & Record<string, unknown>>(sql`
      select id, project_id as "projectId", service_id as "serviceId", epoch, has_totals as "hasTotals" from takeoff_version
      where not has_totals limit 1 for update skip locked ${ofEveryProject}`);
    if (!version) return false;
    const lines = wholeOf(linesOfEpoch(version));
    for (const summation of summations)
      await tx.execute(addTotals(version, summation, [ofLines(summation, lines)]));
    await tx.execute(sql`update takeoff_version set has_totals = true where id = ${version.id}`);
    return true;
  });
