import {
  disciplines,
  type Field,
  fieldsNamed,
  isLabelAmbiguous,
  isNumeric,
  parseHeader,
  type ReadingParameters,
  type SurveyedColumn,
  unitOfHeader,
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
  parameters: Pick<ReadingParameters, 'normaliseUnits'>;
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
  const unit = unitOfHeader(field, parseHeader(header).parenthesis);
  if (unit.kind === 'currency') return unit.code === units.currency;
  if (unit.kind === 'ignored') return !units.isUs || field.unitUs === undefined;
  return unit.kind === 'unit';
}
