import type { components } from '@consulting/client/api';
import type { FieldSpec, NamesIn, Section } from './record/field-specs';

type Schemas = components['schemas'];

const periods: readonly FieldSpec[] = [
  { kind: 'date', name: 'periodEnd' },
  { kind: 'number', name: 'plannedValue' },
  { kind: 'number', name: 'earnedValue' },
  { kind: 'number', name: 'actualCost' },
  { kind: 'number', name: 'plannedHours' },
  { kind: 'number', name: 'earnedHours' },
  { kind: 'number', name: 'actualHours' },
];

export const projectControls: readonly Section<NamesIn<Schemas['ProjectControlsDetailsInput']>>[] = [
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

export const controlsFigures: readonly Section[] = [
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
];
