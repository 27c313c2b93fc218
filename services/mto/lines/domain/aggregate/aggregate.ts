import { isUnavailable, loweredText, unlessUnavailable } from '@consulting/kernel/schema';
import { disciplineLabels, isDiscipline } from '@consulting/mto-engine';
import { askCrewNames } from '../../neighbours/crews-rates';
import { type AggregateGroup, aggregateLines, type Value } from '../../store/aggregate/aggregate';
import { linesAt } from '../../store/search/positions';
import type { Ctx } from '../context';
import { groupKeys, isLevel, type NamedKey, serialiseKey } from '../groups/group-keys';
import { readWbsTree, type WbsTree } from '../groups/wbs-tree';
import { readInProject } from '../line/owner';
import { sourceFor } from '../line/version-lines';
import { serialiseValues } from '../measures/measures';
import type { WithView } from '../search/view-field';
import { readAggregate } from './aggregate-input';

interface Owner {
  projectId: string;
  serviceId: string | null;
}

/**
 * The groups are those of extensions.md 9.1.
 * @throws VALIDATION_ERROR, NOT_FOUND, NO_SNAPSHOT, DEPENDENCY_UNAVAILABLE
 */
export async function aggregate(ctx: Ctx, { request, ignored }: WithView<unknown>) {
  const order = readAggregate(request);
  const { projectId, serviceId, discipline, estimationId, criteria, words, keys, at, ...query } = order;
  const owner = { projectId, serviceId };
  const version = await sourceFor(ctx, owner, estimationId);
  const matching = { ...owner, discipline, criteria, words, ...version };
  const filter = at ? linesAt(matching, at) : matching;
  const [, { found, tree }] = await readInProject(ctx, projectId, async () => {
    const tree = await treeFor(ctx, projectId, keys);
    const groupBy = await groupKeys(keys, tree);
    const found = await aggregateLines(ctx.db, filter, { ...query, groupBy });
    return { found, tree };
  });
  const { groups, total, totals } = found;
  const { skip, limit, measures } = query;
  const labels = await labelsOf(ctx, owner, keys, groups, tree);
  return {
    data: groups.map((group) => ({
      group: Object.fromEntries(keys.map((key, at) => [key.name, serialiseKey(key, group.keys[at] ?? null)])),
      label: labelOf(labels.names, keys, group),
      values: serialiseValues(measures, group),
    })),
    totals: serialiseValues(measures, totals),
    total,
    skip,
    limit,
    hasMore: skip + groups.length < total,
    ...(labels.unavailable.length > 0 ? { unavailable: labels.unavailable } : {}),
    ...(ignored && { ignored }),
  };
}

/**
 * Only names can be left out when the owner of the WBS does not answer.
 * @throws DEPENDENCY_UNAVAILABLE when lines are grouped by levels
 */
async function treeFor(ctx: Ctx, projectId: string, keys: readonly NamedKey[]): Promise<WbsTree | undefined> {
  const isNeeded = keys.some(isLevel);
  if (!isNeeded && !keys.some(({ name }) => name === 'wbsCode')) return undefined;
  try {
    return await readWbsTree(ctx, projectId);
  } catch (error) {
    if (isNeeded || !isUnavailable(error)) throw error;
    return undefined;
  }
}

type NameOf = (value: Value) => string | null;

type Names = ReadonlyMap<string, NameOf>;

async function labelsOf(
  ctx: Ctx,
  owner: Owner,
  keys: readonly NamedKey[],
  groups: readonly AggregateGroup[],
  tree: WbsTree | undefined,
): Promise<{ names: Names; unavailable: string[] }> {
  const names = new Map<string, NameOf>();
  const unavailable: string[] = [];
  for (const [at, key] of keys.entries()) {
    if (key.name === 'discipline') names.set(key.name, disciplineName);
    if (key.name === 'wbsCode' || isLevel(key)) {
      names.set(key.name, (code) => (typeof code === 'string' ? (tree?.find(code)?.name ?? null) : null));
      if (!tree) unavailable.push(`label.${key.name}`);
    }
    if (key.name === 'crewCode') {
      const codes = groups.flatMap((group) => textOf(group.keys[at]));
      const crews = await unlessUnavailable(askCrewNames(ctx.bus, owner, codes));
      names.set(key.name, (code) => crews?.get(loweredText(String(code))) ?? null);
      if (!crews) unavailable.push(`label.${key.name}`);
    }
  }
  return { names, unavailable };
}

const textOf = (value: Value | undefined): string[] => (typeof value === 'string' ? [value] : []);

const disciplineName: NameOf = (value) =>
  typeof value === 'string' && isDiscipline(value) ? disciplineLabels[value] : null;

function labelOf(names: Names, keys: readonly NamedKey[], group: AggregateGroup) {
  const labels = keys.flatMap(({ name }, at) => {
    const nameOf = names.get(name);
    return nameOf ? [[name, nameOf(group.keys[at] ?? null)] as const] : [];
  });
  return Object.fromEntries(labels);
}
