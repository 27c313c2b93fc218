import { findSearchField } from '@consulting/mto-engine';
import type { SortKey } from '@consulting/mto-lines';
import type { Column } from './column';
import type { SortNumbers } from './select-lines';

export interface OrderColumn {
  sortNumbers: SortNumbers;
  textAt(place: number): string | null;
  /** The result is negative for a line that comes before `text`, positive for one after it. */
  comparison(text: string | null): (place: number) => number;
}

export const createdKey = 'created';

const microsecondsPerMillisecond = 1000;

const timeText = (microseconds: number): string => {
  const moment = new Date(Math.floor(microseconds / microsecondsPerMillisecond)).toISOString();
  const rest = microseconds % microsecondsPerMillisecond;
  return moment.replace('Z', `${String(rest).padStart(3, '0')}Z`);
};

const microsecondsOf = (text: string): number =>
  Date.parse(`${text.slice(0, -4)}Z`) * microsecondsPerMillisecond + Number(text.slice(-4, -1));

export function orderColumns(
  columns: ReadonlyMap<string, Column>,
  sort: readonly SortKey[],
): readonly OrderColumn[] {
  const itemNumber = findSearchField('itemNumber', null);
  if (sort.length > 0 || !itemNumber) return sort.map((key) => fieldOrder(columns, key));
  return [fieldOrder(columns, { field: itemNumber, direction: 'asc' }), creationOrder(columns)];
}

function columnOf(columns: ReadonlyMap<string, Column>, key: string): Column {
  const column = columns.get(key);
  if (!column) throw new RangeError(`there is no column of ${key}`);
  return column;
}

function fieldOrder(
  columns: ReadonlyMap<string, Column>,
  { field, direction, isExact = false }: SortKey,
): OrderColumn {
  const column = columnOf(columns, field.key);
  const { values } = column;
  const isDescending = direction === 'desc';
  const textAt = (place: number) => values.positionText(column.codeAt(place), field, isExact);
  return {
    sortNumbers: column.sortNumbers(values.order(field, isExact), isDescending),
    textAt,
    comparison: (text) => {
      if (text === null) return (place) => (textAt(place) === null ? 0 : -1);
      const compare = values.comparison(text, field, isExact);
      return (place) => {
        const code = column.codeAt(place);
        if (values.positionText(code, field, isExact) === null) return 1;
        return isDescending ? -compare(code) : compare(code);
      };
    },
  };
}

function creationOrder(columns: ReadonlyMap<string, Column>): OrderColumn {
  const column = columnOf(columns, createdKey);
  const { values, field } = column;
  return {
    sortNumbers: column.sortNumbers(values.order(field), false),
    textAt: (place) => timeText(Number(values.text(column.codeAt(place)))),
    comparison: (text) => {
      const compare = values.comparison(String(microsecondsOf(text ?? '')), field);
      return (place) => compare(column.codeAt(place));
    },
  };
}
