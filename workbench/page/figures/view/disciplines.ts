import type { Scope } from './address';
import { useGroups } from './queries';

export function useDisciplineLabels(scope: Scope, isAsked = true): (discipline: string) => string {
  const labels = useDisciplines(scope, isAsked);
  return (discipline) => labels.get(discipline) ?? discipline;
}

export function useDisciplines(scope: Scope, isAsked = true): ReadonlyMap<string, string> {
  const grouping = { groupBy: ['discipline' as const], filters: null, fields: ['lines'] };
  const { data } = useGroups(scope, isAsked ? grouping : null);
  return new Map(
    (data?.data ?? []).map(({ group, label }) => [
      String(group.discipline),
      String(label.discipline ?? group.discipline),
    ]),
  );
}
