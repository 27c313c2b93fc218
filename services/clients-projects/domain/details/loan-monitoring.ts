import { entry, list } from '@consulting/shared/fields/composite';
import type { Values } from '@consulting/shared/fields/field';
import { choice, currency, date, number, text } from '@consulting/shared/fields/kinds';
import { draw } from './draw';
import { figure, minus, plus, shown, total } from './figure';

const amount = () => number({ min: 0 });
const percent = () => number({ min: 0, max: 100 });
const entriesMax = 5000;

const inspection = entry({
  inspectionDate: date(),
  inspector: text(200),
  percentComplete: percent(),
  observations: text(4000),
  qualityIssues: text(4000),
  photosReference: text(),
});

const budgetLine = entry({
  code: text(40),
  name: text(200),
  originalBudget: number(),
  approvedChanges: number(),
  paidToDate: number(),
  percentComplete: percent(),
  costToComplete: number(),
});

/** Writable details of a loan-monitoring service (resources.md 4.2). */
export const loanMonitoringFields = {
  lenderName: text(200),
  borrowerName: text(200),
  loanNumber: text(200),
  loanAmount: amount(),
  equityAmount: amount(),
  totalDevelopmentCost: amount(),
  loanCurrency: currency(),
  closingDate: date(),
  maturityDate: date(),
  availabilityEndDate: date(),
  generalContractor: text(200),
  constructionContractType: text(200),
  constructionContractAmount: amount(),
  drawFrequency: choice(['monthly', 'bi-monthly', 'quarterly', 'milestone']),
  retainagePercent: percent().describe('Retainage or holdback.'),
  hardCostContingency: amount(),
  softCostContingency: amount(),
  contingencyUsed: amount(),
  interestReserve: amount(),
  nextSiteVisitDate: date(),
  plannedCompletionDate: date(),
  forecastCompletionDate: date(),
  percentComplete: percent().describe('Assessed physical completion.'),
  costToComplete: amount().describe('Assessed cost to complete.'),
  draws: list(draw, entriesMax).describe('Draw requests.'),
  inspections: list(inspection, entriesMax).describe('Site visits.'),
  budgetLines: list(budgetLine, entriesMax).describe('Schedule of values.'),
};

export type LoanMonitoring = Partial<Values<typeof loanMonitoringFields>>;

/**
 * Figures of resources.md 4.2, exact. Amounts that a draw leaves empty count 0; a figure whose loan, equity or
 * cost to complete is empty is null.
 */
export function loanMonitoringFigures({ draws, ...details }: LoanMonitoring) {
  const funded = draws?.filter((one) => one.status === 'funded');
  const disbursed = total(funded, (one) => one.approvedAmount);
  const undisbursed = minus(figure(details.loanAmount), disbursed);
  const contributed = total(draws, (one) => one.equityContribution);
  const held = total(draws, (one) => one.retainageHeld);
  const released = total(draws, (one) => one.retainageReleased);
  const sources = plus(undisbursed, minus(figure(details.equityAmount), contributed));
  const uses = plus(figure(details.costToComplete), minus(held, released));
  return {
    disbursedToDate: shown(disbursed),
    undisbursedAmount: shown(undisbursed),
    inBalance: sources && uses && sources.gte(uses),
  };
}
