import type { Database } from '@consulting/shared/store/connect';
import { type SQL, sql } from 'drizzle-orm';
import type { Field } from '../fields/field';
import { isColumn } from '../fields/registry';
import { takeoffLine } from './schema';
import { type LineFilter, matching } from './takeoff-line';
import { columnName } from './takeoff-line-columns';

/** A value as the database writes it: decimals with every digit, dates as YYYY-MM-DD; null when empty. */
export type ExportValue = string | boolean | null;

const batchLinesMax = 100;
const batchesAhead = 3;
const linesBetweenCollections = 8_000;
const separator = '\u001f';

/**
 * Reads lines through a cursor in the order of the takeoff, each as its identifier and the values of `fields`. A line
 * travels as one text, its values apart by a control character: split four times as fast as JSON is parsed, and exact.
 */
export async function* readLines(
  tx: Database,
  filter: LineFilter,
  fields: readonly Field[],
): AsyncGenerator<ExportValue[][]> {
  const values = sql`array[${sql.join([sql`id::text`, ...fields.map(storedText)], sql`, `)}]`;
  const booleans = [...fields.keys()].filter((at) => fields[at]?.type === 'boolean').map((at) => at + 1);
  const cursor = sql.identifier(`export_${crypto.randomUUID().replaceAll('-', '')}`);
  await tx.execute(sql`declare ${cursor} no scroll cursor for
    select array_to_string(${values}, ${separator}, '') as line from ${takeoffLine}
    where ${matching(filter)} order by item_number, created_at, id`);
  const fetch = sql`fetch ${sql.raw(String(batchLinesMax))} from ${cursor}`;
  let linesSinceCollection = 0;
  for await (const rows of readAhead(async () => tx.execute<{ line: string }>(fetch))) {
    const lines: ExportValue[][] = [];
    for (const { line } of rows) {
      const parts: ExportValue[] = line.split(separator);
      const isSplit = parts.length === fields.length + 1;
      lines.push(withTypes(isSplit ? parts : await readLine(tx, String(parts[0]), values), booleans));
    }
    yield lines;
    linesSinceCollection += lines.length;
    if (linesSinceCollection >= linesBetweenCollections) {
      // Left to itself the heap takes 60 MB more than it needs; this costs 13 ms each time.
      Bun.gc(true);
      linesSinceCollection = 0;
    }
  }
  await tx.execute(sql`close ${cursor}`);
}

/** Text of a value; names come from the registry only. */
const storedText = (field: Field): SQL =>
  isColumn(field)
    ? sql`${sql.identifier(columnName(field.key))}::text`
    : sql.raw(`attributes ->> '${field.key}'`);

/** A line with the separator inside one of its values, read in another way. */
async function readLine(tx: Database, id: string, values: SQL): Promise<ExportValue[]> {
  const rows = await tx.execute<{ line: ExportValue[] }>(
    sql`select array_to_json(${values}) as line from ${takeoffLine} where id = ${id}`,
  );
  return rows[0]?.line ?? [];
}

function withTypes(values: ExportValue[], booleans: readonly number[]): ExportValue[] {
  for (let at = 0; at < values.length; at += 1) if (values[at] === '') values[at] = null;
  for (const at of booleans) if (values[at] !== null) values[at] = values[at] === 'true';
  return values;
}

/** Batches until an empty one, the next ones under way while one is worked on; waits for them when ended early. */
async function* readAhead<T>(fetch: () => Promise<T[]>): AsyncGenerator<T[]> {
  const ahead: Promise<T[]>[] = [];
  const ask = () => {
    const batch = fetch();
    batch.catch(() => undefined);
    ahead.push(batch);
  };
  try {
    for (let asked = 0; asked < batchesAhead; asked += 1) ask();
    for (let batch = await ahead.shift(); batch && batch.length > 0; batch = await ahead.shift()) {
      ask();
      yield batch;
    }
  } finally {
    await Promise.allSettled(ahead);
  }
}
