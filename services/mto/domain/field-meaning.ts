import { decimalsOf, type Field, isNumeric } from '../fields/field';

const unitWords: Readonly<Record<string, string>> = {
  '%': 'percent',
  uom: 'unit of measure of the line',
  currency: 'currency of the project',
  'currency/h': 'currency of the project per hour',
  'currency/uom': 'currency of the project per unit of measure of the line',
  h: 'hours',
  'h/uom': 'hours per unit of measure of the line',
  min: 'minutes',
  day: 'days',
  wk: 'weeks',
  in: 'inches',
  'in.m': 'inch-metres',
  DI: 'diameter-inches',
  EA: 'pieces',
  JT: 'joints',
  SET: 'sets',
};

export function fieldMeaning(field: Field): string {
  const { description, unit, computed } = field;
  const sentences = [description];
  if (unit !== undefined) sentences.push(`Unit: ${unitWords[unit] ?? unit}.`);
  if (computed !== undefined) sentences.push(`Computed by the server: \`${computed}\`${rounding(field)}.`);
  return sentences.join(' ');
}

function rounding(field: Field): string {
  if (!isNumeric(field)) return '';
  const decimals = decimalsOf(field);
  return decimals === 0 ? ', rounded to a whole number' : `, rounded to ${decimals} decimals`;
}
