import type { components } from '@consulting/client/api';
import type { FieldSpec, NamesIn, Section } from './record/field-specs';

type Schemas = components['schemas'];
export type ServiceType = Schemas['ServiceType'];

const common: readonly Section<NamesIn<Schemas['ServiceInput']>>[] = [
  {
    title: 'main',
    fields: [
      { kind: 'text', name: 'name', hint: 'codeHint' },
      { kind: 'text', name: 'code', hint: 'codeHint' },
      { kind: 'date', name: 'startDate' },
      { kind: 'date', name: 'dueDate' },
      { kind: 'text', name: 'leadConsultant' },
      { kind: 'text', name: 'clientReference' },
      { kind: 'long', name: 'description' },
    ],
  },
  {
    title: 'fee',
    isFolded: true,
    fields: [
      { kind: 'choice', name: 'feeType', choices: 'feeType' },
      { kind: 'number', name: 'feeAmount' },
      { kind: 'text', name: 'feeCurrency', hint: 'currencyHint' },
      { kind: 'number', name: 'budgetHours' },
      { kind: 'number', name: 'actualHours' },
      { kind: 'lines', name: 'team' },
      { kind: 'long', name: 'remarks' },
    ],
  },
];

const estimation: readonly Section<NamesIn<Schemas['EstimationDetailsInput']>>[] = [
  {
    title: 'basis',
    inside: 'details',
    fields: [
      { kind: 'choice', name: 'estimateClass', choices: 'estimateClass' },
      { kind: 'choice', name: 'estimatePurpose', choices: 'estimatePurpose' },
      { kind: 'choice', name: 'estimateMethod', choices: 'estimateMethod' },
      { kind: 'date', name: 'baseDate' },
      { kind: 'number', name: 'accuracyLowPercent' },
      { kind: 'number', name: 'accuracyHighPercent' },
      { kind: 'number', name: 'defaultProductivityFactor' },
      { kind: 'text', name: 'productivityBasis' },
      { kind: 'choice', name: 'contingencyMethod', choices: 'contingencyMethod' },
      { kind: 'number', name: 'confidenceLevelPercent' },
      { kind: 'long', name: 'scopeOfWork' },
    ],
  },
  {
    title: 'notes',
    inside: 'details',
    isFolded: true,
    fields: [
      { kind: 'long', name: 'basisOfEstimate' },
      { kind: 'lines', name: 'assumptions' },
      { kind: 'lines', name: 'exclusions' },
    ],
  },
];

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

const loanMonitoring: readonly Section<NamesIn<Schemas['LoanMonitoringDetailsInput']>>[] = [
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

const periods: readonly FieldSpec[] = [
  { kind: 'date', name: 'periodEnd' },
  { kind: 'number', name: 'plannedValue' },
  { kind: 'number', name: 'earnedValue' },
  { kind: 'number', name: 'actualCost' },
  { kind: 'number', name: 'plannedHours' },
  { kind: 'number', name: 'earnedHours' },
  { kind: 'number', name: 'actualHours' },
];

const projectControls: readonly Section<NamesIn<Schemas['ProjectControlsDetailsInput']>>[] = [
  {
    title: 'performance',
    inside: 'details',
    fields: [
      { kind: 'date', name: 'dataDate' },
      { kind: 'number', name: 'budgetAtCompletion' },
      { kind: 'number', name: 'plannedValue' },
      { kind: 'number', name: 'earnedValue' },
      { kind: 'number', name: 'actualCost' },
      { kind: 'number', name: 'budgetHours' },
      { kind: 'number', name: 'plannedHours' },
      { kind: 'number', name: 'earnedHours' },
      { kind: 'number', name: 'actualHours' },
      { kind: 'choice', name: 'eacMethod', choices: 'eacMethod', isRequired: true },
      { kind: 'number', name: 'manualEstimateToComplete' },
    ],
  },
  {
    title: 'baseline',
    inside: 'details',
    fields: [
      { kind: 'choice', name: 'reportingPeriod', choices: 'reportingPeriod' },
      { kind: 'choice', name: 'progressMethod', choices: 'progressMethod' },
      { kind: 'text', name: 'scheduleTool' },
      { kind: 'date', name: 'baselineDate' },
      { kind: 'date', name: 'baselineStart' },
      { kind: 'date', name: 'baselineFinish' },
      { kind: 'date', name: 'forecastFinish' },
      { kind: 'number', name: 'approvedChanges' },
      { kind: 'number', name: 'pendingChanges' },
      { kind: 'number', name: 'contingencyBudget' },
      { kind: 'number', name: 'contingencyRemaining' },
    ],
  },
  {
    title: 'more',
    inside: 'details',
    isFolded: true,
    fields: [{ kind: 'rows', name: 'periods', fields: periods }],
  },
];

const heads: readonly FieldSpec[] = [
  { kind: 'choice', name: 'head', choices: 'claimHead' },
  { kind: 'number', name: 'claimedAmount' },
  { kind: 'number', name: 'assessedAmount' },
  { kind: 'number', name: 'awardedAmount' },
  { kind: 'text', name: 'comments' },
];

const events: readonly FieldSpec[] = [
  { kind: 'date', name: 'eventDate' },
  { kind: 'text', name: 'description' },
  { kind: 'text', name: 'responsibleParty' },
  { kind: 'number', name: 'criticalDelayDays' },
  { kind: 'text', name: 'documentReference' },
];

const claims: readonly Section<NamesIn<Schemas['ClaimsDetailsInput']>>[] = [
  {
    title: 'claim',
    inside: 'details',
    fields: [
      { kind: 'text', name: 'claimTitle' },
      { kind: 'text', name: 'claimNumber' },
      { kind: 'choice', name: 'claimType', choices: 'claimType' },
      { kind: 'choice', name: 'stage', choices: 'claimStage' },
      { kind: 'choice', name: 'actingFor', choices: 'claimSide' },
      { kind: 'text', name: 'claimant' },
      { kind: 'text', name: 'respondent' },
    ],
  },
  {
    title: 'contract',
    inside: 'details',
    isFolded: true,
    fields: [
      { kind: 'text', name: 'contractForm' },
      { kind: 'text', name: 'contractNumber' },
      { kind: 'number', name: 'contractAmount' },
      { kind: 'text', name: 'governingLaw' },
      { kind: 'date', name: 'contractCompletionDate' },
      { kind: 'date', name: 'actualCompletionDate' },
      { kind: 'lines', name: 'contractClauses' },
    ],
  },
  {
    title: 'timeline',
    inside: 'details',
    fields: [
      { kind: 'date', name: 'eventDate' },
      { kind: 'date', name: 'awarenessDate' },
      { kind: 'number', name: 'noticePeriodDays' },
      { kind: 'date', name: 'noticeDate' },
      { kind: 'date', name: 'submissionDate' },
      { kind: 'date', name: 'determinationDate' },
      { kind: 'number', name: 'claimedDays' },
      { kind: 'number', name: 'assessedDays' },
      { kind: 'number', name: 'awardedDays' },
      { kind: 'choice', name: 'delayAnalysisMethod', choices: 'delayAnalysisMethod' },
    ],
  },
  {
    title: 'quantum',
    inside: 'details',
    fields: [
      { kind: 'number', name: 'claimedAmount' },
      { kind: 'number', name: 'assessedAmount' },
      { kind: 'number', name: 'awardedAmount' },
      { kind: 'choice', name: 'quantumMethod', choices: 'quantumMethod' },
      { kind: 'choice', name: 'overheadFormula', choices: 'overheadFormula' },
      { kind: 'rows', name: 'heads', fields: heads },
      { kind: 'rows', name: 'events', fields: events },
    ],
  },
];

const ofType: Record<ServiceType, readonly Section[]> = {
  estimation,
  'loan-monitoring': loanMonitoring,
  'project-controls': projectControls,
  claims,
};

export const sectionsOf = (type: ServiceType): readonly Section[] => [...common, ...ofType[type]];

/** Figures that the API computes from the fields of a kind. */
export const computedOf: Record<ServiceType, readonly Section[]> = {
  estimation: [],
  'loan-monitoring': [
    {
      title: 'loan',
      inside: 'details',
      fields: [
        { kind: 'number', name: 'disbursedToDate' },
        { kind: 'number', name: 'undisbursedAmount' },
        { kind: 'yes', name: 'inBalance' },
      ],
    },
  ],
  'project-controls': [
    {
      title: 'performance',
      inside: 'details',
      fields: [
        { kind: 'number', name: 'costPerformanceIndex' },
        { kind: 'number', name: 'schedulePerformanceIndex' },
        { kind: 'number', name: 'toCompletePerformanceIndex' },
        { kind: 'number', name: 'estimateAtCompletion' },
        { kind: 'number', name: 'estimateToComplete' },
        { kind: 'number', name: 'varianceAtCompletion' },
        { kind: 'number', name: 'costVariance' },
        { kind: 'number', name: 'scheduleVariance' },
        { kind: 'number', name: 'percentComplete' },
        { kind: 'number', name: 'percentSpent' },
        { kind: 'number', name: 'productivityFactor' },
      ],
    },
  ],
  claims: [
    {
      title: 'claim',
      inside: 'details',
      fields: [
        { kind: 'date', name: 'noticeDeadline' },
        { kind: 'yes', name: 'noticeInTime' },
        { kind: 'number', name: 'claimedTotal' },
        { kind: 'number', name: 'assessedTotal' },
        { kind: 'number', name: 'awardedTotal' },
      ],
    },
  ],
};
