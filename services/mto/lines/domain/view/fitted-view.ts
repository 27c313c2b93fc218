import { isObject, type Reading } from '@consulting/kernel/schema';
import { type Discipline, serverKeys } from '@consulting/mto-engine';
import { readGroupKey } from '../groups/group-keys';
import { checkKeys } from '../line/chosen-keys';
import { readCondition, readField } from '../search/condition';
import type { ViewParts } from './view-fields';

export interface FittedView extends ViewParts {
  ignored: string[];
}

// What lines of the discipline can have of a view: fields go, or are of another discipline.
export function fitted<V extends ViewParts>(
  view: V,
  discipline: Discipline | null,
  otherColumns: readonly string[] = serverKeys,
): V & FittedView {
  const ignored = new Set<string>();
  const reads = (key: string, read: (reading: Reading) => unknown): boolean => {
    const reading: Reading = { faults: [] };
    read(reading);
    if (reading.faults.length > 0) ignored.add(key);
    return reading.faults.length === 0;
  };
  const filtersOf = (filters: unknown): object | null => {
    if (!isObject(filters) || !Array.isArray(filters.conditions)) return null;
    const conditions = filters.conditions.flatMap((member) => {
      if (isObject(member) && 'conditions' in member) return filtersOf(member) ?? [];
      const { field } = member as { field: string };
      return reads(field, (reading) => readCondition(member, '', discipline, reading)) ? [member] : [];
    });
    return conditions.length === 0 ? null : { ...filters, conditions };
  };
  return {
    ...view,
    discipline,
    columns: view.columns.filter(({ key }) =>
      reads(key, (reading) => checkKeys([key], otherColumns, '', discipline, reading)),
    ),
    filters: filtersOf(view.filters),
    sort: view.sort.filter(({ field }) =>
      reads(field, (reading) => readField(field, '', discipline, reading)),
    ),
    groupBy: view.groupBy.filter((key) =>
      reads(String(key), (reading) => readGroupKey(key, '', reading, discipline)),
    ),
    colourRules: view.colourRules.flatMap(({ filters, colour }) => {
      const fitting = filtersOf(filters);
      return fitting === null ? [] : [{ filters: fitting, colour }];
    }),
    ignored: [...ignored],
  };
}
