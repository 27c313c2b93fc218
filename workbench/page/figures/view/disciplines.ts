import type { Scope } from './address';
import { useGroups } from './queries';

export function useDisciplineLabels(scope: Scope): (discipline: string) => string {
  const labels = useDisciplines(scope);
  return (discipline) => labels.get(discipline) ?? discipline;
}

export function useDisciplines(scope: Scope): ReadonlyMap<string, string> {
  const { data } = useGroups(scope, { groupBy: ['discipline'], filters: null, fields: ['lines'] });
  return new Map(
    (data?.data ?? []).map(({ group, label }) => [
      String(group.discipline),
      String(label.discipline ?? group.discipline),
    ]),
  );
}
