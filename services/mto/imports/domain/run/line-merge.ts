import {
  type Cell,
  commonPosition,
  crewKeys,
  type Discipline,
  type Field,
  fieldsOf,
  type GivenValues,
  isNumeric,
  isSameCell,
  type Line,
  normaliseUnitOfMeasure,
  storedNumber,
} from '@consulting/mto-engine';
import type { CurrentLine } from '../../store/matched-lines';
import type { LineReader } from '../rows/line-reader';

const crewPositions = crewKeys.map(commonPosition);

const labourRate = commonPosition('labourRate');

const wbsCode = commonPosition('wbsCode');

const unitAt = commonPosition('unitOfMeasure');

const totalCostAt = commonPosition('totalCost');

const textsToRead: Readonly<Record<string, (text: string) => string>> = {
  unitOfMeasure: normaliseUnitOfMeasure,
  currency: (text) => text.toUpperCase(),
};

interface MergedLine {
  line: Line;
  given: GivenValues;
  totalCost: Cell | undefined;
  isChanged: boolean;
  changes(position: number): boolean;
}

/**
 * An empty cell clears its field, an absent column leaves it (resources.md 15.3 point 10). A cell that equals
 * the line, to the digits that a cell can have, is no change, and neither crew nor WBS is matched again for
 * it.
 */
export function mergeLine(
  reader: LineReader,
  current: CurrentLine,
  leaves: (position: number, value: Cell, discipline: Discipline) => boolean = () => false,
): MergedLine {
  reader.normalise();
  const fields = fieldsOf(current.discipline);
  const line = [...current.line];
  const changed = new Set<number>();
  for (const position of reader.columnPositions) {
    const value = reader.line[position] ?? null;
    if (leaves(position, value, current.discipline)) continue;
    if (saysSame(fields[position] as Field, current.line[position] ?? null, value)) continue;
    line[position] = value;
    changed.add(position);
  }
  for (const { position, from } of reader.derived) {
    const value = reader.line[position] ?? null;
    if (from !== null && !changed.has(from)) continue;
    if (saysSame(fields[position] as Field, current.line[position] ?? null, value)) continue;
    line[position] = value;
    changed.add(position);
  }
  for (const position of reader.carryFigures(line, current.line[unitAt] ?? null)) changed.add(position);
  const { givenToCurrent: givenToPresent } = reader;
  const given = {
    ...givenToPresent,
    crew: crewPositions.some((position) => changed.has(position)),
    labourRate: changed.has(labourRate),
    wbsCode: changed.has(wbsCode),
  };
  const totalCost = totalAskedFor(reader, current, fields[totalCostAt] as Field);
  return {
    line,
    given,
    totalCost,
    isChanged: changed.size > 0 || totalCost !== undefined,
    changes: (position) => changed.has(position),
  };
}

function totalAskedFor({ totalCost }: LineReader, { line }: CurrentLine, field: Field): Cell | undefined {
  if (totalCost === undefined || saysSame(field, line[totalCostAt] ?? null, totalCost)) return undefined;
  return totalCost;
}

function saysSame(field: Field, stored: Cell, value: Cell): boolean {
  if (stored === value) return true;
  if (stored === null || value === null) return false;
  if (isNumeric(field)) return storedNumber(Number(stored)) === Number(value);
  return textsToRead[field.key]?.(String(stored)) === value;
}

export function isSameLine(discipline: Discipline, one: Line, other: Line): boolean {
  return fieldsOf(discipline).every((field, position) =>
    isSameCell(field.type, one[position] ?? null, other[position] ?? null),
  );
}
