import type { Line } from '../domain/formula/line';
import type { LineMatches } from '../domain/import/line/line-completion';
import type { Discipline } from '../fields/discipline';
import { type Field, isNumeric } from '../fields/field';
import { commonFields, fieldsOf } from '../fields/registry';
import { copyJsonText, copyText } from './import-copy-text';
import { columnName } from './takeoff-line-columns';

/** Which values the lines of an import can have: positions in `fieldsOf(discipline)`, in order. */
export type UsedPositions = ReadonlyMap<Discipline, readonly number[]>;

interface Column {
  position: number;
  isText: boolean;
}

interface Member {
  position: number;
  name: string;
  isNumeric: boolean;
}

const freeText = ({ type }: Field) => type === 'text';

/** Writes takeoff lines as rows of COPY, with only the columns that hold something. */
export class LineCopy {
  readonly #columns: Column[];
  readonly #members: ReadonlyMap<Discipline, Member[]>;

  constructor(
    used: UsedPositions,
    /** Text of further columns, the same in each row: name -> value. */
    private readonly constants: Readonly<Record<string, string>>,
  ) {
    const common = new Set([...used.values()].flat().filter((position) => position < commonFields.length));
    this.#columns = [...common]
      .sort((a, b) => a - b)
      .map((position) => ({ position, isText: freeText(commonFields[position] as Field) }));
    this.#members = new Map(
      [...used].map(([discipline, positions]) => [discipline, membersOf(discipline, positions)]),
    );
  }

  /** Names of the columns in the order of `row`. */
  get columnNames(): string[] {
    return [
      'id',
      ...this.#columns.map(({ position }) => columnName((commonFields[position] as Field).key)),
      'attributes',
      'crew_rate_matched',
      'wbs_matched',
      ...Object.keys(this.constants),
    ];
  }

  /** One row, with its line end. */
  row(id: string, discipline: Discipline, line: Line, { crewRateMatched, wbsMatched }: LineMatches): string {
    let row = id;
    for (const { position, isText } of this.#columns) {
      const value = line[position];
      if (value === null || value === undefined) row += '\t\\N';
      else row += isText ? `\t${copyText(value as string)}` : `\t${value}`;
    }
    row += `\t{${this.#attributes(discipline, line)}}\t${crewRateMatched}\t${wbsMatched}`;
    for (const name in this.constants) row += `\t${this.constants[name]}`;
    return `${row}\n`;
  }

  #attributes(discipline: Discipline, line: Line): string {
    let text = '';
    for (const { position, name, isNumeric: isNumber } of this.#members.get(discipline) ?? []) {
      const value = line[position];
      if (value === null || value === undefined) continue;
      const separator = text === '' ? '' : ',';
      text +=
        isNumber || typeof value !== 'string'
          ? `${separator}"${name}":${value}`
          : `${separator}"${name}":${copyJsonText(value)}`;
    }
    return text;
  }
}

function membersOf(discipline: Discipline, positions: readonly number[]): Member[] {
  const fields = fieldsOf(discipline);
  return positions
    .filter((position) => position >= commonFields.length)
    .map((position) => {
      const field = fields[position] as Field;
      return { position, name: field.key, isNumeric: isNumeric(field) };
    });
}
