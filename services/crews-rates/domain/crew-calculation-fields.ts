import type { Fault } from '@consulting/shared/errors';
import type { Values } from '@consulting/shared/fields/field';
import { boolean, choice, integer, singleSpaced, uuid } from '@consulting/shared/fields/kinds';
import { RecordInput } from '@consulting/shared/fields/record';
import { compositionFields, compositionRules } from './crew-composition-fields';
import { exchangeRates, fuelPrices, indirectCosts, workWeek } from './crew-terms-fields';
import { quarters } from './rates/card';

/** What replaces values of the project in matching (rates.md 7). */
export const matchingFields = {
  year: integer({ min: 1990, max: 2100 }),
  quarter: choice(quarters),
  projectType: singleSpaced(60),
  strict: boolean().default(false).describe('Cards of the place, type and quarter of the project only.'),
};

const subjects = ['crewId', 'projectCrewId', 'serviceCrewId'] as const;
const inline = ['labourMembers', 'equipmentMembers'] as const;

/** CrewRateCalculationRequest (rates.md 8.2). */
export const crewCalculationInput = new RecordInput(
  {
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
  },
  {
    rules(record, report) {
      compositionRules(record, report);
      const given: string[] = subjects.filter((key) => record[key] !== null);
      if (inline.some((key) => record[key] !== null)) given.push('labourMembers');
      for (const key of given.slice(1)) report(key, ...notTogether(given[0] ?? ''));
    },
  },
);

const notTogether = (other: string): [Fault['code'], string] => [
  'DUPLICATE',
  `must not be given together with ${other}`,
];

export type CrewCalculationRequest = Values<(typeof crewCalculationInput)['fields']>;
