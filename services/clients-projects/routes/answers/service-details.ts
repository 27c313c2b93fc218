import type { JsonSchema } from '@consulting/shared/fields/field';
import { shown } from '@consulting/shared/http/answer';
import { claimsFields } from '../../domain/details/claims';
import { estimationFields } from '../../domain/details/estimation';
import { loanMonitoringFields } from '../../domain/details/loan-monitoring';
import { projectControlsFields } from '../../domain/details/project-controls';
import { estimationAnswer } from './estimation';

const { nullable } = shown;
const figure = (description: string) => nullable(shown.number(description));

const takeoffTotals = shown.object({
  itemCount: shown.count(),
  totalManHours: shown.number('Man-hours.'),
  totalCost: shown.number('In the currency of the project.'),
});

const estimation = shown.object({
  ...estimationFields,
  currentEstimationId: nullable(shown.id('Latest approved version, else the latest version.')),
  estimations: shown.list(estimationAnswer, 'Newest version first.'),
  takeoffTotals: nullable(takeoffTotals),
});

const loanMonitoring = shown.object({
  ...loanMonitoringFields,
  disbursedToDate: figure('Approved amounts of the funded draws.'),
  undisbursedAmount: figure('Loan amount less what is disbursed.'),
  inBalance: nullable(shown.flag('Whether the sources that remain cover the uses that remain.')),
});

const projectControls = shown.object({
  ...projectControlsFields,
  costVariance: figure('Earned value less actual cost.'),
  scheduleVariance: figure('Earned value less planned value.'),
  costPerformanceIndex: figure('Earned value ÷ actual cost.'),
  schedulePerformanceIndex: figure('Earned value ÷ planned value.'),
  estimateAtCompletion: figure('By eacMethod.'),
  estimateToComplete: figure('Estimate at completion less actual cost.'),
  varianceAtCompletion: figure('Budget at completion less the estimate at completion.'),
  toCompletePerformanceIndex: figure('Remaining work ÷ remaining budget.'),
  percentComplete: figure('Percent of the budget at completion that is earned.'),
  percentSpent: figure('Percent of the budget at completion that is spent.'),
  productivityFactor: figure('Actual hours ÷ earned hours; above 1 is worse than planned.'),
});

const claims = shown.object({
  ...claimsFields,
  noticeDeadline: nullable(shown.date('Awareness date, else event date, and the notice period.')),
  noticeInTime: nullable(shown.flag('Whether notice was given by the deadline.')),
  claimedTotal: figure('Sum of the heads of claim.'),
  assessedTotal: figure('Sum of the heads of claim.'),
  awardedTotal: figure('Sum of the heads of claim.'),
});

/** Details of each kind of service with what the server computes from them (resources.md 4.1 to 4.4). */
export const serviceDetails: Record<string, { name: string; schema: JsonSchema }> = {
  estimation: { name: 'Estimation', schema: estimation },
  'loan-monitoring': { name: 'LoanMonitoring', schema: loanMonitoring },
  'project-controls': { name: 'ProjectControls', schema: projectControls },
  claims: { name: 'Claims', schema: claims },
};
