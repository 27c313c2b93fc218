import type { Messages } from '@consulting/design/language';
import type { Field, TakeoffView } from '../view/takeoff-view';
import type { Operator } from './criteria';

export interface FilterField extends Pick<Field, 'key' | 'label' | 'group' | 'unit' | 'enum' | 'operators'> {
  type: Field['type'] | 'time';
}

export interface TakeoffScope extends Pick<TakeoffView, 'serviceId' | 'discipline' | 'search'> {
  projectId: string;
}

const timeOperators: Operator[] = [
  'greaterThanOrEqual',
  'lessThan',
  'greaterThan',
  'lessThanOrEqual',
  'between',
];

const hiddenKeys = ['projectId', 'serviceId', 'subcontractorId'];

// The checks of a review that compare lines with others; those that look at a line alone are conditions on its fields.
const comparedLines = [
  'UNKNOWN_WBS',
  'UNKNOWN_CREW',
  'DUPLICATE_LINES',
  'UNIT_UNUSUAL',
  'OUTLIER_HOURS',
  'OUTLIER_PRICE',
  'OUTSIDE_HISTORY',
] as const;

export function filterFields(
  fields: readonly Field[],
  { takeoffTools: { filter }, review }: Messages,
): FilterField[] {
  const byKey = new Map<string, FilterField>();
  for (const field of fields) {
    if (hiddenKeys.includes(field.key)) continue;
    const known = byKey.get(field.key);
    const choices = [...(known?.enum ?? []), ...(field.enum ?? [])];
    const distinct = [...new Map(choices.map((choice) => [choice.value, choice])).values()];
    byKey.set(field.key, { ...(known ?? field), enum: field.enum && distinct });
  }
  return [...byKey.values(), ...recordFields(filter, review.checks)];
}

function recordFields(
  words: Messages['takeoffTools']['filter'],
  checks: Messages['review']['checks'],
): FilterField[] {
  const {
    record: group,
    createdAt,
    updatedAt,
    importTask,
    isPriced,
    isPriceStale,
    hasNotes,
    hasOpenNotes,
    priceBook,
    priceRow,
    reviewCheck,
  } = words;
  const found = comparedLines.map((value) => ({ value, label: checks[value] }));
  const own = { group, unit: null, enum: null };
  return [
    { ...own, key: 'createdAt', label: createdAt, type: 'time', operators: timeOperators },
    { ...own, key: 'updatedAt', label: updatedAt, type: 'time', operators: timeOperators },
    { ...own, key: 'importTaskId', label: importTask, type: 'text', operators: ['equals'] },
    { ...own, key: 'isPriced', label: isPriced, type: 'boolean', operators: ['equals'] },
    { ...own, key: 'isPriceStale', label: isPriceStale, type: 'boolean', operators: ['equals'] },
    { ...own, key: 'hasNotes', label: hasNotes, type: 'boolean', operators: ['equals'] },
    { ...own, key: 'hasOpenNotes', label: hasOpenNotes, type: 'boolean', operators: ['equals'] },
    { ...own, key: 'priceBook', label: priceBook, type: 'text', operators: ['equals', 'contains'] },
    { ...own, key: 'priceRow', label: priceRow, type: 'text', operators: ['equals', 'contains'] },
    { ...own, key: 'reviewCheck', label: reviewCheck, type: 'enum', operators: ['equals'], enum: found },
  ];
}

export interface FieldGroup<T> {
  name: string;
  fields: T[];
}

export function grouped<T extends { group: string }>(fields: readonly T[]): FieldGroup<T>[] {
  const groups = new Map<string, T[]>();
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  return [...groups].map(([name, members]) => ({ name, fields: members }));
}
