import type { Criteria, Scope } from '../view/address';
import { type GroupKey, groupsBy, useGroups, useWbs } from '../view/queries';
import { isWhole, type Place } from './place';
import { type Split, useSplit } from './split';

export type ChartGroups = ReturnType<typeof useChartGroups>;

export function useChartGroups(scope: Scope, filters: Criteria | null, split: Split | null) {
  const { outer = null, inner = null, each = null, hasDisciplines = false } = split ?? {};
  const by = (...keys: (GroupKey | null)[]) => {
    const named = keys.filter((key) => key !== null);
    return named.length < keys.length ? null : groupsBy(filters, ...named);
  };
  return {
    outside: useGroups(scope, by(outer)),
    within: useGroups(scope, by(outer, inner)),
    each: useGroups(scope, by(each)),
    eachParts: useGroups(scope, hasDisciplines ? by(each, 'discipline') : null),
  };
}

const likely: Split = { outer: 'discipline', inner: { wbsLevel: 2 }, each: 'area', hasDisciplines: true };

// What charts of a whole project need is asked for with its summary, as if it were parted as most are; where it is not, they ask again.
export function useChartsAhead(scope: Scope, place: Place): void {
  const { data: wbs } = useWbs(scope);
  const { data = { split: likely } } = useSplit(scope, wbs?.root, place);
  useChartGroups(scope, null, isWhole(place) ? data.split : null);
}
