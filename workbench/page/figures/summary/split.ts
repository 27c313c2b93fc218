import type { Criteria, Scope } from '../view/address';
import { type GroupKey, groupsBy, useGroups, type WbsNode } from '../view/queries';
import {
  codesIn,
  criteriaOf,
  type GroupField,
  groupFields,
  isWhole,
  type Levels,
  levelsBelow,
  type Place,
} from './place';

export interface Split {
  outer: GroupKey;
  inner: GroupKey | null;
  // What the same chart is drawn of for each, next to the others.
  each: GroupKey | null;
  hasDisciplines: boolean;
}

// What the lines of a place are best parted by, null where nothing parts them; a whole project is asked for before its WBS is known.
export function useSplit(scope: Scope, root: WbsNode | undefined, place: Place) {
  const filters = root ? criteriaOf(root, place) : null;
  const isAsked = root !== undefined || isWhole(place);
  const found = root && codesIn(root, place);
  const disciplines = useGroups(scope, isAsked ? groupsBy(filters, 'discipline') : null);
  const areas = useGroups(scope, isAsked ? groupsBy(filters, 'area') : null);
  const ofCodes = { groupBy: ['wbsCode' as const], filters, fields: ['lines'] };
  const codes = useGroups(scope, root && !found ? ofCodes : null);
  const fields = usePartingFields(scope, filters, isAsked);
  const used = found ?? codes.data?.data.map(({ group }) => textOf(group.wbsCode));
  const queries = [disciplines, areas, codes, fields];
  const read = {
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => queries.filter(({ error }) => error !== null).map(({ refetch }) => refetch()),
  };
  if (!root || !used || !disciplines.data || !areas.data) return { ...read, data: undefined };
  const levels = levelsBelow(root, place, used);
  const ofAreas: readonly GroupField[] = areas.data.data.length > 1 ? ['area'] : [];
  // Where the WBS parts the lines, the other fields need not be waited for.
  const parting = levels === null ? fields.data : ofAreas;
  if (!parting) return { ...read, data: undefined };
  const hasDisciplines = disciplines.data.data.length > 1;
  return { ...read, data: { split: splitOf(place, { levels, hasDisciplines, fields: parting }) } };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

interface Parts {
  levels: Levels | null;
  hasDisciplines: boolean;
  fields: readonly GroupField[];
}

function splitOf(place: Place, { levels, hasDisciplines, fields }: Parts): Split | null {
  const [field = null, next = null] = fields;
  const area = fields.includes('area') ? 'area' : null;
  const levelOf = (wbsLevel: number | null): GroupKey | null => (wbsLevel === null ? null : { wbsLevel });
  const ofDisciplines = { hasDisciplines };
  if (hasDisciplines && place.wbs === null && place.above === null) {
    const inner = levels === null ? field : levelOf(levels.inner ?? levels.outer);
    return {
      outer: 'discipline',
      inner,
      each: area ?? levelOf(levels?.outer ?? null) ?? field,
      ...ofDisciplines,
    };
  }
  if (levels !== null)
    return { outer: { wbsLevel: levels.outer }, inner: levelOf(levels.inner), each: area, ...ofDisciplines };
  if (field !== null) return { outer: field, inner: next, each: null, ...ofDisciplines };
  return isWhole(place) ? { outer: 'discipline', inner: null, each: null, ...ofDisciplines } : null;
}

// The fields whose values part the lines.
function usePartingFields(scope: Scope, filters: Criteria | null, isAsked: boolean) {
  const asked = { groupBy: [], filters, fields: ['lines'], counted: groupFields };
  const query = useGroups(scope, isAsked ? asked : null);
  const totals = query.data?.totals;
  const numberOf = (name: string) => Number(totals?.[name] ?? 0);
  const isParting = (field: GroupField) => {
    const isFilled = numberOf(`${field}.count`) === numberOf('lines');
    return numberOf(`${field}.countDistinct`) + (isFilled ? 0 : 1) > 1;
  };
  return { ...query, data: totals && groupFields.filter(isParting) };
}
