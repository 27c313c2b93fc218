import { type Cell, disciplines, fieldsOf, inputsOfTotal, isColumn, type Line } from '@consulting/mto-engine';
import { columnName, countsAs, type LineSets, pairedLines } from '@consulting/mto-lines';
import { type SQL, sql } from 'drizzle-orm';

export interface MovedLine extends Record<string, unknown> {
  // Lines that did not move are one row for each place, and the others one row each.
  kind: 'same' | 'added' | 'removed' | 'remeasured' | 'changed';
  lines: number;
  mtoId: string | null;
  itemNumber: string | null;
  description: string | null;
  beforeDiscipline: string | null;
  afterDiscipline: string | null;
  beforeWbs: string | null;
  afterWbs: string | null;
  beforeArea: string | null;
  afterArea: string | null;
  from: string;
  to: string;
  inputs: string | null;
}

export interface Places {
  wbsCode: boolean;
  area: boolean;
}

const sides = ['b', 'a'] as const;
type Side = (typeof sides)[number];

const isCounted = (side: Side): string => `(${side}.line_id is not null and ${countsAs(side)})`;

const comparedColumns = [
  ...new Set(
    disciplines.flatMap((discipline) =>
      inputsOfTotal(discipline).flatMap((position) => {
        const field = fieldsOf(discipline)[position];
        return field && isColumn(field) ? [columnName(field.key)] : [];
      }),
    ),
  ),
  'total_cost',
  'attributes',
];

const readColumns = [
  ...new Set([
    ...['discipline', 'item_number', 'source_id', 'description', 'status', 'scope_type', 'wbs_code', 'area'],
    'unit_of_measure',
    ...comparedColumns,
  ]),
];

const valuesOf = (side: Side): string => comparedColumns.map((column) => `${side}.${column}`).join(', ');

const kind = `case when not ${isCounted('a')} then 'removed' when not ${isCounted('b')} then 'added'
  when a.unit_of_measure is distinct from b.unit_of_measure then 'remeasured'
  when (${valuesOf('b')}) is distinct from (${valuesOf('a')}) then 'changed' else 'same' end`;

// Attributes are unpacked once, because `->>` would unpack large ones again for every key.
const inputs = `(select case a.discipline ${disciplines
  .map((discipline) => `when '${discipline}' then row(${cellsOf(discipline).join(', ')})::text`)
  .join(
    ' ',
  )} end from (select b.attributes || '{}' as b_unpacked, a.attributes || '{}' as a_unpacked offset 0) as own)`;

function cellsOf(discipline: (typeof disciplines)[number]): string[] {
  const fields = fieldsOf(discipline);
  return sides.flatMap((side) =>
    inputsOfTotal(discipline).flatMap((position) => {
      const field = fields[position];
      if (!field) return [];
      return isColumn(field) ? `${side}.${columnName(field.key)}` : `${side}_unpacked ->> '${field.key}'`;
    }),
  );
}

const placeOf = (side: Side, column: string, isWanted: boolean): string =>
  isWanted ? `${side}.${column}` : 'null::text';

const totalOf = (side: Side): string =>
  `case when ${isCounted(side)} then coalesce(${side}.total_cost, 0) else 0 end`;

// Lines that count on a side, those first that did not move, then the others by size of movement.
export function movedLines(sets: LineSets, places: Places): SQL {
  const columns =
    sql.raw(`coalesce(a.line_id, b.line_id) as "mtoId", coalesce(a.item_number, b.item_number)::text as "itemNumber",
    case when a.line_id is null then b.description else a.description end as description,
    b.discipline as "beforeDiscipline", a.discipline as "afterDiscipline",
    ${placeOf('b', 'wbs_code', places.wbsCode)} as "beforeWbs", ${placeOf('a', 'wbs_code', places.wbsCode)} as "afterWbs",
    ${placeOf('b', 'area', places.area)} as "beforeArea", ${placeOf('a', 'area', places.area)} as "afterArea",
    ${totalOf('b')} as before_cost, ${totalOf('a')} as after_cost, kind, case kind when 'changed' then ${inputs} end as inputs`);
  return sql`with ${pairedLines(sets, readColumns)}, moved_line as materialized (
      select ${columns} from before_line b left join pair on pair.before_id = b.line_id
        full join after_line a on a.line_id = pair.after_id
        cross join lateral (select ${sql.raw(kind)} as kind offset 0) as kind
      where ${sql.raw(`${isCounted('b')} or ${isCounted('a')}`)})
    select kind, lines, "mtoId", "itemNumber", description, "beforeDiscipline", "afterDiscipline",
      "beforeWbs", "afterWbs", "beforeArea", "afterArea", before_cost::text as from, after_cost::text as to, inputs
    from (
      select kind, count(*)::int as lines, null::uuid as "mtoId", null as "itemNumber", null as description,
        "beforeDiscipline", "afterDiscipline", "beforeWbs", "afterWbs", "beforeArea", "afterArea",
        sum(before_cost) as before_cost, sum(after_cost) as after_cost, null as inputs
      from moved_line where kind = 'same'
      group by kind, "beforeDiscipline", "afterDiscipline", "beforeWbs", "afterWbs", "beforeArea", "afterArea"
      union all
      select kind, 1, "mtoId", "itemNumber", description, "beforeDiscipline", "afterDiscipline",
        "beforeWbs", "afterWbs", "beforeArea", "afterArea", before_cost, after_cost, inputs
      from moved_line where kind <> 'same') as line
    order by kind = 'same' desc, abs(after_cost - before_cost) desc, "mtoId"`;
}

const shortMax = 15;

const cellOf = (text: string | undefined): Cell => {
  if (!text) return null;
  return text.length > shortMax ? text : Number(text);
};

// The numbers that the totals of a line follow from, before and after; other fields are empty.
export function inputsOf(text: string, positions: readonly number[], width: number): [Line, Line] {
  const parts = text.slice(1, -1).split(',');
  const [before, after]: [Line, Line] = [new Array(width).fill(null), new Array(width).fill(null)];
  for (let at = 0; at < positions.length; at += 1) {
    const [was, is] = [parts[at], parts[positions.length + at]];
    const position = positions[at] ?? 0;
    before[position] = cellOf(was);
    after[position] = was === is ? (before[position] ?? null) : cellOf(is);
  }
  return [before, after];
}
