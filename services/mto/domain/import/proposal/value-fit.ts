import { type Field, isNumeric } from '../../../fields/field';
import { readEnum } from '../../../fields/read-value';
import type { ColumnValues } from './column-values';

const isIdentifier =
  /(?:Number|Code|Tag|Mark|Id|Reference|Drawing|Diagram|Sheet|Package|Plan)$|^(?:tag|revision|system|subsystem|area)$/;
const isProse = new Set(['description', 'remarks', 'serviceDescription']);
const holdsDecimals = new Set([
  'pipeSchedule',
  'materialGrade',
  'steelGrade',
  'glandSize',
  'setPoint',
  'stationFrom',
  'stationTo',
  'roomNumber',
  'itemCode',
  'cbsCode',
  'wbsCode',
  'masterFormatSection',
]);
const sized = new Set(['nominalPipeSize', 'nominalDiameter']);
const withUnit = /^[\d.,]{1,15} ?[\p{L}²³"]{1,10}$/u;

/** How well the values of a column go into a field, 0 to 1; 1 when there are none. */
export function valueFit(field: Field, values: ColumnValues): number {
  if (values.count === 0) return 1;
  if (isNumeric(field)) return numberFit(field, values);
  if (field.type === 'date') return values.dateShare;
  if (field.type === 'boolean') return values.booleanShare;
  if (field.type === 'enum') return enumShare(field, values);
  return textFit(field, values);
}

export function enumShare(field: Field, { texts, count }: ColumnValues): number {
  return count === 0 ? 0 : texts.filter((text) => readEnum(field, text) !== undefined).length / count;
}

function numberFit(field: Field, values: ColumnValues): number {
  const { min = -Infinity, max = Infinity } = field;
  const takes = (value: number | null) =>
    value !== null && value >= min && value <= max && (field.type !== 'integer' || Number.isInteger(value));
  const taken = values.numbers.filter(takes).length / values.count;
  if (sized.has(field.key)) return Math.min(1, taken + values.pairShare + diameterShare(values));
  if (field.key !== 'quantity') return taken;
  return Math.max(taken, values.texts.filter((text) => withUnit.test(text)).length / values.count);
}

const diameterShare = ({ texts, count }: ColumnValues): number =>
  texts.filter((text) => /^DN ?\d/i.test(text)).length / count;

function textFit(field: Field, values: ColumnValues): number {
  const { dateShare, booleanShare, numberShare, wholeShare, averageLength, wordyShare, codeShare } = values;
  const fits =
    values.texts.filter((text) => text.length <= (field.maxLength ?? Infinity)).length / values.count;
  if (dateShare > 0.5) return 0.2;
  if (booleanShare > 0.8 && numberShare < 0.5) return 0.3;
  if (numberShare - wholeShare > 0.4 && !holdsDecimals.has(field.key)) return 0.2;
  if (isProse.has(field.key)) {
    if (numberShare > 0.8) return 0.1;
    return codeShare > 0.8 ? 0.5 : fits;
  }
  if (field.key === 'unitOfMeasure') return 0.3 + 0.7 * values.unitShare;
  if (isIdentifier.test(field.key))
    return averageLength > 45 || (wordyShare > 0.8 && averageLength > 28) ? 0.4 : fits;
  if (numberShare > 0.8) return holdsDecimals.has(field.key) ? 1 : 0.6;
  return averageLength > 60 ? 0.5 : fits;
}
