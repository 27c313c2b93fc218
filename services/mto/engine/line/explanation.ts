import { commonPosition, type Field, fieldsOf, isNumeric, positionOf } from '@consulting/takeoff-fields';
import type { Cell, Line } from '../fields/line';
import { cellAt, inputsOf, overridingCell } from '../formula/inputs';
import { planOf } from '../formula/plan';
import type { LineToStore } from './stored-line';

interface Value {
  field: string;
  value: Cell;
  unit: string | null;
}

export interface CalculatedValue<From> extends Value {
  formula: string;
  inputs: ExplainedValue<From>[];
  overriddenBy?: string;
  isRepeated?: true;
}

export type ExplainedValue<From> = CalculatedValue<From> | (Value & { from: From });

type ExplainedLine = Pick<LineToStore, 'discipline' | 'values'>;

// Each calculated value is explained once; calculating from the given values alone gives it again.
export function explainValue<From>(
  { discipline, values }: ExplainedLine,
  key: string,
  fromOf: (key: string, unit: string | null) => From,
): ExplainedValue<From> {
  const fields = fieldsOf(discipline);
  const calculations = new Map(planOf(discipline).calculations.map((one) => [one.position, one]));
  const explained = new Set<number>();
  const keyAt = (position: number): string => fields[position]?.key ?? '';
  const explain = (position: number): ExplainedValue<From> => {
    const field = fields[position];
    const calculation = calculations.get(position);
    if (field === undefined) throw new RangeError(`${discipline} has no field at ${position}`);
    const value = valueOf(values, field, position);
    if (calculation === undefined || field.computed === undefined)
      return { ...value, from: fromOf(field.key, value.unit) };
    const formula = field.computed;
    if (explained.has(position)) return { ...value, formula, inputs: [], isRepeated: true };
    explained.add(position);
    const inputs = [...inputsOf(calculation.expression, values)].map(explain);
    const override = overridingCell(calculation.expression, values);
    return { ...value, formula, inputs, ...(override !== null && { overriddenBy: keyAt(override) }) };
  };
  return explain(positionOf(discipline, key));
}

export function givenKeysOf(line: ExplainedLine, keys: readonly string[]): string[] {
  const given = new Set<string>();
  for (const key of keys) explainValue(line, key, (one) => given.add(one));
  return [...given];
}

function valueOf(values: Line, field: Field, position: number): Value {
  const value = cellAt(values, position);
  const isText = isNumeric(field) && typeof value === 'string';
  return { field: field.key, value: isText ? Number(value) : value, unit: unitOf(values, field) };
}

const currencyAt = commonPosition('currency');
const unitAt = commonPosition('unitOfMeasure');

function unitOf(values: Line, { unit }: Field): string | null {
  const measure = cellAt(values, unitAt);
  if (unit === undefined || (unit === 'uom' && measure === null)) return null;
  return unit
    .replace('currency', (word) => String(cellAt(values, currencyAt) ?? word))
    .replace('uom', (word) => String(measure ?? word));
}
