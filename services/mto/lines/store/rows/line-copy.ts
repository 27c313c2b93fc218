import { CopyRows } from '@consulting/imports/store/copy-rows';
import { copyText } from '@consulting/imports/store/copy-text';
import { flushedBytes } from '@consulting/imports/store/transaction';
import {
  commonFields,
  type Discipline,
  type Field,
  fieldsOf,
  isNumeric,
  type Line,
  type LineMatches,
  type LineToStore,
} from '@consulting/mto-engine';
import { columnName } from '../tables/takeoff-line-columns';

type UsedPositions = ReadonlyMap<Discipline, readonly number[]>;

export function usedPositions(lines: readonly LineToStore[]): UsedPositions {
  const used = new Map<Discipline, boolean[]>();
  for (const { discipline, values } of lines) {
    const isUsed = used.get(discipline) ?? values.map(() => false);
    used.set(discipline, isUsed);
    for (let at = 0; at < values.length; at += 1) if (values[at] !== null) isUsed[at] = true;
  }
  const positionsIn = (isUsed: boolean[]) => isUsed.flatMap((is, position) => (is ? [position] : []));
  return new Map([...used].map(([discipline, isUsed]) => [discipline, positionsIn(isUsed)]));
}

interface Column {
  position: number;
  isText: boolean;
}

interface Member {
  position: number;
  first: string;
  further: string;
  isNumeric: boolean;
}

const freeText = ({ type }: Field) => type === 'text';

export class LineCopy {
  readonly #columns: Column[];
  readonly #members: ReadonlyMap<Discipline, Member[]>;
  readonly #constantNames: string[];
  readonly #constants: Buffer;

  constructor(used: UsedPositions, constants: Readonly<Record<string, string>>) {
    this.#constantNames = Object.keys(constants);
    const values = Object.values(constants).map((value) => `\t${copyText(value)}`);
    this.#constants = Buffer.from(values.join(''));
    const common = new Set([...used.values()].flat().filter((position) => position < commonFields.length));
    this.#columns = [...common]
      .sort((a, b) => a - b)
      .map((position) => ({ position, isText: freeText(commonFields[position] as Field) }));
    this.#members = new Map(
      [...used].map(([discipline, positions]) => [discipline, membersOf(discipline, positions)]),
    );
  }

  get columnNames(): string[] {
    return [
      'id',
      ...this.#columns.map(({ position }) => columnName((commonFields[position] as Field).key)),
      'attributes',
      'crew_rate_matched',
      'wbs_matched',
      ...this.#constantNames,
    ];
  }

  *chunks<L extends LineToStore>(lines: readonly L[], each: (line: L) => void): Generator<Uint8Array> {
    const rows = new CopyRows();
    for (const line of lines) {
      this.write(rows, line.id, line.discipline, line.values, line);
      each(line);
      if (rows.length >= flushedBytes) yield rows.take();
    }
    yield rows.take();
  }

  write(rows: CopyRows, id: string, discipline: Discipline, line: Line, matches: LineMatches): void {
    rows.plain(id);
    for (const { position, isText } of this.#columns) {
      const value = line[position];
      if (value === null || value === undefined) {
        rows.nullColumn();
        continue;
      }
      rows.nextColumn();
      if (typeof value === 'number') rows.number(value);
      else if (isText) rows.text(value as string);
      else rows.plain(String(value));
    }
    rows.plain('\t{');
    this.#writeAttributes(rows, discipline, line);
    rows.plain(matches.crewRateMatched ? '}\ttrue\t' : '}\tfalse\t');
    rows.plain(matches.wbsMatched ? 'true' : 'false');
    rows.raw(this.#constants);
    rows.endRow();
  }

  #writeAttributes(rows: CopyRows, discipline: Discipline, line: Line): void {
    let isFirst = true;
    for (const { position, first, further, isNumeric: isNumber } of this.#members.get(discipline) ?? []) {
      const value = line[position];
      if (value === null || value === undefined) continue;
      rows.plain(isFirst ? first : further);
      isFirst = false;
      if (typeof value === 'number') rows.number(value);
      else if (isNumber || typeof value === 'boolean') rows.plain(String(value));
      else rows.jsonText(value);
    }
  }
}

/** Members are in the order of jsonb, which saves the server sorting them in every row. */
function membersOf(discipline: Discipline, positions: readonly number[]): Member[] {
  const fields = fieldsOf(discipline);
  return positions
    .filter((position) => position >= commonFields.length)
    .map((position) => ({ position, field: fields[position] as Field }))
    .sort((one, other) => compareKeys(one.field.key, other.field.key))
    .map(({ position, field }) => {
      const first = `"${field.key}":`;
      return { position, first, further: `,${first}`, isNumeric: isNumeric(field) };
    });
}

const compareKeys = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : 1);
