import { headerWithUnit } from '@consulting/mto-engine/headers/header';
import { type Discipline, disciplines } from '@consulting/takeoff-fields/discipline';
import type { Field } from '@consulting/takeoff-fields/field';
import { commonFields, ownFields } from '@consulting/takeoff-fields/registry';

const discipline: Discipline = 'piping';
const columnsWanted = 60;

/** Fields that people keep in a takeoff sheet whatever the size of it. */
export const usualFields = [
  'itemNumber',
  'itemCode',
  'description',
  'tag',
  'area',
  'system',
  'wbsCode',
  'drawingNumber',
  'revision',
  'takeoffDate',
  'quantity',
  'unitOfMeasure',
  'quantityAllowancePercent',
  'wasteFactorPercent',
  'crewCode',
  'unitManHours',
  'productivityFactor',
  'materialUnitPrice',
  'freightPercent',
  'supplier',
  'quoteDate',
  'equipmentRate',
  'contingencyPercent',
  'status',
  'remarks',
];

/** How the foreign writer makes the values of a column. */
export interface WorkbookColumn {
  header: string;
  key: string;
  kind: 'sequence' | 'text' | 'code' | 'integer' | 'decimal' | 'date' | 'choice';
  choices: readonly string[];
}

const choicesOf: Record<string, readonly string[]> = {
  unitOfMeasure: ['m', 'EA', 'Each', 'kg'],
  crewCode: ['PF-01', 'PF-02', 'WELD-01'],
  wbsCode: ['01.10', '01.20', '02.10', '02.20.30'],
  area: ['Area 100', 'Area 200', 'Pipe Rack', 'Tank Farm'],
  system: ['Cooling Water', 'Instrument Air', 'Fuel Gas'],
  revision: ['A', 'B', '0', '1'],
};

function kindOf({ key, type }: Field): WorkbookColumn['kind'] {
  if (key === 'itemNumber') return 'sequence';
  if (choicesOf[key] || type === 'enum' || type === 'boolean') return 'choice';
  if (type === 'integer') return 'integer';
  if (type === 'number') return 'decimal';
  if (type === 'date') return 'date';
  return key === 'description' || key === 'remarks' ? 'text' : 'code';
}

const columnOf = (field: Field): WorkbookColumn => ({
  header: headerWithUnit(field, [discipline]),
  key: field.key,
  kind: kindOf(field),
  choices: choicesOf[field.key] ?? (field.type === 'boolean' ? ['Y', 'N'] : (field.enum ?? []).slice(0, 6)),
});

/** The columns of the takeoff workbook: the usual common fields, and the first input fields of piping. */
export function takeoffColumns(): WorkbookColumn[] {
  if (!disciplines.includes(discipline)) throw new Error(discipline);
  const common = usualFields.flatMap((key) => commonFields.find((field) => field.key === key) ?? []);
  const own = ownFields[discipline].filter((field) => field.computed === undefined);
  return [...common, ...own].slice(0, columnsWanted).map(columnOf);
}
