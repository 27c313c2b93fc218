import type { components } from '@consulting/client/api';
import type { FieldSpec, NamesIn, Section } from './record/field-specs';

type Schemas = components['schemas'];

const draws: readonly FieldSpec<NamesIn<Schemas['DrawInput']>>[] = [
  { kind: 'number', name: 'drawNumber', isRequired: true },
  { kind: 'choice', name: 'status', choices: 'drawStatus', isRequired: true },
  { kind: 'date', name: 'periodFrom' },
  { kind: 'date', name: 'periodTo' },
  { kind: 'number', name: 'requestedAmount' },
  { kind: 'number', name: 'recommendedAmount' },
  { kind: 'number', name: 'approvedAmount' },
  { kind: 'number', name: 'storedMaterialsAmount' },
  { kind: 'number', name: 'retainageHeld' },
  { kind: 'number', name: 'retainageReleased' },
  { kind: 'number', name: 'equityContribution' },
  { kind: 'number', name: 'percentComplete' },
  { kind: 'date', name: 'siteVisitDate' },
  { kind: 'yes', name: 'lienWaiversReceived' },
  { kind: 'yes', name: 'titleUpdateReceived' },
  { kind: 'text', name: 'comments' },
];

const inspections: readonly FieldSpec[] = [
  { kind: 'date', name: 'inspectionDate' },
  { kind: 'text', name: 'inspector' },
  { kind: 'number', name: 'percentComplete' },
  { kind: 'text', name: 'observations' },
  { kind: 'text', name: 'qualityIssues' },
  { kind: 'text', name: 'photosReference' },
];

const budgetLines: readonly FieldSpec[] = [
  { kind: 'text', name: 'code' },
  { kind: 'text', name: 'name' },
  { kind: 'number', name: 'originalBudget' },
  { kind: 'number', name: 'approvedChanges' },
  { kind: 'number', name: 'paidToDate' },
  { kind: 'number', name: 'percentComplete' },
  { kind: 'number', name: 'costToComplete' },
];

export const loanMonitoring: readonly Section<NamesIn<Schemas['LoanMonitoringDetailsInput']>>[] = [
  {
    title: 'loan',
    inside: 'details',
    fields: [
      { kind: 'text', name: 'lenderName' },
      { kind: 'text', name: 'borrowerName' },
      { kind: 'text', name: 'loanNumber' },
      { kind: 'text', name: 'loanCurrency', hint: 'currencyHint' },
      { kind: 'number', name: 'loanAmount' },
      { kind: 'number', name: 'equityAmount' },
      { kind: 'number', name: 'totalDevelopmentCost' },
      { kind: 'number', name: 'interestReserve' },
      { kind: 'date', name: 'closingDate' },
      { kind: 'date', name: 'maturityDate' },
      { kind: 'date', name: 'availabilityEndDate' },
      { kind: 'choice', name: 'drawFrequency', choices: 'drawFrequency' },
    ],
  },
  {
    title: 'progress',
    inside: 'details',
    fields: [
      { kind: 'text', name: 'generalContractor' },
      { kind: 'text', name: 'constructionContractType' },
      { kind: 'number', name: 'constructionContractAmount' },
      { kind: 'number', name: 'retainagePercent' },
      { kind: 'number', name: 'hardCostContingency' },
      { kind: 'number', name: 'softCostContingency' },
      { kind: 'number', name: 'contingencyUsed' },
      { kind: 'number', name: 'percentComplete' },
      { kind: 'number', name: 'costToComplete' },
      { kind: 'date', name: 'nextSiteVisitDate' },
      { kind: 'date', name: 'plannedCompletionDate' },
      { kind: 'date', name: 'forecastCompletionDate' },
    ],
  },
  {
    title: 'more',
    inside: 'details',
    isFolded: true,
    fields: [
      { kind: 'rows', name: 'draws', fields: draws },
      { kind: 'rows', name: 'inspections', fields: inspections },
      { kind: 'rows', name: 'budgetLines', fields: budgetLines },
    ],
  },
];

export const loanFigures: readonly Section[] = [
  {
    title: 'loan',
    inside: 'details',
    fields: [
      { kind: 'number', name: 'disbursedToDate' },
      { kind: 'number', name: 'undisbursedAmount' },
      { kind: 'yes', name: 'inBalance' },
    ],
  },
];
