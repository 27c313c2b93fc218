import type { Fault } from '@consulting/shared/errors';
import { isObject } from '@consulting/shared/fields/composite';
import type { Values } from '@consulting/shared/fields/field';
import { boolean, choice, integer, singleSpaced, uuid } from '@consulting/shared/fields/kinds';
import { RecordInput } from '@consulting/shared/fields/record';
import { compositionFields } from '../crew/crew-composition-fields';
import { quarters } from '../rates/card';
import { exchangeRates, fuelPrices, indirectCosts, workWeek } from './crew-terms-fields';

/** What replaces values of the project in matching (rates.md 7). */
export const matchingFields = {
  year: integer({ min: 1990, max: 2100 }),
  quarter: choice(quarters),
  projectType: singleSpaced(60),
  strict: boolean().default(false).describe('Cards of the place, type and quarter of the project only.'),
};

/** CrewRateCalculationRequest (rates.md 8.2). */
export const crewCalculationInput = new RecordInput({
  crewId: uuid().describe('Exactly one of the three identifiers or inline members.'),
  projectCrewId: uuid(),
  serviceCrewId: uuid(),
  ...compositionFields(),
  workWeek: workWeek(),
  ...matchingFields,
  indirectCosts: indirectCosts(),
  fuelPrices: fuelPrices(),
  exchangeRates: exchangeRates(),
  refreshRates: boolean()
    .default(false)
    .describe('Match rate cards and machines anew instead of taking the snapshot of the service crew.'),
});

export type CrewCalculationRequest = Values<(typeof crewCalculationInput)['fields']>;

/** What says of which crew the rates are; members are one. */
const subjects = ['crewId', 'projectCrewId', 'serviceCrewId', 'labourMembers', 'equipmentMembers'] as const;

/** A fault unless a body names exactly one crew, or its members; whatever else is wrong with them. */
export function subjectFaults(body: unknown): Fault[] {
  if (!isObject(body)) return [];
  const [first, ...others] = subjects.filter((key) => (body[key] ?? null) !== null);
  if (!first)
    return [
      {
        field: 'crewId',
        code: 'REQUIRED',
        message: 'is required, or projectCrewId, serviceCrewId or members in its place',
      },
    ];
  return others
    .filter((key) => !(first === 'labourMembers' && key === 'equipmentMembers'))
    .map((field) => ({ field, code: 'DUPLICATE', message: `must not be given together with ${first}` }));
}
