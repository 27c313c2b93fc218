import type { Scope } from './address';
import { groupsBy, useGroups } from './queries';

export function useDisciplineLabels(scope: Scope): (discipline: string) => string {
  const labels = useDisciplines(scope);
  return (discipline) => labels.get(discipline) ?? discipline;
}

export function useDisciplines(scope: Scope): ReadonlyMap<string, string> {
  const { data } = useGroups(scope, groupsBy(null, 'discipline'));
  return new Map(
    (data?.data ?? []).map(({ group, label }) => [
      String(group.discipline),
      String(label.discipline ?? group.discipline),
    ]),
  );
}
