import type { Database } from '@consulting/kernel/store/connect';
import { sql } from 'drizzle-orm';
import type { Cell } from '../fields/line';
import { commonFields } from '../fields/registry';
import { type LineSet, linesOf } from './comparison';
import { parseAttributes } from './takeoff-line-attributes';
import { columnName } from './takeoff-line-columns';

export type ComparedValues = Readonly<Record<string, Cell>>;

const commonTexts = sql.raw(commonFields.map(({ key }) => `line.${columnName(key)}::text`).join(', '));

export async function readValues(
  tx: Database,
  set: LineSet,
  lineIds: readonly string[],
): Promise<Map<string, ComparedValues>> {
  if (lineIds.length === 0) return new Map();
  const rows = (await tx.execute(sql`
    select line_id as "lineId", array_to_json(array[${commonTexts}])::text as common, attributes::text as attributes
    from (${linesOf(set)}) line
    where line_id = any(string_to_array(${lineIds.join(',')}, ',')::uuid[])`)) as unknown as {
    lineId: string;
    common: string;
    attributes: string;
  }[];
  return new Map(rows.map(({ lineId, common, attributes }) => [lineId, valuesOf(common, attributes)]));
}

function valuesOf(common: string, attributes: string): ComparedValues {
  const texts: (string | null)[] = JSON.parse(common);
  const values = commonFields.map(({ key }, at) => [key, texts[at] ?? null] as const);
  return { ...Object.fromEntries(values), ...parseAttributes(attributes) };
}
