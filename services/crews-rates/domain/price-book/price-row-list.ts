import { type ListDeclaration, type RecordList, recordList } from '@consulting/imports/list/record-list';
import type { FurtherColumns } from '@consulting/imports/table/table';
import { choice, text } from '@consulting/kernel/schema';
import { type ConditionColumn, columnNamed, fieldOfColumn, namesOf } from './condition-columns';
import { matrixField, reshaped } from './price-matrix';
import { priceRowInput } from './price-row-fields';

const { conditions, points, ...plain } = priceRowInput.fields;
const { value, sortOrder, remarks, ...named } = plain;

const pointsLengthMax = 10_000;

export const fields = {
  ...named,
  value,
  points: text(pointsLengthMax).describe('Pairs x:value by ;, for example 2:0.55; 4:0.92.'),
  pointsField: text(60).describe('Number field of the line that the points are looked up by.'),
  pointsBetween: choice(['linear', 'next'], 'PointsBetween').describe(
    'Between two points: by straight line, or the value of the next higher x.',
  ),
  sortOrder,
  remarks,
};

export const takenNames = namesOf(Object.keys(fields));

// The condition columns of a file, by their keys.
export const conditionColumns = (keys: readonly string[]): ConditionColumn[] =>
  keys.flatMap((key) => columnNamed(key, takenNames) ?? []);

function further(names: readonly string[]): FurtherColumns {
  const found = names.flatMap((name) => {
    const column = columnNamed(name, takenNames);
    return column === undefined ? [] : [{ name, column }];
  });
  return {
    fields: Object.fromEntries(found.map(({ column }) => [column.key, fieldOfColumn(column)])),
    headers: Object.fromEntries(found.map(({ name, column }) => [name, column.key])),
  };
}

const declared: ListDeclaration = {
  name: 'price-row',
  title: 'Price Rows',
  path: '/api/v1/price-books/{priceBookId}/rows',
  fields,
  headers: {
    row: 'rowCode',
    code: 'rowCode',
    unit: 'unitOfMeasure',
    uom: 'unitOfMeasure',
    order: 'sortOrder',
  },
  requiredColumns: ['target'],
  parts: { matrix: matrixField },
  further,
  reshape: reshaped,
  example: {
    rowCode: 'P-0612',
    description: 'Erection of carbon steel pipe, by diameter-inch',
    discipline: 'piping',
    target: 'hoursPipeErection',
    driver: 'fieldDiaInch',
    value: '0.55',
    sortOrder: 10,
    materialGroup: 'carbon-steel',
    'nominalPipeSize from': 2,
    'nominalPipeSize to': 12,
  },
};

export const priceRowList = recordList(declared);

// The list with columns for conditions, whose headers are their keys.
export function listWithColumns(columns: readonly ConditionColumn[]): RecordList {
  const list = recordList({
    ...declared,
    fields: { ...fields, ...Object.fromEntries(columns.map((one) => [one.key, fieldOfColumn(one)])) },
    labels: Object.fromEntries(columns.map(({ key }) => [key, key])),
  });
  const isGeneral = new Set([
    'value',
    ...columns.filter(({ kind }) => kind === 'equals').map(({ key }) => key),
  ]);
  return {
    ...list,
    columns: list.columns.map((column) =>
      isGeneral.has(column.key) ? { ...column, output: { ...column.output, format: 'general' } } : column,
    ),
  };
}

export const priceRowTemplate = listWithColumns(
  conditionColumns([
    ...['materialGroup', 'nominalPipeSize', 'nominalPipeSize from', 'nominalPipeSize to'],
    ...['description contains', 'description starts with', 'pipeSchedule is empty'],
  ]),
);
