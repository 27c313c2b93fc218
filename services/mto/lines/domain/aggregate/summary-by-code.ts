import { loweredText, unlessUnavailable } from '@consulting/kernel/schema';
import { findSearchField } from '@consulting/mto-engine';
import { askCrewNames } from '../../neighbours/crews-rates';
import { askWbsItems } from '../../neighbours/equipment-wbs';
import { totalKeys } from '../../store/rows/figures';
import type { LineFilter } from '../../store/search/line-filter';
import type { Ctx } from '../context';
import { WbsTree } from '../groups/wbs-tree';
import { type FiguresOfKey, figuresBy, kindOf, unknownCode, withFigures } from './roll-up';

interface Owner {
  projectId: string;
  serviceId: string | null;
}

const crewsMax = 1000;

const itemFigureKeys = ['itemCount', ...totalKeys];

/** Undefined means that the owner of the WBS does not answer, or that the WBS is too large to roll up. */
export async function findWbsTree(ctx: Ctx, projectId: string): Promise<WbsTree | undefined> {
  const items = await unlessUnavailable(askWbsItems(ctx.bus, projectId));
  return items && WbsTree.of(items);
}

export const rootCodesOf = async (tree: WbsTree) => ({
  codes: await tree.codesAtLevel(1),
  ofOthers: unknownCode,
});

export const figuresByWbs = async (filter: LineFilter, tree: WbsTree) =>
  figuresBy(filter, { name: 'wbsLevel1', ...(await rootCodesOf(tree)) }, tree.roots.length + 2);

export function serialiseByWbs(tree: WbsTree, found: readonly FiguresOfKey[]) {
  const rows = new Map(found.map((one) => [one.key, one]));
  return rootRows(tree).flatMap(({ key, ...root }) => {
    const row = rows.get(key);
    return row ? [withFigures(root, itemFigureKeys, row.figures)] : [];
  });
}

export function rootRows(tree: WbsTree) {
  const keys = [...tree.roots.map(({ wbsCode }) => wbsCode), null, unknownCode];
  return keys.map((key) => {
    const kind = kindOf(key);
    const wbsCode = kind === null ? key : null;
    const name = wbsCode === null ? null : (tree.find(wbsCode)?.name ?? null);
    return { key, wbsCode, name, kind };
  });
}

const crewCode = findSearchField('crewCode', null);

export function figuresByCrew(filter: LineFilter) {
  if (!crewCode) throw new RangeError('crewCode is not a field');
  return figuresBy(filter, { name: 'crewCode', field: crewCode }, crewsMax);
}

export async function nameCrews(ctx: Ctx, owner: Owner, found: readonly FiguresOfKey[]) {
  const codes = found.flatMap(({ key }) => key ?? []);
  const names = await unlessUnavailable(askCrewNames(ctx.bus, owner, codes));
  const byCrew = found.map(({ key, figures }) => {
    const name = (key === null ? undefined : names?.get(loweredText(key))) ?? null;
    return withFigures({ crewCode: key, name }, itemFigureKeys, figures);
  });
  return { byCrew, areNamed: names !== undefined };
}
