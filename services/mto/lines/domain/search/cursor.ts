import { fault, isDate, isStorable, isUuid, momentOf, type Reading, text } from '@consulting/kernel/schema';
import type { LineFilter } from '../../store/search/line-filter';
import { type OrderKey, orderKeys, type Position, type SortKey } from '../../store/search/order';

const cursorLengthMax = 40_000;
const linesMax = 10 ** 12;
const markLength = 16;

export const afterField = () =>
  text(cursorLengthMax).describe(
    '`next` of an answer: the lines that come behind it. The selection and the sort must be those of that answer; `skip` is left out.',
  );

export interface Walk {
  selection: Omit<LineFilter, 'source'> & { estimationId: string | null };
  sort: readonly SortKey[];
}

export interface Cursor {
  position: Position;
  total: number;
  walked: number;
}

const markOf = (value: unknown): string =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, markLength);

const marksOf = ({ selection, sort }: Walk) => ({
  selection: markOf([
    selection.projectId,
    selection.serviceId,
    selection.discipline,
    selection.estimationId,
    selection.criteria ?? null,
    selection.words ?? [],
  ]),
  order: markOf(sort.map(({ field, direction, isExact, level }) => [field.key, direction, isExact, level])),
});

/**
 * The cursor needs no secret: it only says where to go on within the lines that the request selects anyway,
 * and every part of it is checked when it comes back.
 */
export function writeCursor(walk: Walk, { position, total, walked }: Cursor): string {
  const marks = marksOf(walk);
  const parts = [marks.selection, marks.order, total, walked, position.id, ...position.values];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

export function readCursor(given: string, walk: Walk, reading: Reading): Cursor | null {
  const refuse = (message: string) => {
    fault(reading, 'after', 'FORMAT', message);
    return null;
  };
  const [selection, order, total, walked, id, ...values] = partsOf(given);
  if (typeof selection !== 'string' || typeof order !== 'string')
    return refuse('must be the `next` of an answer, as it was');
  const marks = marksOf(walk);
  if (order !== marks.order)
    return refuse(
      'belongs to another sort: send the one with which the lines were read, or begin without it',
    );
  if (selection !== marks.selection)
    return refuse(
      'belongs to other lines: send the project, filters and search with which they were read, or begin without it',
    );
  const isWhole =
    isCount(total) && isCount(walked) && typeof id === 'string' && isUuid(id) && areValues(values, walk.sort);
  if (!isWhole) return refuse('must be the `next` of an answer, as it was');
  return { position: { id, values: values as (string | null)[] }, total, walked };
}

function partsOf(given: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(given, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= linesMax;

function areValues(values: readonly unknown[], sort: readonly SortKey[]): boolean {
  const keys = orderKeys(sort);
  return values.length === keys.length && keys.every((key, at) => isValue(values[at], key));
}

const decimalPattern = /^-?\d{1,30}(\.\d{1,30})?$/;
const wholePattern = /^-?\d{1,15}$/;
const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

const isOfType: Readonly<Record<OrderKey['type'], (value: string) => boolean>> = {
  text: isStorable,
  number: (value) => decimalPattern.test(value),
  integer: (value) => wholePattern.test(value),
  enum: (value) => /^\d{1,4}$/.test(value),
  boolean: (value) => value === 'true' || value === 'false',
  date: isDate,
  time: (value) => timePattern.test(value) && momentOf(value) !== undefined,
  identifier: isUuid,
};

const isValue = (value: unknown, { type, isFilled = false }: OrderKey): boolean =>
  value === null ? !isFilled : typeof value === 'string' && isOfType[type](value);
