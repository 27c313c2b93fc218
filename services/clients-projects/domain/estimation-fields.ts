import { entry, list } from '@consulting/shared/fields/composite';
import { choice, currency, number, text, uuid } from '@consulting/shared/fields/kinds';
import { RecordInput } from '@consulting/shared/fields/record';
import { basisFields } from './estimation-basis';
import { estimationStatuses } from './estimation-status';

const exchangeRate = entry({ currency: currency().required(), rate: number({ above: 0 }).required() });

const fieldsWith = <const S extends string>(statuses: readonly S[]) => ({
  versionLabel: text(20).describe('For example A, 0, R1; default V and the version number.'),
  name: text(200).describe('Default: Version and the version number.'),
  description: text(4000).describe('Reason for the version.'),
  status: choice(statuses).default('draft' as S & 'draft'),
  ...basisFields(),
  currency: currency().describe('Default: currency of the project.'),
  exchangeRates: list(exchangeRate, 200, { distinctBy: 'currency' }).describe(
    'Rates used; default: those of the project.',
  ),
  indirectAmount: number({ min: 0 }).describe('Indirect cost that is not on takeoff lines; default 0.'),
  ownersCostAmount: number({ min: 0 }).describe("Owner's cost; default 0."),
  escalationPercent: number({ min: -50, max: 200 }),
  contingencyPercent: number({ min: 0, max: 200 }),
  managementReservePercent: number({ min: 0, max: 200 }),
  sourceEstimationId: uuid().createOnly().describe('Version of the same service that this one copies.'),
  preparedBy: text(120),
  reviewedBy: text(120),
});

const inputWith = <const S extends string>(statuses: readonly S[]) =>
  new RecordInput(fieldsWith(statuses), {
    server: [
      'estimationId',
      'serviceId',
      'projectId',
      'versionNumber',
      'approvedBy',
      'approvedAt',
      'totals',
      'byDiscipline',
    ],
  });

/** Writable fields of an estimation version (resources.md 5). */
export const estimationInput = inputWith(estimationStatuses);

/** As `estimationInput`; only the server moves a version to superseded, so none is created in it. */
export const newEstimationInput = inputWith(estimationStatuses.filter((status) => status !== 'superseded'));
