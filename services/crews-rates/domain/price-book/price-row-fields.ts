import {
  choice,
  entry,
  Field,
  fault,
  INVALID,
  integer,
  isStorable,
  type JsonSchema,
  list,
  named,
  notStorable,
  number,
  paging,
  QueryInput,
  type Reading,
  RecordInput,
  recordSchema,
  singleSpaced,
  sortOf,
  text,
} from '@consulting/kernel/schema';
import { disciplines } from '@consulting/takeoff-fields';
import { priceRowSorting } from '../../store/price-row';
import type { Operand } from '../../store/tables/price-book';

export const conditionsMax = 12;
export const choicesMax = 200;
const pointsMin = 2;
const pointsMax = 200;
const operandLengthMax = 500;
const keyLengthMax = 60;

const figure = number({ decimals: 6 }).kind;

const operandSchema: JsonSchema = named('PriceOperand', { type: ['string', 'number', 'boolean'] });

function operand(schema: JsonSchema = operandSchema): Field<Operand | null> {
  return new Field<Operand | null>({
    schema,
    read(value, at, reading) {
      if (typeof value === 'number') return figure.read(value, at, reading);
      if (typeof value === 'boolean') return value;
      if (typeof value !== 'string')
        return fault(reading, at, 'TYPE', 'must be text, a number, or true or false', {
          type: ['string', 'number'],
        });
      return readText(value, at, reading);
    },
  });
}

function readText(value: string, at: string, reading: Reading): string | null | typeof INVALID {
  const trimmed = value.trim();
  if (trimmed === '') return null;
  if (!isStorable(trimmed)) return fault(reading, at, 'INVALID_CHARACTER', notStorable);
  if (trimmed.length > operandLengthMax)
    return fault(reading, at, 'MAX_LENGTH', `must have at most ${operandLengthMax} characters`, {
      maxLength: operandLengthMax,
    });
  return trimmed;
}

const bound = () => operand(named('PriceBound', { type: ['string', 'number'] }));

const conditionFields = {
  field: text(keyLengthMax).required().describe('Field of the line; computed ones, too.'),
  equals: operand().describe('The line has this value; texts are compared without case.'),
  in: list(operand(), choicesMax).describe('The line has one of these values.'),
  from: bound().describe('A number or date of the line is this or more.'),
  to: bound().describe('A number or date of the line is this or less.'),
  startsWith: text(operandLengthMax).describe('A text of the line starts with this, without case.'),
  contains: text(operandLengthMax).describe('A text of the line contains this, without case.'),
  isEmpty: new Field<true | null>({
    schema: { const: true },
    read: (value, at, reading) => value === true || fault(reading, at, 'ENUM', 'must be true, or absent'),
  }).describe('The line has no value.'),
};

const { kind: conditionKind } = entry(conditionFields, { name: 'PriceConditionInput' });

const { field: fieldOfCondition, ...sayings } = conditionFields;

const condition = new Field({
  ...conditionKind,
  answer: named(
    'PriceCondition',
    recordSchema(
      { field: fieldOfCondition },
      Object.fromEntries(
        Object.entries(sayings).map(([key, { kind, options }]) => [
          key,
          { ...kind.schema, description: options.description },
        ]),
      ),
    ),
  ),
});

const pair = new Field<number[] | null>({
  schema: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
  read(value, at, reading) {
    if (!Array.isArray(value) || value.length !== 2)
      return fault(reading, at, 'TYPE', 'must be two numbers, [x, value]', { type: 'array' });
    const read = value.map((part, index) => figure.read(part, `${at}[${index}]`, reading));
    return read.some((part) => part === INVALID) ? INVALID : (read as number[]);
  },
});

const points = entry(
  {
    field: text(keyLengthMax).required().describe('Number field of the line that is looked up.'),
    between: choice(['linear', 'next'], 'PointsBetween')
      .required()
      .describe('Between two points: by straight line, or the value of the next higher x.'),
    points: list(pair, pointsMax).required().describe('2 to 200 pairs [x, value], ascending by x.'),
  },
  {
    name: 'PricePointsInput',
    rules: ({ points }, report) => {
      if (points === null) return;
      if (points.length < pointsMin)
        report('points', 'REQUIRED', `must have at least ${pointsMin} points`, { minItems: pointsMin });
      const at = points.findIndex(([x = 0], index) => index > 0 && x <= (points[index - 1]?.[0] ?? x));
      if (at > 0) report(`points[${at}][0]`, 'MIN', 'must be greater than the x before it');
    },
  },
);

export const priceRowInput = new RecordInput(
  {
    rowCode: singleSpaced(80).describe('Code of the row, unique in the book; by default the next number.'),
    description: text(500).describe('What the row prices.'),
    discipline: choice(disciplines, 'Discipline').describe(
      'Discipline of the lines; by default that of the book.',
    ),
    target: text(keyLengthMax).required().describe('Field of the line that the row fills.'),
    driver: text(keyLengthMax).describe(
      'Number field of the line that the value is multiplied by; required for hours of an activity, none for a figure per unit of measure.',
    ),
    unitOfMeasure: text(16).describe(
      'Unit that a value per unit of measure is per, and required for one; lines in other units of its dimension are converted.',
    ),
    conditions: list(condition, conditionsMax)
      .default([])
      .describe('What a line must fulfil, all of it; at most 12.'),
    value: operand(named('PriceValue', { type: ['string', 'number'] })).describe(
      'Number with at most 6 decimals, or text for a text or choice; either this or `points`.',
    ),
    points: points.describe('Values by a number field of the line; nothing is extrapolated.'),
    sortOrder: integer({ min: -2_147_483_648, max: 2_147_483_647 }).describe(
      'Decides between rows that are equally exact: the lowest, empty last.',
    ),
    remarks: text(2000).describe('Remarks.'),
  },
  { name: 'PriceRow', server: ['priceRowId', 'priceBookId', 'statistics'] },
);

export const priceRowQuery = new QueryInput({
  search: text(200).describe('Matches code and description.'),
  words: text(200).describe('Each word occurs in code, description, target or remarks.'),
  rowCode: singleSpaced(80).describe('Only the row of this code, case ignored.'),
  discipline: choice(disciplines, 'Discipline').describe('Only rows of this discipline.'),
  target: text(keyLengthMax).describe('Only rows that fill this field.'),
  field: text(keyLengthMax).describe('Only rows with a condition on this field.'),
  ...paging,
  sort: sortOf(priceRowSorting, priceRowInput.fields),
});
