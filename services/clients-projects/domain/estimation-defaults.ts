import type { Values } from '@consulting/kernel/schema';
import type { EstimationRow, ExchangeRate } from '../store/estimation';
import { type basisFields, classAccuracy } from './details/estimation-basis';
import type { newEstimationInput } from './estimation-fields';

type NewEstimation = ReturnType<(typeof newEstimationInput)['create']>;
type Basis = Partial<Values<ReturnType<typeof basisFields>>>;

interface Sources {
  versionNumber: number;
  copied: EstimationRow | undefined;
  service: Basis;
  project: { currency: string; exchangeRates: ExchangeRate[] | null };
}

const copiedKeys = [
  'estimateClass',
  'estimatePurpose',
  'estimateMethod',
  'baseDate',
  'currency',
  'exchangeRates',
  'indirectAmount',
  'ownersCostAmount',
  'escalationPercent',
  'contingencyPercent',
  'managementReservePercent',
  'assumptions',
  'exclusions',
  'basisOfEstimate',
] as const;

/**
 * Keys that a new version leaves empty come from its source, else from the service, the AACE class and the project
 * (resources.md 5). A version that names a class takes the accuracy of that class, not that of its source.
 */
export function withDefaults(given: NewEstimation, { versionNumber, copied, service, project }: Sources) {
  const filled = { ...given, ...copyOf(given, copied) };
  const estimateClass = filled.estimateClass ?? service.estimateClass ?? null;
  const accuracy = estimateClass === null ? undefined : classAccuracy[estimateClass];
  const stated = given.estimateClass === null ? copied : undefined;
  return {
    ...filled,
    versionNumber,
    versionLabel: given.versionLabel ?? labelOf(versionNumber),
    name: given.name ?? nameOf(versionNumber),
    estimateClass,
    accuracyLowPercent: given.accuracyLowPercent ?? stated?.accuracyLowPercent ?? accuracy?.low ?? null,
    accuracyHighPercent: given.accuracyHighPercent ?? stated?.accuracyHighPercent ?? accuracy?.high ?? null,
    currency: filled.currency ?? project.currency,
    exchangeRates: filled.exchangeRates ?? ratesOf(project.exchangeRates),
    indirectAmount: filled.indirectAmount ?? 0,
    ownersCostAmount: filled.ownersCostAmount ?? 0,
    assumptions: filled.assumptions ?? service.assumptions ?? null,
    exclusions: filled.exclusions ?? service.exclusions ?? null,
    sheet: copied?.sheet ?? null,
    basisSections: copied?.basisSections ?? null,
  };
}

const labelOf = (versionNumber: number) => `V${versionNumber}`;

const nameOf = (versionNumber: number) => `Version ${versionNumber}`;

function copyOf(given: NewEstimation, copied: EstimationRow | undefined): Partial<NewEstimation> {
  if (!copied) return {};
  const missing = copiedKeys.filter((key) => given[key] === null);
  return Object.fromEntries(missing.map((key) => [key, copied[key]]));
}

const ratesOf = (rates: readonly ExchangeRate[] | null): ExchangeRate[] =>
  (rates ?? []).map(({ currency, rate }) => ({ currency, rate }));

export const clearedValues = (
  versionNumber: number,
  projectCurrency: string,
): Partial<Record<keyof NewEstimation, string | number>> => ({
  versionLabel: labelOf(versionNumber),
  name: nameOf(versionNumber),
  currency: projectCurrency,
  indirectAmount: 0,
  ownersCostAmount: 0,
});
