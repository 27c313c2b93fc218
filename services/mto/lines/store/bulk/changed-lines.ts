import { type Database, nameChangedColumns } from '@consulting/kernel/postgres';
import { type Cell, type ChangedLine, columnType, commonFields, type Field } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { sameProject } from '../rows/directory';
import { takeoffLine } from '../tables/schema';
import { columnName, isIdentifier } from '../tables/takeoff-line-columns';

const columnSqlType = (field: Field): string => {
  if (isIdentifier(field.key)) return 'uuid';
  const type = columnType(field);
  return type === 'integer' ? 'bigint' : type;
};

const matches = ['crew_rate_matched', 'wbs_matched'];

export class ChangedLines {
  readonly #columns: { position: number; name: string; type: string; isText: boolean }[];
  readonly #ownKeys = new Set<string>();

  constructor(
    positions: readonly number[],
    private readonly isPriced = false,
  ) {
    this.#columns = positions.map((at) => {
      const field = commonFields[at] as Field;
      return {
        position: at,
        name: columnName(field.key),
        type: columnSqlType(field),
        isText: field.type === 'text' || field.type === 'enum',
      };
    });
  }

  get definitions(): SQL {
    const columns = this.#columns.map(({ name, type }) => `${name} ${type}`);
    const own = ['own_set jsonb', 'own_removed text[]', ...matches.map((name) => `${name} boolean`)];
    if (this.isPriced) own.push('pricing jsonb');
    return sql.raw(['id uuid', ...columns, ...own].join(', '));
  }

  rows(lines: readonly ChangedLine[]): SQL {
    for (const { own } of lines) for (const key of Object.keys(own)) this.#ownKeys.add(key);
    const columns = this.#columns.map(({ type, isText }, at) =>
      arrayOf(
        type,
        lines.map(({ columns: cells }) => elementOf(cells[at] ?? null, isText)),
      ),
    );
    const of = (type: string, element: (line: ChangedLine) => string) => arrayOf(type, lines.map(element));
    const all = [
      of('uuid', ({ id }) => id),
      ...columns,
      of('jsonb', ({ own }) => setOf(own)),
      of('text', ({ own }) => removedOf(own)),
      of('boolean', ({ crewRateMatched }) => String(crewRateMatched)),
      of('boolean', ({ wbsMatched }) => String(wbsMatched)),
      ...(this.isPriced ? [of('jsonb', ({ prices }) => (prices === undefined ? none : quoted(prices)))] : []),
    ];
    const prices = this.isPriced ? ['pricing'] : [];
    const own = ['own_set', 'own_removed', ...matches, ...prices];
    const names = ['id', ...this.#columns.map(({ name }) => name), ...own];
    const selected = names.map((name) =>
      name === 'own_removed' ? `string_to_array(own_removed, ' ') as own_removed` : name,
    );
    return sql`select ${sql.raw(selected.join(', '))}
      from unnest(${sql.join(all, sql`, `)}) as given (${sql.raw(names.join(', '))})`;
  }

  /** All rows of `source` went through `rows`. They may differ in the columns of `changed` only, because the history stores no others. */
  async update(
    tx: Database,
    source: SQL,
    changed: ReadonlySet<number>,
    { projectId, by }: { projectId: string; by: string },
  ): Promise<void> {
    const names = this.#columns.filter(({ position }) => changed.has(position)).map(({ name }) => name);
    await nameChangedColumns(tx, { columns: [...names, ...matches, 'pricing'], nested: [...this.#ownKeys] });
    const sets = [...names, ...matches].map((name) => `${name} = changed.${name}`);
    await tx.execute(sql`
      update ${takeoffLine} as line set ${sql.raw([...sets, ''].join(', '))}
        ${this.#ownKeys.size === 0 ? sql`` : attributesAfter} ${this.isPriced ? pricingAfter : sql``}
        version = line.version + 1, updated_at = now(), updated_by = ${by}
      from ${source} as changed where line.id = changed.id and line.project_id = ${sameProject(projectId)}`);
  }
}

const attributesAfter = sql.raw(`attributes = case
  when changed.own_set is null and changed.own_removed is null then line.attributes
  when changed.own_removed is null then line.attributes || changed.own_set
  else (line.attributes || coalesce(changed.own_set, '{}')) - changed.own_removed end,`);

const pricingAfter = sql.raw(`pricing = coalesce(line.pricing, '{}') || changed.pricing,`);

const none = 'NULL';

const elementOf = (cell: Cell, isText: boolean): string =>
  cell === null ? none : isText ? quoted(String(cell)) : String(cell);

const arrayOf = (type: string, elements: readonly string[]): SQL =>
  sql`${sql.param(`{${elements.join(',')}}`)}${sql.raw(`::${type}[]`)}`;

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

function setOf(own: ChangedLine['own']): string {
  const members = Object.entries(own).flatMap(([key, value]) =>
    value === null ? [] : [`"${key}":${value}`],
  );
  return members.length === 0 ? none : quoted(`{${members.join(',')}}`);
}

function removedOf(own: ChangedLine['own']): string {
  const keys = Object.keys(own).filter((key) => own[key] === null);
  return keys.length === 0 ? none : quoted(keys.join(' '));
}
