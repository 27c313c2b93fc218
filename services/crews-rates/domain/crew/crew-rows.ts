import type { TableRow } from '@consulting/imports/table/table';
import { type Fault, type Field, INVALID } from '@consulting/kernel/schema';
import {
  type EquipmentInput,
  equipmentFields,
  equipmentMember,
  type LabourInput,
  labourFields,
  labourMember,
} from '../../fields/crew-composition';
import { crewKeys, overrideKeys } from './crew-list';

export interface MemberRow {
  row: TableRow;
  labour: LabourInput | null;
  equipment: EquipmentInput | null;
  faults: Fault[];
}

type Values = TableRow['values'];

const shared = ['quantity', 'sequence', 'remarks'];
const ofLabour = [
  ...Object.keys(labourFields).filter((key) => key !== 'rateOverride' && !shared.includes(key)),
  ...Object.values(overrideKeys),
];
const ofEquipment = Object.keys(equipmentFields).filter((key) => !shared.includes(key));

const isGiven = (values: Values, keys: readonly string[]) =>
  keys.some((key) => (values[key] ?? null) !== null);

export function readMember(row: TableRow): MemberRow {
  const { values } = row;
  const faults = [...row.faults];
  const type = typeOf(values);
  const none: MemberRow = { row, labour: null, equipment: null, faults };
  if (type === null) {
    if (isGiven(values, ['memberType', ...shared])) faults.push(nameless);
    return none;
  }
  const isLabour = type === 'labour';
  for (const key of isLabour ? ofEquipment : ofLabour) {
    if (!isGiven(values, [key])) continue;
    const message = isLabour ? 'must be empty in a row of persons' : 'must be empty in a row of a machine';
    faults.push({ field: key, code: 'FORMAT', message });
  }
  const labour = isLabour ? read(labourMember, labourOf(values), faults) : null;
  const equipment = isLabour
    ? null
    : read(equipmentMember, picked(values, Object.keys(equipmentFields)), faults);
  return { row, labour, equipment, faults };
}

const nameless: Fault = {
  field: 'tradeCode',
  code: 'REQUIRED',
  message: 'or equipmentCode is required in the row of a member',
};

function typeOf(values: Values): string | null {
  const type = values.memberType;
  if (typeof type === 'string' && (type === 'labour' || type === 'equipment')) return type;
  if (isGiven(values, ['tradeCode', 'laborDesignation'])) return 'labour';
  return isGiven(values, ['equipmentCode']) ? 'equipment' : null;
}

const picked = (values: Values, keys: readonly string[]) =>
  Object.fromEntries(keys.filter((key) => Object.hasOwn(values, key)).map((key) => [key, values[key]]));

function labourOf(values: Values) {
  const rates = Object.entries(overrideKeys).map(([key, column]) => [key, values[column] ?? null] as const);
  const hasRates = rates.some(([, rate]) => rate !== null);
  return {
    ...picked(values, Object.keys(labourFields)),
    ...(hasRates && { rateOverride: Object.fromEntries(rates) }),
  };
}

const place = 'member';

function read<T>(member: Field<T | null>, values: object, faults: Fault[]): T | null {
  const found: Fault[] = [];
  const read = member.kind.read(values, place, { faults: found });
  const known = new Set(faults.map(({ field }) => field));
  faults.push(
    ...found
      .map((fault) => ({ ...fault, field: columnOf(fault.field) }))
      .filter(({ field }) => !known.has(field)),
  );
  return read === INVALID || found.length > 0 ? null : read;
}

function columnOf(field: string): string {
  const key = field.slice(place.length + 1);
  const [, rate] = key.split('.');
  if (rate) return overrideKeys[rate as keyof typeof overrideKeys] ?? key;
  return key === '' ? 'straightTimeHours' : key;
}

export function readCrewValues(members: readonly MemberRow[]): Values {
  const values: Values = {};
  const given = new Map<string, { value: unknown; row: TableRow }>();
  for (const { row, faults } of members) {
    for (const key of crewKeys) {
      if (!Object.hasOwn(row.values, key)) continue;
      const value = row.values[key];
      values[key] ??= value;
      const first = given.get(key);
      if (value === null) continue;
      if (!first) given.set(key, { value, row });
      else if (key !== 'crewCode' && !Bun.deepEquals(first.value, value))
        faults.push({
          field: key,
          code: 'DUPLICATE',
          message: `row ${row.number} says something else than row ${first.row.number}`,
        });
    }
  }
  return values;
}
