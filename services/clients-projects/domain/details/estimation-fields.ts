import { entry, list } from '@consulting/kernel/schema/composite';
import { Field } from '@consulting/kernel/schema/field';
import { choice, currency, date, number, text, uuid } from '@consulting/kernel/schema/kinds';
import { sortOf } from '@consulting/kernel/schema/list-sort';
import { QueryInput } from '@consulting/kernel/schema/query';
import { RecordInput } from '@consulting/kernel/schema/record';
import { estimationSorting } from '../../store/estimation';
import { estimationStatuses } from '../status';

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

/** AACE recommended practice 18R-97 (resources.md 5). */
export const classAccuracy: Record<EstimateClass, { low: number; high: number }> = {
  5: { low: -50, high: 100 },
  4: { low: -30, high: 50 },
  3: { low: -20, high: 30 },
  2: { low: -15, high: 20 },
  1: { low: -10, high: 15 },
};

/** AACE class as text, as on takeoff lines; a JSON number is read as its text. */
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

const exchangeRate = entry(
  {
    currency: currency().required().describe('Currency that is converted, ISO 4217; once in the list.'),
    rate: number({ above: 0 })
      .required()
      .describe('Units of the currency of the version for one unit of this one.'),
  },
  { name: 'VersionExchangeRate' },
);

const fieldsWith = <const S extends string>(statuses: readonly S[], name: string) => ({
  versionLabel: text(20).describe('For example A, 0, R1; default V and the version number.'),
  name: text(200).describe('Default: Version and the version number.'),
  description: text(4000).describe('Reason for the version.'),
  status: choice(statuses, name)
    .default('draft' as S & 'draft')
    .describe(
      'Where the version stands; the server sets an approved one to superseded when a later one is approved.',
    ),
  ...basisFields(),
  currency: currency().describe('Currency of the amounts, ISO 4217; by default that of the project.'),
  exchangeRates: list(exchangeRate, 200, { distinctBy: 'currency' }).describe(
    'Rates used; default: those of the project.',
  ),
  indirectAmount: number({ min: 0 }).describe(
    'Indirect cost that is not on takeoff lines, in the currency of the version; default 0.',
  ),
  ownersCostAmount: number({ min: 0 }).describe("Owner's cost, in the currency of the version; default 0."),
  escalationPercent: number({ min: -50, max: 200 }).describe('Escalation in percent of the subtotal.'),
  contingencyPercent: number({ min: 0, max: 200 }).describe(
    'Contingency in percent of subtotal and escalation.',
  ),
  managementReservePercent: number({ min: 0, max: 200 }).describe(
    'Management reserve in percent of subtotal, escalation and contingency.',
  ),
  sourceEstimationId: uuid()
    .createOnly()
    .describe('Version of the same service that this one copies; set on creation only.'),
  preparedBy: text(120).describe('Who prepared the version.'),
  reviewedBy: text(120).describe('Who reviewed the version.'),
});

const inputWith = <const S extends string>(statuses: readonly S[], statusName: string) =>
  new RecordInput(fieldsWith(statuses, statusName), {
    name: 'Estimation',
    server: [
      'estimationId',
      'serviceId',
      'projectId',
      'versionNumber',
      'approvedBy',
      'approvedAt',
      'totals',
      'byDiscipline',
      'indirectCosts',
      'crewRates',
      'superseded',
    ],
  });

export const estimationInput = inputWith(estimationStatuses, 'EstimationStatus');

/** Only the server moves a version to superseded, so none is created in it. */
export const newEstimationInput = inputWith(
  estimationStatuses.filter((status) => status !== 'superseded'),
  'NewEstimationStatus',
);

export const estimationQuery = new QueryInput({
  sort: sortOf(estimationSorting, estimationInput.fields),
});
