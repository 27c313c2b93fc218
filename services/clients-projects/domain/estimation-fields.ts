import {
  choice,
  currency,
  entry,
  list,
  loweredText,
  number,
  QueryInput,
  RecordInput,
  type Report,
  sortOf,
  text,
  uuid,
} from '@consulting/kernel/schema';
import { estimationSorting } from '../store/estimation';
import { basisFields } from './details/estimation-basis';
import { estimationStatuses } from './status';

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
  approver: text(120).describe(
    'Who is to approve the version: another person than preparedBy. A version with an approver is approved only by another caller than the one who moved it to in-review.',
  ),
  approvalComment: text(2000).describe(
    'Given when the version is approved, and always when its approval is withdrawn: with status approved, or in-review of an approved one.',
  ),
});

type Rules = { preparedBy: string | null; approver: string | null };

function rules({ preparedBy, approver }: Rules, report: Report): void {
  if (preparedBy === null || approver === null) return;
  if (loweredText(preparedBy) === loweredText(approver))
    report('approver', 'REFERENCE', 'must be another person than preparedBy');
}

const inputWith = <const S extends string>(statuses: readonly S[], statusName: string) =>
  new RecordInput(fieldsWith(statuses, statusName), {
    name: 'Estimation',
    server: [
      'estimationId',
      'serviceId',
      'projectId',
      'versionNumber',
      'submittedBy',
      'submittedAt',
      'approvedBy',
      'approvedAt',
      'totals',
      'byDiscipline',
      'indirectCosts',
      'crewRates',
      'superseded',
    ],
    rules,
  });

export const estimationInput = inputWith(estimationStatuses, 'EstimationStatus');

export const newEstimationInput = inputWith(
  estimationStatuses.filter((status) => status !== 'superseded'),
  'NewEstimationStatus',
);

export const estimationQuery = new QueryInput({
  sort: sortOf(estimationSorting, estimationInput.fields),
});
