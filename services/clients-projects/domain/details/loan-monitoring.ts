import { choice, currency, date, entry, list, number, text, type Values } from '@consulting/kernel/schema';
import { draw } from './draw';
import { displayed, figure, minus, plus, total } from './figure';

const amount = () => number({ min: 0 });
const percent = () => number({ min: 0, max: 100 });
const entriesMax = 5000;

const inspection = entry(
  {
    inspectionDate: date().describe('Day of the visit.'),
    inspector: text(200).describe('Who visited the site.'),
    percentComplete: percent().describe('Assessed physical completion in percent.'),
    observations: text(4000).describe('What was seen.'),
    qualityIssues: text(4000).describe('Defects and open points.'),
    photosReference: text().describe('Where the photographs are stored.'),
  },
  { name: 'Inspection' },
);

const budgetLine = entry(
  {
    code: text(40).describe('Code of the line.'),
    name: text(200).describe('Name of the line.'),
    originalBudget: number().describe('Original budget, in the currency of the loan.'),
    approvedChanges: number().describe('Approved changes, signed, in the currency of the loan.'),
    paidToDate: number().describe('Paid until now, in the currency of the loan.'),
    percentComplete: percent().describe('Physical completion of the line in percent.'),
    costToComplete: number().describe('Assessed cost to complete, in the currency of the loan.'),
  },
  { name: 'BudgetLine' },
);

export const loanMonitoringFields = {
  lenderName: text(200).describe('Bank or fund that lends.'),
  borrowerName: text(200).describe('Who borrows.'),
  loanNumber: text(200).describe('Number of the loan.'),
  loanAmount: amount().describe('Amount of the loan, in the currency of the loan.'),
  equityAmount: amount().describe('Equity of the borrower, in the currency of the loan.'),
  totalDevelopmentCost: amount().describe('All uses of the money, in the currency of the loan.'),
  loanCurrency: currency().describe('Currency of the loan and of all amounts here, ISO 4217.'),
  closingDate: date().describe('Day on which the loan was closed.'),
  maturityDate: date().describe('Day on which the loan is due.'),
  availabilityEndDate: date().describe('Last day on which it can be drawn.'),
  generalContractor: text(200).describe('General contractor.'),
  constructionContractType: text(200).describe(
    'How the construction contract is priced, for example lump sum.',
  ),
  constructionContractAmount: amount().describe(
    'Amount of the construction contract, in the currency of the loan.',
  ),
  drawFrequency: choice(['monthly', 'bi-monthly', 'quarterly', 'milestone'], 'DrawFrequency').describe(
    'How often is drawn.',
  ),
  retainagePercent: percent().describe('Retainage or holdback in percent.'),
  hardCostContingency: amount().describe('Contingency for construction cost, in the currency of the loan.'),
  softCostContingency: amount().describe(
    'Contingency for fees, interest and other soft cost, in the currency of the loan.',
  ),
  contingencyUsed: amount().describe('Contingency that was used until now, in the currency of the loan.'),
  interestReserve: amount().describe('Reserve for interest, in the currency of the loan.'),
  nextSiteVisitDate: date().describe('Day of the next site visit.'),
  plannedCompletionDate: date().describe('Completion as agreed.'),
  forecastCompletionDate: date().describe('Completion as it is expected now.'),
  percentComplete: percent().describe('Assessed physical completion in percent.'),
  costToComplete: amount().describe('Assessed cost to complete, in the currency of the loan.'),
  draws: list(draw, entriesMax).describe('Draw requests; an update replaces the whole list.'),
  inspections: list(inspection, entriesMax).describe('Site visits; an update replaces the whole list.'),
  budgetLines: list(budgetLine, entriesMax).describe(
    'Schedule of values; an update replaces the whole list.',
  ),
};

export type LoanMonitoring = Partial<Values<typeof loanMonitoringFields>>;

/**
 * The figures of resources.md 4.2 are exact. Amounts that a draw leaves empty count 0; a figure whose loan, equity or
 * cost to complete is empty is null.
 */
export function loanMonitoringFigures({ draws, ...details }: LoanMonitoring) {
  const funded = draws?.filter((one) => one.status === 'funded');
  const disbursed = total(funded, (one) => one.approvedAmount);
  const undisbursed = minus(figure(details.loanAmount), disbursed);
  const contributed = total(draws, (one) => one.equityContribution);
  const locked = total(draws, (one) => one.retainageHeld);
  const released = total(draws, (one) => one.retainageReleased);
  const sources = plus(undisbursed, minus(figure(details.equityAmount), contributed));
  const uses = plus(figure(details.costToComplete), minus(locked, released));
  return {
    disbursedToDate: displayed(disbursed),
    undisbursedAmount: displayed(undisbursed),
    inBalance: sources && uses && sources.gte(uses),
  };
}
