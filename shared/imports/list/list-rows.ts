import {
  changed,
  type Fault,
  type Fields,
  isEmpty,
  type RecordInput,
  type Values,
} from '@consulting/kernel/schema';
import type { TableRow } from '../table/table';

export interface ReadRow<F extends Fields> {
  row: TableRow;
  record: Values<F>;
  faults: Fault[];
}

export function readRow<F extends Fields>(input: RecordInput<F>, row: TableRow): ReadRow<F> {
  const { record, faults } = input.tryCreate(row.values);
  return { row, record, faults: joined(row.faults, faults) };
}

export const hasKey = ({ faults }: { faults: readonly Fault[] }, key: readonly string[]): boolean =>
  !faults.some(({ field }) => key.includes(field));

export function changesOf<F extends Fields>(
  input: RecordInput<F>,
  { values, faults }: TableRow,
  current: Values<F>,
  key: readonly string[],
): { changes: Partial<Values<F>>; faults: Fault[] } {
  const given = Object.fromEntries(Object.entries(values).filter(([name]) => !key.includes(name)));
  if (isEmpty(given)) return { changes: {}, faults: [...faults] };
  const update = input.tryUpdate(given, current);
  const changes = changed<Partial<Values<F>>>(current, update.changes);
  return { changes, faults: joined(faults, update.faults) };
}

const joined = (ofCells: readonly Fault[], others: readonly Fault[]): Fault[] => [
  ...ofCells,
  ...others.filter(({ field }) => !ofCells.some((known) => known.field === field)),
];

export class NamedRecords {
  readonly #rows = new Map<string, number>();

  enter(key: string, { number }: TableRow): number | undefined {
    const first = this.#rows.get(key);
    if (first === undefined) this.#rows.set(key, number);
    return first;
  }
}

export const repeats = (field: string, first: number, { number }: TableRow, what: string): Fault => ({
  field,
  code: 'DUPLICATE',
  message: `row ${number} has the same ${what} as row ${first}`,
});
