import {
  commonValue,
  type Line,
  type LineMatches,
  lineRecord,
  type StoredLine,
} from '@consulting/mto-engine';
import { listFirst } from '../../store/bulk/selected-lines';
import type { Ctx } from '../context';
import type { CheckedEdit } from './recalculation';
import { Editing } from './recalculation';

export const linesSampledMax = 20;

type Values = Record<string, unknown>;

export async function sampleOf(ctx: Ctx, edit: CheckedEdit, keys: readonly string[]) {
  const lines = await listFirst(ctx.db, edit.selection, edit.groups, linesSampledMax);
  const edited = await new Editing(ctx, edit).edited(
    lines.map((line) => ({
      ...line,
      serviceId: String(commonValue(line, 'serviceId')),
      line: line.values,
    })),
  );
  return sampled(lines, edited, keys);
}

export function sampled(
  lines: readonly StoredLine[],
  edited: readonly { id: string; after: Line; changed: LineMatches | null }[],
  keys: readonly string[],
) {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return edited.flatMap(({ id, after, changed }) => {
    const line = byId.get(id);
    if (line === undefined) return [];
    const { crewRateMatched, wbsMatched } = changed ?? line;
    const was: Values = lineRecord({ ...line, pricing: null });
    const is: Values = lineRecord({ ...line, values: after, crewRateMatched, wbsMatched, pricing: null });
    const displayed = Object.keys(was).filter((key) => keys.includes(key) || was[key] !== is[key]);
    const part = (record: Values) => Object.fromEntries(displayed.map((key) => [key, record[key]]));
    return { id, itemNumber: commonValue(line, 'itemNumber'), before: part(was), after: part(is) };
  });
}
