import { entry, list } from '@consulting/shared/fields/composite';
import type { Values } from '@consulting/shared/fields/field';
import { choice, date, number, text } from '@consulting/shared/fields/kinds';
import { type Figure, figure, minus, over, plus, rounded, shown, times } from './figure';

const amount = () => number({ min: 0 });

const period = entry({
  periodEnd: date(),
  plannedValue: amount(),
  earnedValue: amount(),
  actualCost: amount(),
  plannedHours: amount(),
  earnedHours: amount(),
  actualHours: amount(),
});

const methods = ['cpi', 'cpi-spi', 'remaining-budget', 'manual'] as const;

/** Writable details of a project-controls service (resources.md 4.3). */
export const projectControlsFields = {
  reportingPeriod: choice(['weekly', 'bi-weekly', 'monthly']),
  baselineDate: date(),
  dataDate: date(),
  baselineStart: date(),
  baselineFinish: date(),
  forecastFinish: date(),
  scheduleTool: text(200),
  progressMethod: choice([
    'weighted-steps',
    'units-completed',
    'milestones',
    'percent-estimate',
    'level-of-effort',
  ]),
  budgetAtCompletion: amount(),
  plannedValue: amount().describe('To the data date.'),
  earnedValue: amount().describe('To the data date.'),
  actualCost: amount().describe('To the data date.'),
  budgetHours: amount(),
  plannedHours: amount(),
  earnedHours: amount(),
  actualHours: amount(),
  approvedChanges: number(),
  pendingChanges: number(),
  contingencyBudget: amount(),
  contingencyRemaining: amount(),
  eacMethod: choice(methods).default('cpi').describe('How the estimate at completion is made.'),
  manualEstimateToComplete: amount().describe('For eacMethod manual.'),
  periods: list(period, 5000).describe('Cumulative figures at the end of each period.'),
};

export type ProjectControls = Partial<Values<typeof projectControlsFields>>;

interface EarnedValue {
  budget: Figure;
  planned: Figure;
  earned: Figure;
  actual: Figure;
}

/** Figures of resources.md 4.3: indices to 4 decimals, percentages and money to 2, null on zero or an empty input. */
export function projectControlsFigures(details: ProjectControls) {
  const budget = figure(details.budgetAtCompletion);
  const planned = figure(details.plannedValue);
  const earned = figure(details.earnedValue);
  const actual = figure(details.actualCost);
  const atCompletion = rounded(estimateAtCompletion(details, { budget, planned, earned, actual }), 2);
  const index = (a: Figure, b: Figure) => shown(rounded(over(a, b), 4));
  const percent = (a: Figure, b: Figure) => shown(rounded(over(times(a, figure(100)), b), 2));
  return {
    costVariance: shown(minus(earned, actual)),
    scheduleVariance: shown(minus(earned, planned)),
    costPerformanceIndex: index(earned, actual),
    schedulePerformanceIndex: index(earned, planned),
    estimateAtCompletion: shown(atCompletion),
    estimateToComplete: shown(minus(atCompletion, actual)),
    varianceAtCompletion: shown(minus(budget, atCompletion)),
    toCompletePerformanceIndex: index(minus(budget, earned), minus(budget, actual)),
    percentComplete: percent(earned, budget),
    percentSpent: percent(actual, budget),
    productivityFactor: index(figure(details.actualHours), figure(details.earnedHours)),
  };
}

/** Divides once, by the product of the indices, so that no rounding of an index enters. */
function estimateAtCompletion(
  details: ProjectControls,
  { budget, planned, earned, actual }: EarnedValue,
): Figure {
  const costIndex = over(earned, actual);
  const scheduleIndex = over(earned, planned);
  const remaining = minus(budget, earned);
  switch (details.eacMethod ?? 'cpi') {
    case 'cpi':
      return costIndex && over(times(budget, actual), earned);
    case 'cpi-spi':
      return (
        costIndex &&
        scheduleIndex &&
        plus(actual, over(times(remaining, times(actual, planned)), times(earned, earned)))
      );
    case 'remaining-budget':
      return plus(actual, remaining);
    case 'manual':
      return plus(actual, figure(details.manualEstimateToComplete));
  }
}
