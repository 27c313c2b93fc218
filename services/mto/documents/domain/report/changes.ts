import type { Snapshot } from '@consulting/kernel/postgres';
import { type Decimal, decimal, round, sum } from '@consulting/kernel/schema';
import { sumMovements, totalsOf } from '@consulting/mto-analysis';
import { disciplines } from '@consulting/mto-engine';
import {
  type Ctx,
  current,
  currentLines,
  frozenLinesOf,
  type LineSets,
  type LineSource,
  type ReportFacts,
  type SumGroup,
  sumSet,
} from '@consulting/mto-lines';
import { changedCosts } from '../../store/changed-costs';
import { countedLines } from '../../store/counted-lines';
import { reconciledOf } from './causes/waterfall';
import { versionName, wordFor } from './cover';
import type { Titles } from './language/language';
import type { Changes, Growth, GrowthFigures } from './model/report';

const linesMax = 20;
const percentPlaces = 2;

export interface EarlierVersion {
  version: ReportFacts['earlier'][number];
  source: LineSource;
}

export async function findEarlier(ctx: Ctx, facts: ReportFacts): Promise<EarlierVersion | null> {
  for (const version of facts.earlier) {
    const stored = await frozenLinesOf(ctx, version.estimationId);
    if (stored) return { version, source: stored.source };
  }
  return null;
}

interface Reported {
  projectId: string;
  serviceId: string;
  source: LineSource | undefined;
  version: ReportFacts['version'];
}

export async function changesSince(
  ctx: Ctx,
  snapshot: Snapshot,
  earlier: EarlierVersion,
  { projectId, serviceId, source = currentLines, version }: Reported,
  words: Titles,
): Promise<Changes> {
  const tx = snapshot.db;
  const sets: LineSets = {
    before: { projectId, serviceId, source: countedLines(earlier.source) },
    after: { projectId, serviceId, source: countedLines(source) },
  };
  const [before, after] = [await sumSet(tx, sets.before), await sumSet(tx, sets.after)];
  const { lines, counts } = await changedCosts(tx, sets, linesMax);
  const sides = [earlier.version.estimationId, version?.estimationId ?? current] as const;
  const totals = await totalsOf(ctx, sides, await sumMovements(snapshot, { sets }));
  const { label, name } = versionName(earlier.version);
  return {
    before: { label, name },
    totals: growthOf(before, after),
    byDiscipline: disciplines.flatMap((discipline) => {
      const own = (groups: readonly SumGroup[]) => groups.filter((group) => group.discipline === discipline);
      const isUsed = own(before).length + own(after).length > 0;
      const growth = growthOf(own(before), own(after));
      return isUsed ? [{ discipline, label: words.disciplines[discipline], ...growth }] : [];
    }),
    counts,
    reconciled: reconciledOf(totals, words),
    lines: lines.map((line) => ({
      difference: line.difference,
      itemNumber: line.itemNumber === null ? null : Number(line.itemNumber),
      tag: line.tag,
      discipline: wordFor(words.disciplines, line.discipline),
      description: line.description,
      wbsCode: line.wbsCode,
      totalCost: growth(decimal(line.before), decimal(line.after)),
    })),
  };
}

function growthOf(before: readonly SumGroup[], after: readonly SumGroup[]): GrowthFigures {
  const of = (key: 'lines' | 'totalManHours' | 'totalCost') => {
    const total = (groups: readonly SumGroup[]) => sum(groups.map((group) => group[key]));
    return growth(total(before), total(after));
  };
  return { lines: of('lines'), totalManHours: of('totalManHours'), totalCost: of('totalCost') };
}

function growth(before: Decimal, after: Decimal): Growth {
  const change = after.minus(before);
  const percent = before.eq(0) ? null : round(change.times(100).div(before.abs()), percentPlaces).toFixed();
  return { before: before.toFixed(), after: after.toFixed(), growth: change.toFixed(), percent };
}
