import { sql } from 'drizzle-orm';
import type { Discipline } from '../fields/discipline';
import type { Run } from './export-lines';
import { takeoffLine } from './schema';
import { isCounted } from './summary';
import { type TotalKey, totalKeys } from './summed-keys';
import { type LineFilter, matching } from './takeoff-line';
import { columnName } from './takeoff-line-columns';

export type ExportSums = { discipline: Discipline; itemCount: number } & Record<TotalKey, string>;

const sums = totalKeys.map(
  (key) => sql`coalesce(sum(${sql.identifier(columnName(key))}), 0)::text as ${sql.identifier(key)}`,
);

export const sumLines = (run: Run, filter: LineFilter): Promise<ExportSums[]> =>
  run<ExportSums>(
    sql`select discipline, count(*)::int as "itemCount", ${sql.join(sums, sql`, `)}
      from ${takeoffLine} where ${matching(filter)} and ${isCounted} group by discipline`,
  );
