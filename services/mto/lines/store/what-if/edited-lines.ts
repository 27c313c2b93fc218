import type { Database } from '@consulting/kernel/postgres';
import { type Discipline, fieldsOf, isColumn, type Line } from '@consulting/mto-engine';
import { sql } from 'drizzle-orm';
import { attributesText } from '../rows/takeoff-line-row';
import { type Criteria, meets } from '../search/matching';
import { columnName } from '../tables/takeoff-line-columns';

export interface EditedLine {
  id: string;
  discipline: Discipline;
  values: Line;
  positions: readonly number[];
}

export async function listMeeting(
  tx: Database,
  projectId: string,
  criteria: Criteria,
  lines: readonly EditedLine[],
): Promise<Set<string>> {
  const edited = `[${lines.map(textOf).join()}]`;
  const rows = await tx.execute<{ id: string }>(sql`
    select takeoff_line.id from (
      select made.* from jsonb_to_recordset(${edited}::text::jsonb)
          as edited (id uuid, columns jsonb, attributes jsonb, cleared text[])
        join takeoff_line as stored on stored.project_id = ${projectId} and stored.id = edited.id
        cross join lateral jsonb_populate_record(stored, edited.columns || jsonb_build_object(
          'updated_at', now(), 'attributes', (stored.attributes - edited.cleared) || edited.attributes)) as made
    ) as takeoff_line where ${meets(criteria, { projectId, serviceId: null }) ?? sql`true`}`);
  return new Set(rows.map(({ id }) => id));
}

function textOf({ id, discipline, values, positions }: EditedLine): string {
  const fields = fieldsOf(discipline);
  const columns: Record<string, Line[number]> = {};
  const cleared: string[] = [];
  const attributes: Line = [];
  for (const position of positions) {
    const field = fields[position];
    const value = values[position] ?? null;
    if (!field) continue;
    if (isColumn(field)) columns[columnName(field.key)] = value;
    else if (value === null) cleared.push(field.key);
    else attributes[position] = value;
  }
  const own = attributesText(discipline, attributes);
  return `{"id":"${id}","columns":${JSON.stringify(columns)},"attributes":${own},"cleared":${JSON.stringify(cleared)}}`;
}
