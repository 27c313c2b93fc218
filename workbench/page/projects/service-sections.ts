import type { components } from '@consulting/client/api';
import { claims, claimsFigures } from './claims-sections';
import { controlsFigures, projectControls } from './controls-sections';
import { loanFigures, loanMonitoring } from './loan-sections';
import type { NamesIn, Section } from './record/field-specs';

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

const ofType: Record<ServiceType, readonly Section[]> = {
  estimation,
  'loan-monitoring': loanMonitoring,
  'project-controls': projectControls,
  claims,
};

export const sectionsOf = (type: ServiceType): readonly Section[] => [...common, ...ofType[type]];

export const computedOf: Record<ServiceType, readonly Section[]> = {
  estimation: [],
  'loan-monitoring': loanFigures,
  'project-controls': controlsFigures,
  claims: claimsFigures,
};
