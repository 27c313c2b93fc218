import { useAsk } from '@consulting/foundation/api';
import type { Criteria, Scope } from '../view/address';
import { figuresKey, type GroupKey, useGroups, useWbs, type WbsNode } from '../view/queries';
import { criteriaOf, type GroupField, groupFields, isWhole, levelsBelow, type Place } from './place';

export interface Split {
  outer: GroupKey;
  inner: GroupKey | null;
  // What the same chart is drawn of for each, next to the others.
  each: GroupKey | null;
  hasDisciplines: boolean;
}

function useParts(scope: Scope, filters: Criteria | null, isAsked = true) {
  const linesBy = (key: GroupKey) => (isAsked ? { groupBy: [key], filters, fields: ['lines'] } : null);
  return {
    codes: useGroups(scope, linesBy('wbsCode')),
    disciplines: useGroups(scope, linesBy('discipline')),
    fields: useUsedFields(scope, filters, isAsked),
  };
}

// The whole project needs no WBS to be parted, so that all of this is asked for with its summary.
export function useSplitAhead(scope: Scope, place: Place): void {
  useWbs(scope);
  useParts(scope, null, isWhole(place));
}

// What the lines of a place are best parted by; null where nothing parts them.
export function useSplit(scope: Scope, root: WbsNode, place: Place) {
  const { codes, disciplines, fields } = useParts(scope, criteriaOf(root, place));
  const queries = [codes, disciplines, fields];
  const read = {
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => queries.map(({ refetch }) => refetch()),
  };
  if (!codes.data || !disciplines.data || !fields.data) return { ...read, data: undefined };
  const used = codes.data.data.map(({ group }) => (typeof group.wbsCode === 'string' ? group.wbsCode : null));
  const hasDisciplines = disciplines.data.data.length > 1;
  return { ...read, data: { split: splitOf(root, place, { used, hasDisciplines, fields: fields.data }) } };
}

interface Used {
  used: readonly (string | null)[];
  hasDisciplines: boolean;
  fields: readonly GroupField[];
}

function splitOf(root: WbsNode, place: Place, { used, hasDisciplines, fields }: Used): Split | null {
  const levels = levelsBelow(root, place, used);
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

// The fields whose values part the lines of a place.
function useUsedFields(scope: Scope, filters: Criteria | null, isAsked: boolean) {
  const { projectId, serviceId, estimationId } = scope;
  const measures = groupFields.flatMap((field) => [
    { field, function: 'countDistinct' as const },
    { field, function: 'count' as const },
  ]);
  const body = {
    ...{ projectId, serviceId, estimationId, filters },
    measures: [{ field: 'lines', function: 'sum' as const }, ...measures],
  };
  const key = [...figuresKey(projectId), scope, 'fields', filters];
  const query = useAsk(key, '/api/v1/mto/aggregate', { body }, { enabled: isAsked });
  const figures = query.data?.totals;
  const data =
    figures &&
    groupFields.filter((field) => {
      const numberOf = (name: string) => Number(figures[name] ?? 0);
      const isFilled = numberOf(`${field}.count`) === numberOf('lines');
      return numberOf(`${field}.countDistinct`) + (isFilled ? 0 : 1) > 1;
    });
  return { ...query, data };
}
