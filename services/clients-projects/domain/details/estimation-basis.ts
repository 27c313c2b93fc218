import { choice, date, Field, list, number, text } from '@consulting/kernel/schema';

const estimateClasses = ['5', '4', '3', '2', '1'] as const;

type EstimateClass = (typeof estimateClasses)[number];

const purposes = [
  'screening',
  'feasibility',
  'budget',
  'control',
  'tender',
  'change-order',
  'check',
  'insurance',
] as const;

const methods = [
  'capacity-factored',
  'parametric',
  'semi-detailed',
  'detailed-unit-cost',
  'vendor-bid',
] as const;

/** The values are those of AACE recommended practice 18R-97 (resources.md 5). */
export const classAccuracy: Record<EstimateClass, { low: number; high: number }> = {
  5: { low: -50, high: 100 },
  4: { low: -30, high: 50 },
  3: { low: -20, high: 30 },
  2: { low: -15, high: 20 },
  1: { low: -10, high: 15 },
};

const estimateClass = () => {
  const { kind } = choice(estimateClasses, 'EstimateClass');
  return new Field<EstimateClass | null>({
    ...kind,
    read: (value, at, reading) => kind.read(typeof value === 'number' ? String(value) : value, at, reading),
  });
};

export const basisFields = () => ({
  estimateClass: estimateClass().describe('AACE class, 5 (rough) to 1 (definitive).'),
  estimatePurpose: choice(purposes, 'EstimatePurpose').describe('End use of the estimate.'),
  estimateMethod: choice(methods, 'EstimateMethod').describe('How the estimate is made.'),
  accuracyLowPercent: number({ min: -100, max: 0 }).describe(
    'Lower end of the stated accuracy range in percent; of a version by default that of its class.',
  ),
  accuracyHighPercent: number({ min: 0, max: 300 }).describe(
    'Upper end of the stated accuracy range in percent; of a version by default that of its class.',
  ),
  baseDate: date().describe('Date of the prices.'),
  basisOfEstimate: text(8000).describe('What the estimate rests on: drawings, quotations, norms.'),
  assumptions: list(text(2000), 200).describe('What is assumed; an update replaces the whole list.'),
  exclusions: list(text(2000), 200).describe(
    'What is left out of the estimate; an update replaces the whole list.',
  ),
});
