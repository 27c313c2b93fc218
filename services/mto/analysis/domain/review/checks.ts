import { reviewChecks } from '@consulting/mto-engine';
import { type Conditions, countedLines, gapConditions, isZero } from '@consulting/mto-lines';

export const dismissedStates = ['dismissed', 'off'] as const;
export const checkStates = ['active', ...dismissedStates] as const;

export const severities = ['blocker', 'warning', 'note'] as const;
export type Severity = (typeof severities)[number];

const blockers = [
  'NO_QUANTITY',
  'ZERO_TOTAL',
  'NO_LABOUR_RATE',
  'UNKNOWN_CREW',
  'FAILED_ROWS',
  'IMPORT_DIFFERS',
  'RATE_MISSING',
  'CLASS_UNSUPPORTED',
] as const;
const warnings = [
  'NO_HOURS',
  'NO_MATERIAL_PRICE',
  'NO_WBS',
  'UNKNOWN_WBS',
  'CREW_STALE',
  'PRICE_STALE',
  'OVERRIDE',
  'DUPLICATE_LINES',
  'UNIT_UNUSUAL',
  'OUTLIER_HOURS',
  'OUTLIER_PRICE',
  'OUTSIDE_HISTORY',
  'FACTORED_SHARE',
  'CONTINGENCY_MISSING',
] as const;
const notes = ['LOW_CONFIDENCE_SHARE', 'QUOTE_OLD'] as const;

// In the order in which a review lists them.
export const checkCodes = [...blockers, ...warnings, ...notes];
export type CheckCode = (typeof checkCodes)[number];

const isOf = (codes: readonly string[], code: CheckCode): boolean => codes.includes(code);

export const severityOf = (code: CheckCode): Severity =>
  isOf(blockers, code) ? 'blocker' : isOf(notes, code) ? 'note' : 'warning';

export interface StaleCrews {
  serviceId: string;
  crewCodes: readonly string[];
}

const quoteDaysMax = 90;
const dayMs = 86_400_000;

const quotesBefore = (now: Date): string =>
  new Date(now.getTime() - quoteDaysMax * dayMs).toISOString().slice(0, 10);

const isOneOf = (field: string, value: readonly string[]) => ({ field, operator: 'in', value });

const factored = {
  logicalOperator: 'OR',
  conditions: [
    isOneOf('quantitySource', ['factored', 'allowance']),
    isOneOf('priceSource', ['factored', 'allowance', 'assumed']),
  ],
};

const staleServicesMax = 20;

function isOfStaleCrew(crews: readonly StaleCrews[]) {
  const takesRates = { field: 'labourRateSource', operator: 'equals', value: 'crew' };
  if (crews.length <= staleServicesMax) {
    const conditions = crews.map(({ serviceId, crewCodes }) => ({
      logicalOperator: 'AND',
      conditions: [
        { field: 'serviceId', operator: 'equals', value: serviceId },
        isOneOf('crewCode', crewCodes),
      ],
    }));
    return [takesRates, { logicalOperator: 'OR', conditions }];
  }
  const codes = [...new Set(crews.flatMap(({ crewCodes }) => crewCodes))];
  return [takesRates, isOneOf('crewCode', codes)];
}

// What each check looks for, as conditions of a search.
export function conditionsOfChecks(now: Date, staleCrews: readonly StaleCrews[]) {
  const stale = staleCrews.filter(({ crewCodes }) => crewCodes.length > 0);
  const found = reviewChecks.map((code) => [
    code,
    [{ field: 'reviewCheck', operator: 'equals', value: code }],
  ]);
  const conditions: Partial<Record<CheckCode, Conditions>> = {
    ...gapConditions,
    ...Object.fromEntries(found),
    ...(stale.length > 0 ? { CREW_STALE: isOfStaleCrew(stale) } : {}),
    PRICE_STALE: [{ field: 'isPriceStale', operator: 'equals', value: true }],
    OVERRIDE: [{ field: 'totalCostOverride', operator: 'isNotEmpty' }],
    QUOTE_OLD: [{ field: 'quoteDate', operator: 'lessThan', value: quotesBefore(now) }],
    LOW_CONFIDENCE_SHARE: [{ field: 'confidence', operator: 'equals', value: 'low' }],
    FACTORED_SHARE: [factored],
    CONTINGENCY_MISSING: [isZero('contingencyCost')],
  };
  return conditions;
}

export const filtersOf = (conditions: Conditions) => ({
  logicalOperator: 'AND',
  conditions: [...countedLines, ...conditions],
});
