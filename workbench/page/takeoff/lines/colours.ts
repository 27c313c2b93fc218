import type { components } from '@consulting/client/api';
import { type Api, answered } from '@consulting/foundation/api';
import type { Filters } from '@consulting/takeoff-lines';

export type ColourRule = components['schemas']['View']['colourRules'][number];

const levelsMax = 3;

const levelsOf = ({ conditions }: Filters): number =>
  1 + Math.max(0, ...conditions.map((one) => ('conditions' in one ? levelsOf(one) : 0)));

const isAll = ({ logicalOperator }: Filters) => logicalOperator !== 'OR';

// The lines of a page are asked by one condition more, which the levels of a search must have room for.
export const canBeAsked = (filters: Filters): boolean => isAll(filters) || levelsOf(filters) < levelsMax;

const among = (ids: readonly string[], filters: Filters): Filters => ({
  logicalOperator: 'AND',
  conditions: [
    { field: 'id', operator: 'in', value: [...ids] },
    ...(isAll(filters) ? filters.conditions : [filters]),
  ],
});

// Whether a line meets a rule is for the API to say; the first rule that it meets gives the colour.
export async function coloured<T extends { id: string; colour?: string }>(
  api: Api,
  projectId: string,
  rules: readonly ColourRule[],
  lines: T[],
  signal: AbortSignal,
): Promise<T[]> {
  const ids = lines.map(({ id }) => id);
  const asked = ids.length > 0 ? rules.filter(({ filters }) => canBeAsked(filters)) : [];
  const met = await Promise.all(
    asked.map(async ({ filters, colour }) => {
      const body = { projectId, filters: among(ids, filters), fields: ['id'], limit: ids.length };
      const { data } = await answered(api.POST('/api/v1/mto/search', { body, signal }));
      return { colour, ids: new Set(data.map(({ id }) => id)) };
    }),
  );
  return lines.map((line) => {
    const rule = met.find((one) => one.ids.has(line.id));
    return rule ? { ...line, colour: rule.colour } : line;
  });
}
