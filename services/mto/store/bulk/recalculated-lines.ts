import type { Database } from '@consulting/kernel/store/connect';
import { nameChangedColumns } from '@consulting/kernel/store/history/operation';
import { type SQL, sql } from 'drizzle-orm';
import type { Discipline } from '../../fields/discipline';
import { columnType, type Field } from '../../fields/field';
import type { Cell, Line, LineMatches } from '../../fields/line';
import { commonFields } from '../../fields/registry';
import { takeoffLine } from '../schema';
import { columnName, isIdentifier } from '../takeoff-line-columns';
import { commonText, lineArray } from '../takeoff-line-row';
import { type LineGroup, type Selection, selected } from './selected-lines';

export interface LockedLine extends LineMatches {
  id: string;
  serviceId: string;
  discipline: Discipline;
  line: Line;
}

export interface ChangedLine extends LineMatches {
  id: string;
  columns: readonly Cell[];
  /** New values of discipline fields by key, as JSON; null when they become empty. */
  own: Readonly<Record<string, string | null>>;
}

const linesAtOnce = 500;
const cursor = sql.identifier('selected_line');

interface LockedRow extends Record<string, unknown>, LineMatches {
  id: string;
  serviceId: string;
  discipline: Discipline;
  common: string;
  attributes: string;
}

/** Batches of the selected lines of the groups in the order of their identifiers; `positions` are the common fields that are read. */
export async function* lockSelected(
  tx: Database,
  selection: Selection,
  groups: readonly LineGroup[],
  positions: readonly number[],
): AsyncGenerator<LockedLine[]> {
  await tx.execute(sql`declare ${cursor} no scroll cursor for
    select id, service_id as "serviceId", discipline, ${commonText(positions)} as common, attributes::text as attributes,
      crew_rate_matched as "crewRateMatched", wbs_matched as "wbsMatched"
    from ${takeoffLine} where ${selected(selection, groups)} order by id for no key update`);
  const fetch = () => tx.execute<LockedRow>(sql`fetch ${sql.raw(String(linesAtOnce))} from ${cursor}`);
  for (let rows = await fetch(); rows.length > 0; rows = await fetch()) {
    yield rows.map(({ common, attributes, ...row }) => ({
      ...row,
      line: lineArray(row.discipline, positions, common, attributes),
    }));
  }
  await tx.execute(sql`close ${cursor}`);
}

const columnSqlType = (field: Field): string => {
  if (isIdentifier(field.key)) return 'uuid';
  const type = columnType(field);
  return type === 'integer' ? 'bigint' : type;
};

export class LineChanges {
  readonly #columns: { name: string; type: string; isText: boolean }[];
  readonly #ownKeys = new Set<string>();
  #count = 0;

  constructor(
    private readonly tx: Database,
    positions: readonly number[],
  ) {
    this.#columns = positions.map((at) => {
      const field = commonFields[at] as Field;
      return {
        name: columnName(field.key),
        type: columnSqlType(field),
        isText: field.type === 'text' || field.type === 'enum',
      };
    });
  }

  async open(): Promise<void> {
    const columns = this.#columns.map(({ name, type }) => `${name} ${type}`);
    const own = 'own_set jsonb, own_removed text[], crew_rate_matched boolean, wbs_matched boolean';
    await this.tx.execute(
      sql.raw(`create temporary table changed_line (id uuid, ${columns.join(', ')}, ${own}) on commit drop`),
    );
  }

  async add(lines: readonly ChangedLine[]): Promise<void> {
    if (lines.length === 0) return;
    this.#count += lines.length;
    const columns = this.#columns.map(({ type, isText }, at) => {
      const cells = lines.map(({ columns: cells }) => cells[at] ?? null);
      return arrayOf(
        type,
        cells.map((cell) => (cell === null ? 'NULL' : isText ? quoted(String(cell)) : String(cell))),
      );
    });
    for (const { own } of lines) for (const key of Object.keys(own)) this.#ownKeys.add(key);
    const sets = lines.map(({ own }) => membersOf(own));
    const removed = lines.map(({ own }) =>
      Object.keys(own)
        .filter((key) => own[key] === null)
        .join(' '),
    );
    const all = [
      arrayOf(
        'uuid',
        lines.map(({ id }) => id),
      ),
      ...columns,
      arrayOf(
        'jsonb',
        sets.map((set) => (set === '{}' ? 'NULL' : quoted(set))),
      ),
      arrayOf(
        'text',
        removed.map((keys) => (keys === '' ? 'NULL' : quoted(keys))),
      ),
      arrayOf(
        'boolean',
        lines.map(({ crewRateMatched }) => String(crewRateMatched)),
      ),
      arrayOf(
        'boolean',
        lines.map(({ wbsMatched }) => String(wbsMatched)),
      ),
    ];
    const names = ['id', ...this.#columns.map(({ name }) => name), 'own_set', 'own_removed', 'crew', 'wbs'];
    const selectedNames = names.map((name) =>
      name === 'own_removed' ? `string_to_array(own_removed, ' ')` : name,
    );
    await this.tx.execute(sql`insert into changed_line select ${sql.raw(selectedNames.join(', '))}
      from unnest(${sql.join(all, sql`, `)}) as given (${sql.raw(names.join(', '))})`);
  }

  async store(projectId: string, by: string): Promise<number> {
    if (this.#count === 0) return 0;
    await this.tx.execute(sql`analyze changed_line`);
    const names = this.#columns.map(({ name }) => name);
    const matches = ['crew_rate_matched', 'wbs_matched'];
    await nameChangedColumns(this.tx, { columns: [...names, ...matches], nested: [...this.#ownKeys] });
    const sets = this.#columns.map(({ name }) => `${name} = changed.${name}`);
    await this.tx.execute(sql`
      update ${takeoffLine} as line set ${sql.raw([...sets, ''].join(', '))}
        attributes = ${attributesAfter}, crew_rate_matched = changed.crew_rate_matched,
        wbs_matched = changed.wbs_matched, version = line.version + 1, updated_at = now(), updated_by = ${by}
      from changed_line changed where line.id = changed.id and line.project_id = ${projectId}`);
    return this.#count;
  }
}

const attributesAfter =
  sql.raw(`case when changed.own_set is null and changed.own_removed is null then line.attributes
  when changed.own_removed is null then line.attributes || changed.own_set
  else (line.attributes || coalesce(changed.own_set, '{}')) - changed.own_removed end`);

const arrayOf = (type: string, elements: readonly string[]): SQL =>
  sql`${sql.param(`{${elements.join(',')}}`)}${sql.raw(`::${type}[]`)}`;

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

function membersOf(own: ChangedLine['own']): string {
  const members = Object.entries(own).flatMap(([key, value]) =>
    value === null ? [] : [`"${key}":${value}`],
  );
  return `{${members.join(',')}}`;
}
