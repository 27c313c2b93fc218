import {
  currencyMeant,
  disciplines,
  type Field,
  fieldsNamed,
  isLabelAmbiguous,
  isNumeric,
  type ReadingParameters,
  type SurveyedColumn,
  unitOfHeader,
  unitTextOf,
} from '@consulting/mto-engine';

export interface ReturnedField {
  field: Field;
  header: string;
  isNumber: boolean;
  isIn(column: SurveyedColumn): boolean;
}

interface Units {
  currency: string | null;
  isUs: boolean;
  parameters: Pick<ReadingParameters, 'normaliseUnits' | 'currencies'>;
}

const unitHeader = 'UOM of these figures';

const isPerUnit = ({ key, unit }: Field) => key === 'quantity' || (unit?.endsWith('uom') ?? false);

export function returnedFields(keys: readonly string[], units: Units): ReturnedField[] {
  const fields = keys.flatMap((key) => fieldsNamed(key)[0] ?? []);
  const needsUnit = units.parameters.normaliseUnits && fields.some(isPerUnit);
  const [unit] = needsUnit && !keys.includes('unitOfMeasure') ? fieldsNamed('unitOfMeasure') : [];
  const returned = fields.map((field) => ({
    field,
    header: headerOf(field, units.currency),
    isNumber: isNumeric(field),
    isIn: (column: SurveyedColumn) => column.field === field.key && hasUnitOfLines(column, field, units),
  }));
  return unit
    ? [...returned, { field: unit, header: unitHeader, isNumber: false, isIn: () => false }]
    : returned;
}

function headerOf(field: Field, currency: string | null): string {
  const name = isLabelAmbiguous(field, disciplines) ? `${field.label} [${field.key}]` : field.label;
  const unit = unitDisplayed(field, currency);
  return unit === null ? name : `${name} (${unit})`;
}

function unitDisplayed({ unit }: Field, currency: string | null): string | null {
  if (unit === undefined || unit === 'uom') return null;
  if (!unit.startsWith('currency')) return unit.endsWith('uom') ? null : unit;
  return currency && unit.replace('currency', currency).replace('/uom', '');
}

/** A column may be in the other unit system or another currency, or its rows in units that lines do not have. */
function hasUnitOfLines({ header }: SurveyedColumn, field: Field, units: Units): boolean {
  const changesUnits = units.parameters.normaliseUnits;
  if (changesUnits && (isPerUnit(field) || field.key === 'unitOfMeasure')) return false;
  const unit = unitOfHeader(field, unitTextOf(field, header));
  if (unit.kind === 'currency') {
    const { currency, parameters } = units;
    return currency === null || currencyMeant(unit.word, unit.codes, { currency, parameters }) === currency;
  }
  if (unit.kind === 'ignored') return !units.isUs || field.unitUs === undefined;
  return unit.kind === 'unit';
}
