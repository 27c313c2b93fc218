import { unlessUnavailable } from '@consulting/kernel/errors';
import { loweredText } from '@consulting/kernel/text';
import type { Ctx } from '../../context';
import { findSearchField } from '../../fields/search-field';
import { askCrewNames } from '../../neighbours/crews-rates';
import { askWbsItems } from '../../neighbours/equipment-wbs';
import type { LineSource } from '../../store/line-source';
import type { LineFilter } from '../../store/takeoff-line';
import { type FiguresOfKey, figuresBy, kindOf, presentFigures, unknownCode } from './roll-up';
import { WbsTree } from './wbs-tree';

interface Owner {
  projectId: string;
  serviceId: string | null;
}

const crewsMax = 1000;

/** The figures of a takeoff by the first level of its WBS and by crew; `silent` names what their owners cannot tell now. */
export async function summariseByCode(ctx: Ctx, owner: Owner, source?: LineSource) {
  const filter = { ...owner, discipline: null, source };
  const byWbs = await figuresByWbs(ctx, owner.projectId, filter);
  const { byCrew, areNamed } = await figuresByCrew(ctx, owner, filter);
  const silent = [...(byWbs ? [] : ['byWbs']), ...(areNamed ? [] : ['byCrew.name'])];
  return { byWbs: byWbs ?? null, byCrew, silent };
}

/** Undefined while the owner of the WBS is silent, or when the WBS is too large to roll up. */
async function figuresByWbs(ctx: Ctx, projectId: string, filter: LineFilter) {
  const items = await unlessUnavailable(askWbsItems(ctx.bus, projectId));
  if (!items) return undefined;
  const tree = new WbsTree(items);
  const level = { name: 'wbsLevel1', codes: tree.codesAtLevel(1), ofOthers: unknownCode };
  const found = await figuresBy(ctx.db, filter, level, tree.roots.length + 2);
  const rows = new Map(found.map((one) => [one.key, one]));
  return rootRows(tree).flatMap(({ key, ...root }) => {
    const row = rows.get(key);
    return row ? [{ ...root, ...withItemCount(row) }] : [];
  });
}

/** The roots of the WBS in its order, and behind them lines without a code and those whose code it does not have. */
export function rootRows(tree: WbsTree) {
  const keys = [...tree.roots.map(({ wbsCode }) => wbsCode), null, unknownCode];
  return keys.map((key) => {
    const kind = kindOf(key);
    const wbsCode = kind === null ? key : null;
    const name = wbsCode === null ? null : (tree.find(wbsCode)?.name ?? null);
    return { key, wbsCode, name, kind };
  });
}

async function figuresByCrew(ctx: Ctx, owner: Owner, filter: LineFilter) {
  const field = findSearchField('crewCode', null);
  if (!field) throw new RangeError('crewCode is not a field');
  const found = await figuresBy(ctx.db, filter, { name: 'crewCode', field }, crewsMax);
  const codes = found.flatMap(({ key }) => key ?? []);
  const names = await unlessUnavailable(askCrewNames(ctx.bus, owner, codes));
  const byCrew = found.map((row) => ({
    crewCode: row.key,
    name: (row.key === null ? undefined : names?.get(loweredText(row.key))) ?? null,
    ...withItemCount(row),
  }));
  return { byCrew, areNamed: names !== undefined };
}

function withItemCount({ figures }: FiguresOfKey) {
  const { lines, ...others } = presentFigures(figures);
  return { itemCount: lines, ...others };
}
