import type { components } from '@consulting/client/api';
import type { FieldSpec, NamesIn, Section } from './record/field-specs';

type Schemas = components['schemas'];

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

export const claims: readonly Section<NamesIn<Schemas['ClaimsDetailsInput']>>[] = [
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

export const claimsFigures: readonly Section[] = [
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
];
