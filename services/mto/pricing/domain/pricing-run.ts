import { Slice } from '@consulting/kernel/process';
import {
  commonPosition,
  crewKeys,
  type Discipline,
  type DisciplinePrices,
  findField,
  givenBy,
  LineCompletion,
  type PartialEvaluator,
  partialEvaluator,
  positionOf,
} from '@consulting/mto-engine';
import {
  type Ctx,
  comparedFigures,
  type Effect,
  LineChanges,
  lockSelected,
  type Project,
  type SelectedGroup,
  type Selection,
} from '@consulting/mto-lines';
import { readPriced } from '../store/priced-lines';
import type { LinePricing } from './line-pricing';
import { PriceEditors } from './price-editors';

export interface Pricing {
  project: Project;
  selection: Selection;
  groups: readonly SelectedGroup[];
  lines: LinePricing;
  effect: Effect;
  at: Date;
}

export async function storePrices({ db, caller }: Ctx, pricing: Pricing) {
  const { project, selection, groups, lines, effect, at } = pricing;
  const editors = new PriceEditors(project, lines, at);
  const changes = new LineChanges(db, editors.written, true);
  await changes.open();
  let matched = 0;
  for await (const batch of lockSelected(db, selection, groups, editors.read)) {
    matched += batch.length;
    const priced = await lines.price(batch);
    await changes.add(priced.map((one) => editors.change(one)));
    for (const { of, after } of priced) effect.add({ discipline: of.discipline, before: of.line, after });
  }
  lines.refused.refuse();
  const author = { projectId: project.projectId, by: caller.name };
  return { matched, updated: await changes.store(editors.changedPositions, author) };
}

// Only what the figures are made of is read and calculated.
export async function tryPrices({ db }: Ctx, pricing: Pricing) {
  const { project, selection, groups, lines, effect } = pricing;
  const trials = new Map(
    lines.disciplines.map((one) => [one.discipline, trialOf(one, lines.rules.targets, project)]),
  );
  const positions = new Map([...trials].map(([discipline, trial]) => [discipline, trial.positions]));
  const counts = { matched: 0, updated: 0 };
  const slice = new Slice();
  if (positions.size === 0) return counts;
  for await (const batch of readPriced(db, selection, groups, positions)) {
    if (slice.isOver) await slice.next();
    const priced = await lines.price(batch);
    counts.matched += batch.length;
    counts.updated += priced.length;
    for (const { of, after, given, known } of priced) {
      const trial = trials.get(of.discipline);
      trial?.completion.apply(after, given, known, { crewRateMatched: false, wbsMatched: false }, of.line);
      trial?.evaluator.calculate(after);
      effect.add({ discipline: of.discipline, before: of.line, after });
    }
  }
  lines.refused.refuse();
  return counts;
}

interface Trial {
  completion: LineCompletion;
  evaluator: PartialEvaluator;
  positions: readonly number[];
}

const placeAt = ['status', 'scopeType', 'itemNumber'].map(commonPosition);

function trialOf(prices: DisciplinePrices, targets: readonly string[], { currency }: Project): Trial {
  const { discipline } = prices;
  const own = targets.filter((key) => findField(discipline, key) !== undefined);
  const crew = givenBy(new Set(own)).crew ? crewKeys : [];
  const changed = at(discipline, [...own, ...crew]);
  const figures = at(discipline, comparedFigures);
  const evaluator = partialEvaluator(discipline, new Set(changed), new Set(figures));
  const read = [...changed, ...figures, ...evaluator.read, ...prices.positions, ...placeAt];
  return {
    completion: new LineCompletion(discipline, currency),
    evaluator,
    positions: [...new Set(read)].sort((one, other) => one - other),
  };
}

const at = (discipline: Discipline, keys: readonly string[]): number[] =>
  keys.map((key) => positionOf(discipline, key));
