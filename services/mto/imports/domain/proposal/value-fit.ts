import { dnOf, type Field, inchesOf, isNumeric, npsOf, readEnum, readSizes } from '@consulting/mto-engine';
import type { ColumnValues } from './column-values';

const isIdentifier =
  /(?:Number|Code|Tag|Mark|Id|Reference|Drawing|Diagram|Sheet|Package|Plan)$|^(?:tag|revision|system|subsystem|area)$/;
const isCode = /(?:Number|Code|Id)$/;
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
const withUnit = /^[\d.,]{1,15} ?[\p{L}²³"]{1,10}$/u;

export function valueFit(field: Field, values: ColumnValues): number {
  if (values.count === 0) return 1;
  if (isNumeric(field)) return numberFit(field, values);
  if (field.type === 'date') return values.dateShare;
  if (field.type === 'boolean') return values.booleanShare;
  if (field.type === 'enum') return Math.max(enumShare(field, values), isListLike(values) ? 0.5 : 0);
  return textFit(field, values);
}

const inchKeys = new Set(['nominalPipeSize', 'secondarySize']);

/** The share of values that the field surely takes: words of its list, sizes of the table, units, numbers. */
export function validShare(field: Field, values: ColumnValues): number {
  if (values.count === 0) return 0;
  if (field.type === 'enum') return enumShare(field, values);
  if (field.key === 'unitOfMeasure') return values.unitShare;
  if (inchKeys.has(field.key)) return isMetricSize(values) ? 0 : sizeShare('NPS', values);
  if (field.key === 'nominalDiameter') return values.inchShare > 0.5 ? 0 : sizeShare('DN', values);
  return isNumeric(field) || field.type === 'date' || field.type === 'boolean' ? valueFit(field, values) : 1;
}

function sizeShare(system: 'NPS' | 'DN', { texts, count }: ColumnValues): number {
  const isSize = (text: string) => {
    const size = readSizes(text, system, '.')?.size;
    if (size === undefined) return false;
    const inches = inchesOf(size);
    return inches !== undefined && dnOf(inches) !== undefined;
  };
  return texts.filter(isSize).length / count;
}

const isListLike = ({ numberShare, codeShare, averageLength }: ColumnValues): boolean =>
  numberShare < 0.2 && codeShare < 0.2 && averageLength <= 30;

export function enumShare(field: Field, { texts, count }: ColumnValues): number {
  return count === 0 ? 0 : texts.filter((text) => readEnum(field, text) !== undefined).length / count;
}

function numberFit(field: Field, values: ColumnValues): number {
  const { min = -Infinity, max = Infinity } = field;
  const takes = (value: number | null) =>
    value !== null && value >= min && value <= max && (field.type !== 'integer' || Number.isInteger(value));
  const taken = values.numbers.filter(takes).length / values.count;
  if (field.key === 'nominalPipeSize')
    return isMetricSize(values) ? 0.3 : Math.min(1, taken + values.pairShare);
  if (field.key === 'nominalDiameter')
    return values.inchShare > 0.5 ? 0.2 : Math.min(1, taken + values.pairShare + diameterShare(values));
  if (field.key === 'itemNumber') return values.distinct.size < 0.8 * values.count ? 0.4 * taken : taken;
  if (field.key !== 'quantity') return taken;
  return Math.max(taken, values.texts.filter((text) => withUnit.test(text)).length / values.count);
}

/**
 * Sizes are in millimetres when all of them are nominal diameters of ISO 6708 and not small enough to be
 * inches.
 */
function isMetricSize({ numbers, inchShare }: ColumnValues): boolean {
  const sizes = numbers.filter((value) => value !== null);
  return (
    inchShare === 0 &&
    sizes.length > 0 &&
    sizes.every((size) => npsOf(size) !== undefined) &&
    Math.max(...sizes) > 48
  );
}

const diameterShare = ({ texts, count }: ColumnValues): number =>
  texts.filter((text) => /^DN ?\d/i.test(text)).length / count;

const withFigures = ({ texts, count }: ColumnValues): number =>
  texts.filter((text) => /\d/.test(text)).length / count;

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
  if (isCode.test(field.key) && withFigures(values) < 0.2) return 0.5;
  if (isIdentifier.test(field.key))
    return averageLength > 45 || (wordyShare > 0.8 && averageLength > 28) ? 0.4 : fits;
  if (numberShare > 0.8) return holdsDecimals.has(field.key) ? 1 : 0.6;
  return averageLength > 60 ? 0.5 : fits;
}
