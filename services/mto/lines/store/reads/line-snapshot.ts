import { type Database, openSnapshot, type Snapshot } from '@consulting/kernel/postgres';
import { commonFields, type Discipline, type Field } from '@consulting/mto-engine';
import { and, type SQL, sql } from 'drizzle-orm';
import { isCounted, type TotalKey, totalKeys } from '../rows/figures';
import { wholeOf } from '../rows/line-source';
import { type ExportValue, priceRowsField, type Run, readLines } from '../search/line-cursor';
import { type LineFilter, matching, sourceOf } from '../search/line-filter';
import type { SortKey } from '../search/order';
import { columnName } from '../tables/takeoff-line-columns';
import { countsByDiscipline, type DisciplineCount } from '../totals/count-lines';
import { type Bid, readBids } from './bid-spread';

type KnownKeys = ReadonlySet<string> | null;

export interface LineSnapshot {
  countByDiscipline(filter: LineFilter): Promise<Map<Discipline, number>>;
  sum(filter: LineFilter): Promise<ExportSums[]>;
  usedKeys(filter: LineFilter): Promise<Set<string>>;
  readBids(filter: LineFilter, bid: Bid): ReturnType<typeof readBids>;
  read(
    filter: LineFilter,
    fields: readonly Field[],
    used: KnownKeys,
    sort: readonly SortKey[],
  ): AsyncGenerator<ExportValue[][]>;
  close(): Promise<void>;
}

export async function openLineSnapshot(db: Database): Promise<LineSnapshot> {
  return linesOfSnapshot(await openSnapshot(db));
}

export const linesOfSnapshot = ({ run, close }: Snapshot): LineSnapshot => ({
  countByDiscipline: (filter) => countByDiscipline(run, filter),
  sum: (filter) => sumLines(run, filter),
  usedKeys: async (filter) => (await usedOwnKeys(run, filter)).union(await usedCommonKeys(run, filter)),
  readBids: (filter, bid) => readBids(run, filter, bid),
  read: (filter, fields, used, sort) =>
    sort.length > 0 ? readLines(run, filter, fields, used, sort) : readInOrder(run, filter, fields, used),
  close,
});

async function* readInOrder(run: Run, filter: LineFilter, fields: readonly Field[], used: KnownKeys) {
  // The indexes hold the order: sorting first would write all lines to disk before the first is sent.
  await run(sql`select set_config('enable_sort', 'off', true)`);
  yield* readLines(run, filter, fields, used, []);
}

const linesOf = (filter: LineFilter) => wholeOf(sourceOf(filter));

async function countByDiscipline(run: Run, filter: LineFilter): Promise<Map<Discipline, number>> {
  const counts = await run<DisciplineCount>(countsByDiscipline(filter));
  return new Map(counts.map(({ discipline, itemCount }) => [discipline, itemCount]));
}

async function usedOwnKeys(run: Run, filter: LineFilter): Promise<Set<string>> {
  const keysOf = async (attributes: SQL, of: SQL | undefined) => {
    const keys = await run<{ key: string }>(
      sql`select distinct jsonb_object_keys(${attributes}) as key from ${linesOf(filter)} where ${of}`,
    );
    return keys.map(({ key }) => key);
  };
  const ofSome = await keysOf(sql`attributes`, and(matching(filter), isOneOfSome));
  const others = await keysOf(sql`attributes - ${sql.param(ofSome)}::text[]`, matching(filter));
  return new Set([...ofSome, ...others]);
}

const isOneOfSome = sql`item_number % 64 = 0`;

const isUsed = [...commonFields, priceRowsField].map(
  ({ key }) => sql`count(${sql.identifier(columnName(key))}) > 0 as ${sql.identifier(key)}`,
);

async function usedCommonKeys(run: Run, filter: LineFilter): Promise<Set<string>> {
  const [used = {}] = await run<Record<string, boolean>>(
    sql`select ${sql.join(isUsed, sql`, `)} from ${linesOf(filter)} where ${matching(filter)}`,
  );
  return new Set(Object.keys(used).filter((key) => used[key]));
}

export type ExportSums = { discipline: Discipline; itemCount: number } & Record<TotalKey, string>;

const sums = totalKeys.map(
  (key) => sql`coalesce(sum(${sql.identifier(columnName(key))}), 0)::text as ${sql.identifier(key)}`,
);

const sumLines = (run: Run, filter: LineFilter): Promise<ExportSums[]> =>
  run<ExportSums>(
    sql`select discipline, count(*)::int as "itemCount", ${sql.join(sums, sql`, `)}
      from ${linesOf(filter)} where ${matching(filter)} and ${isCounted} group by discipline`,
  );
