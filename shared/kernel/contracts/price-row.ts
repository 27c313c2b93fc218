import { valueSchema } from '../schema';
import { takeoffDisciplines } from './discipline';

const { choice, flag, integer, list, nullable, number, object, oneOf, text } = valueSchema;

const operand = oneOf([text(), number(), flag()]);

export const PriceCondition = object(
  { field: text() },
  {
    equals: operand,
    in: list(operand),
    from: oneOf([text(), number()]),
    to: oneOf([text(), number()]),
    startsWith: text(),
    contains: text(),
    isEmpty: flag(),
  },
);

export const PriceRow = object(
  {
    priceBook: text(),
    rowCode: text(),
    discipline: choice(takeoffDisciplines),
    target: text(),
    driver: nullable(text()),
    unitOfMeasure: nullable(text()),
    conditions: list(PriceCondition),
    value: nullable(oneOf([number(), text()])),
    points: nullable(
      object({ field: text(), between: choice(['linear', 'next']), points: list(list(number())) }),
    ),
    sortOrder: nullable(integer()),
  },
  // Of the figures of own work that the value was made of.
  { statistics: nullable(object({ p10: number(), p90: number() })) },
);
