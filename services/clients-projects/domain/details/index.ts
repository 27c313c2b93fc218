import { type FaultCode, type Fields, object } from '@consulting/kernel/schema';
import { type Claims, claimsFields, claimsFigures } from './claims';
import { type Draw, reportRepeatedDraws, requireDrawTransitions } from './draw';
import { estimationFields } from './estimation';
import { type LoanMonitoring, loanMonitoringFields, loanMonitoringFigures } from './loan-monitoring';
import { type ProjectControls, projectControlsFields, projectControlsFigures } from './project-controls';

export const serviceTypes = ['estimation', 'loan-monitoring', 'project-controls', 'claims'] as const;

export type ServiceType = (typeof serviceTypes)[number];

export type Details = Record<string, unknown>;

type Report = (field: string, code: FaultCode, message: string) => void;

interface Variant {
  fields: Fields;
  figures(details: Details): Record<string, unknown>;
}

const variants: Record<ServiceType, Variant> = {
  estimation: { fields: estimationFields, figures: () => ({}) },
  'loan-monitoring': {
    fields: loanMonitoringFields,
    figures: (details) => loanMonitoringFigures(details as LoanMonitoring),
  },
  'project-controls': {
    fields: projectControlsFields,
    figures: (details) => projectControlsFigures(details as ProjectControls),
  },
  claims: { fields: claimsFields, figures: (details) => claimsFigures(details as Claims) },
};

export const detailNames: Record<ServiceType, string> = {
  estimation: 'Estimation',
  'loan-monitoring': 'LoanMonitoring',
  'project-controls': 'ProjectControls',
  claims: 'Claims',
};

export const detailsField = (type: ServiceType) =>
  object(variants[type].fields, {
    name: `${detailNames[type]}DetailsInput`,
    ignoreUnknown: true,
  });

export function serialiseDetails(type: ServiceType, details: Details): Details {
  const { fields, figures } = variants[type];
  const empty = Object.entries(fields).map(([key, field]) => [key, field.options.fallback ?? null] as const);
  return { ...Object.fromEntries(empty), ...details, ...figures(details) };
}

/** Services that were stored before a flag came are as those stored since, so neither stores a flag that has its default. */
export function compactDetails(type: ServiceType, details: object | null): Details {
  const { fields } = variants[type];
  const isDefault = (key: string, value: unknown) =>
    typeof value === 'boolean' && value === fields[key]?.options.fallback;
  const given = Object.entries(details ?? {});
  return Object.fromEntries(given.filter(([key, value]) => value !== null && !isDefault(key, value)));
}

const drawsOf = (details: Details | null): Draw[] => (details?.draws as Draw[] | null | undefined) ?? [];

export function reportDetails(details: Details | null, report: Report): void {
  reportRepeatedDraws(drawsOf(details), report);
}

export function requireDetailsChange(before: Details, after: Details): void {
  requireDrawTransitions(drawsOf(before), drawsOf(after));
}
