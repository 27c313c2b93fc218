import type { JsonSchema } from '@consulting/kernel/fields/field';
import { responseSchema } from '@consulting/kernel/http/answer';
import type { ServiceType } from '../../domain/details';
import { claimsFields } from '../../domain/details/claims';
import { estimationFields } from '../../domain/details/estimation';
import { loanMonitoringFields } from '../../domain/details/loan-monitoring';
import { projectControlsFields } from '../../domain/details/project-controls';
import { estimationAnswer } from './estimation';

const { nullable } = responseSchema;
const figure = (description: string) => nullable(responseSchema.number(description));

const takeoffTotals = responseSchema.object({
  itemCount: responseSchema.count('Takeoff lines.'),
  totalManHours: responseSchema.number('Man-hours.'),
  totalCost: responseSchema.number('In the currency of the project.'),
});

const estimation = responseSchema.object({
  ...estimationFields,
  currentEstimationId: nullable(responseSchema.id('Latest approved version, else the latest version.')),
  estimations: responseSchema.list(estimationAnswer, 'Versions, newest first.'),
  takeoffTotals: responseSchema.described(
    nullable(takeoffTotals),
    'Sums of the takeoff lines of the service.',
  ),
});

const loanMonitoring = responseSchema.object({
  ...loanMonitoringFields,
  disbursedToDate: figure('Approved amounts of the funded draws, in the currency of the loan.'),
  undisbursedAmount: figure('Loan amount less what is disbursed, in the currency of the loan.'),
  inBalance: nullable(responseSchema.flag('Whether the sources that remain cover the uses that remain.')),
});

const projectControls = responseSchema.object({
  ...projectControlsFields,
  costVariance: figure('Earned value less actual cost, in the currency of the project.'),
  scheduleVariance: figure('Earned value less planned value, in the currency of the project.'),
  costPerformanceIndex: figure('Earned value ÷ actual cost (CPI), 4 decimals; null on zero.'),
  schedulePerformanceIndex: figure('Earned value ÷ planned value (SPI), 4 decimals; null on zero.'),
  estimateAtCompletion: figure(
    'Estimate at completion (EAC) by eacMethod, in the currency of the project, 2 decimals.',
  ),
  estimateToComplete: figure(
    'Estimate at completion less actual cost, in the currency of the project, 2 decimals.',
  ),
  varianceAtCompletion: figure(
    'Budget at completion less the estimate at completion, in the currency of the project, 2 decimals.',
  ),
  toCompletePerformanceIndex: figure('Remaining work ÷ remaining budget (TCPI), 4 decimals; null on zero.'),
  percentComplete: figure('Percent of the budget at completion that is earned, 2 decimals.'),
  percentSpent: figure('Percent of the budget at completion that is spent, 2 decimals.'),
  productivityFactor: figure('Actual hours ÷ earned hours, 4 decimals; above 1 is worse than planned.'),
});

const claims = responseSchema.object({
  ...claimsFields,
  noticeDeadline: nullable(
    responseSchema.date('Last day for the notice: awareness date, else event date, plus the notice period.'),
  ),
  noticeInTime: nullable(responseSchema.flag('Whether notice was given by the deadline.')),
  claimedTotal: figure('Claimed amounts of the heads, in the currency of the project.'),
  assessedTotal: figure('Assessed amounts of the heads, in the currency of the project.'),
  awardedTotal: figure('Awarded amounts of the heads, in the currency of the project.'),
});

export const serviceDetails: Record<ServiceType, JsonSchema> = {
  estimation,
  'loan-monitoring': loanMonitoring,
  'project-controls': projectControls,
  claims,
};
