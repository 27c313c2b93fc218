import { type Database, type NamedColumns, nameChangedColumns } from '@consulting/kernel/postgres';
import { type Cell, columnType, type Field, fieldsNamed, isColumn } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { lockInOrder } from '../tables/line-locks';
import { takeoffLine } from '../tables/schema';
import { columnName, isIdentifier } from '../tables/takeoff-line-columns';
import { idsListed, type LineGroup, type Selection, selected } from './selected-lines';

interface Change {
  values: ReadonlyMap<string, Cell>;
  wbsMatched: boolean | null;
  by: string;
}

const castOf = (field: Field): SQL => {
  if (isIdentifier(field.key)) return sql`::uuid`;
  const type = columnType(field);
  return sql.raw(`::${type === 'integer' ? 'bigint' : type}`);
};

interface Assignment {
  names: NamedColumns;
  set: SQL;
  differs: SQL;
}

function columnAssignment(field: Field, value: Cell): Assignment {
  const column = sql.identifier(columnName(field.key));
  const literal =
    typeof value === 'boolean' ? sql.raw(String(value)) : sql`${value === null ? null : String(value)}`;
  const given = sql`${literal}${castOf(field)}`;
  const names = { columns: [columnName(field.key)], nested: [] };
  return { names, set: sql`${column} = ${given}`, differs: sql`${column} is distinct from ${given}` };
}

function attributesAssignment(values: ReadonlyMap<string, Cell>): Assignment {
  const entries = [...values];
  const cleared = sql`${sql.param(entries.filter(([, value]) => value === null).map(([key]) => key))}::text[]`;
  const stored = Object.fromEntries(entries.filter(([, value]) => value !== null));
  const given = sql`${JSON.stringify(stored)}::text::jsonb`;
  return {
    names: { columns: [], nested: [...values.keys()] },
    set: sql`attributes = (attributes || ${given}) - ${cleared}`,
    differs: sql`(not attributes @> ${given} or attributes ?| ${cleared})`,
  };
}

function assignmentsOf({ values, wbsMatched }: Change): Assignment[] {
  const assignments: Assignment[] = [];
  const own = new Map<string, Cell>();
  for (const [key, value] of values) {
    const [field] = fieldsNamed(key);
    if (field === undefined) throw new RangeError(`${key} is not a field`);
    if (isColumn(field)) assignments.push(columnAssignment(field, value));
    else own.set(key, value);
  }
  if (own.size > 0) assignments.push(attributesAssignment(own));
  if (wbsMatched !== null) {
    const given = sql.raw(String(wbsMatched));
    assignments.push({
      names: { columns: ['wbs_matched'], nested: [] },
      set: sql`wbs_matched = ${given}`,
      differs: sql`wbs_matched is distinct from ${given}`,
    });
  }
  return assignments;
}

export async function changeSelected(
  tx: Database,
  selection: Selection,
  groups: readonly LineGroup[],
  change: Change,
): Promise<{ matched: number; updated: number; ids: string[] }> {
  const assignments = assignmentsOf(change);
  const isSelected = selected(selection, groups);
  const sets = sql.join(
    assignments.map(({ set }) => set),
    sql`, `,
  );
  const differs = sql.join(
    assignments.map((one) => one.differs),
    sql` or `,
  );
  await nameChangedColumns(tx, {
    columns: [...assignments.flatMap(({ names }) => names.columns), 'pricing'],
    nested: assignments.flatMap(({ names }) => names.nested),
  });
  await lockInOrder(tx, isSelected);
  const [counts] = await tx.execute<{ matched: number; updated: number; ids: string[] }>(sql`
    with changed as (
      update ${takeoffLine} set ${sets}, version = version + 1, updated_at = now(), updated_by = ${change.by}
      where ${isSelected} and (${differs}) returning 1
    )
    select (select count(*)::int from ${takeoffLine} where ${isSelected}) as matched,
      (select count(*)::int from changed) as updated,
      array(select id from ${takeoffLine} where ${isSelected} order by id limit ${idsListed}) as ids`);
  return counts ?? { matched: 0, updated: 0, ids: [] };
}
