import { commonValue, lineRecord } from '@consulting/mto-engine';
import { listFirst } from '../../store/bulk/selected-lines';
import type { Ctx } from '../context';
import type { CheckedEdit } from './recalculation';
import { Editing } from './recalculation';

const linesMax = 20;

type Values = Record<string, unknown>;

export async function sampleOf(ctx: Ctx, edit: CheckedEdit, keys: readonly string[]) {
  const lines = await listFirst(ctx.db, edit.selection, edit.groups, linesMax);
  const edited = await new Editing(ctx, edit).edited(
    lines.map((line) => ({
      ...line,
      serviceId: String(commonValue(line, 'serviceId')),
      line: line.values,
    })),
  );
  const byId = new Map(lines.map((line) => [line.id, line]));
  return edited.flatMap(({ id, after, changed }) => {
    const line = byId.get(id);
    if (line === undefined) return [];
    const { crewRateMatched, wbsMatched } = changed ?? line;
    const was: Values = lineRecord(line);
    const is: Values = lineRecord({ ...line, values: after, crewRateMatched, wbsMatched });
    const displayed = Object.keys(was).filter((key) => keys.includes(key) || was[key] !== is[key]);
    const part = (record: Values) => Object.fromEntries(displayed.map((key) => [key, record[key]]));
    return { id, itemNumber: commonValue(line, 'itemNumber'), before: part(was), after: part(is) };
  });
}
