import type { components } from '@consulting/client/api';
import { type Api, answered } from '@consulting/foundation/api';
import { type Condition, combined } from '@consulting/takeoff-lines';

export type ColourRule = components['schemas']['View']['colourRules'][number];

// Whether a line meets a rule is for the API to say; the first rule that it meets gives the colour.
export async function coloured<T extends { id: string; colour?: string }>(
  api: Api,
  projectId: string,
  rules: readonly ColourRule[],
  lines: T[],
  signal: AbortSignal,
): Promise<T[]> {
  const ids = lines.map(({ id }) => id);
  const among: Condition = { field: 'id', operator: 'in', value: ids };
  const asked = ids.length > 0 ? rules : [];
  const met = await Promise.all(
    asked.map(async ({ filters: rule, colour }) => {
      const filters = combined(rule, among);
      if (filters === null) return { colour, ids: new Set<string>() };
      const body = { projectId, filters, fields: ['id'], limit: ids.length };
      const { data } = await answered(api.POST('/api/v1/mto/search', { body, signal }));
      return { colour, ids: new Set(data.map(({ id }) => id)) };
    }),
  );
  return lines.map((line) => {
    const rule = met.find((one) => one.ids.has(line.id));
    return rule ? { ...line, colour: rule.colour } : line;
  });
}
