import { choice, date, entry, list, number, text, type Values } from '@consulting/kernel/schema';
import { displayed, type Figure, figure, minus, over, plus, rounded, times } from './figure';

const amount = () => number({ min: 0 });

const period = entry(
  {
    periodEnd: date().describe('Last day of the period.'),
    plannedValue: amount().describe('Planned value until then, in the currency of the project.'),
    earnedValue: amount().describe('Earned value until then, in the currency of the project.'),
    actualCost: amount().describe('Actual cost until then, in the currency of the project.'),
    plannedHours: amount().describe('Planned man-hours until then.'),
    earnedHours: amount().describe('Earned man-hours until then.'),
    actualHours: amount().describe('Actual man-hours until then.'),
  },
  { name: 'ControlPeriod' },
);

const methods = ['cpi', 'cpi-spi', 'remaining-budget', 'manual'] as const;

export const projectControlsFields = {
  reportingPeriod: choice(['weekly', 'bi-weekly', 'monthly'], 'ReportingPeriod').describe(
    'How often is reported.',
  ),
  baselineDate: date().describe('Day of the baseline.'),
  dataDate: date().describe('Day up to which the figures are.'),
  baselineStart: date().describe('Start in the baseline.'),
  baselineFinish: date().describe('Finish in the baseline.'),
  forecastFinish: date().describe('Finish as it is expected now.'),
  scheduleTool: text(200).describe('Program of the schedule, for example Primavera P6.'),
  progressMethod: choice(
    ['weighted-steps', 'units-completed', 'milestones', 'percent-estimate', 'level-of-effort'],
    'ProgressMethod',
  ).describe('How progress is measured.'),
  budgetAtCompletion: amount().describe('Budget at completion (BAC), in the currency of the project.'),
  plannedValue: amount().describe('Planned value (PV) to the data date, in the currency of the project.'),
  earnedValue: amount().describe('Earned value (EV) to the data date, in the currency of the project.'),
  actualCost: amount().describe('Actual cost (AC) to the data date, in the currency of the project.'),
  budgetHours: amount().describe('Man-hours of the budget.'),
  plannedHours: amount().describe('Planned man-hours to the data date.'),
  earnedHours: amount().describe('Earned man-hours to the data date.'),
  actualHours: amount().describe('Actual man-hours to the data date.'),
  approvedChanges: number().describe('Approved changes, signed, in the currency of the project.'),
  pendingChanges: number().describe('Changes that are not decided, signed, in the currency of the project.'),
  contingencyBudget: amount().describe('Contingency in the budget, in the currency of the project.'),
  contingencyRemaining: amount().describe('Contingency that is left, in the currency of the project.'),
  eacMethod: choice(methods, 'EstimateAtCompletionMethod')
    .default('cpi')
    .describe('How the estimate at completion is made.'),
  manualEstimateToComplete: amount().describe(
    'Estimate to complete for eacMethod manual, in the currency of the project.',
  ),
  periods: list(period, 5000).describe(
    'Cumulative figures at the end of each period; an update replaces the whole list.',
  ),
};

export type ProjectControls = Partial<Values<typeof projectControlsFields>>;

interface EarnedValue {
  budget: Figure;
  planned: Figure;
  earned: Figure;
  actual: Figure;
}

/** Indices have 4 decimals, percentages and money 2, and a figure is null on zero or an empty input (resources.md 4.3). */
export function projectControlsFigures(details: ProjectControls) {
  const budget = figure(details.budgetAtCompletion);
  const planned = figure(details.plannedValue);
  const earned = figure(details.earnedValue);
  const actual = figure(details.actualCost);
  const atCompletion = rounded(estimateAtCompletion(details, { budget, planned, earned, actual }), 2);
  const index = (a: Figure, b: Figure) => displayed(rounded(over(a, b), 4));
  const percent = (a: Figure, b: Figure) => displayed(rounded(over(times(a, figure(100)), b), 2));
  return {
    costVariance: displayed(minus(earned, actual)),
    scheduleVariance: displayed(minus(earned, planned)),
    costPerformanceIndex: index(earned, actual),
    schedulePerformanceIndex: index(earned, planned),
    estimateAtCompletion: displayed(atCompletion),
    estimateToComplete: displayed(minus(atCompletion, actual)),
    varianceAtCompletion: displayed(minus(budget, atCompletion)),
    toCompletePerformanceIndex: index(minus(budget, earned), minus(budget, actual)),
    percentComplete: percent(earned, budget),
    percentSpent: percent(actual, budget),
    productivityFactor: index(figure(details.actualHours), figure(details.earnedHours)),
  };
}

/** The only division is by the product of the indices, so that no rounding of an index enters. */
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
