import {
  boolean,
  choice,
  exchangeRates,
  type Fault,
  fuelPrices,
  integer,
  isObject,
  RecordInput,
  singleSpaced,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import { compositionFields } from '../../fields/crew-composition';
import { indirectCosts, workWeek } from '../../fields/crew-terms';
import { quarters } from '../../rates/card';

export const matchingFields = {
  year: integer({ min: 1990, max: 2100 }).describe(
    'Year to match rate cards of; by default the pricing year of the project.',
  ),
  quarter: choice(quarters, 'Quarter').describe(
    'Quarter to match rate cards of; by default that of the project.',
  ),
  projectType: singleSpaced(60).describe(
    'Project type to match rate cards of; by default that of the project.',
  ),
  strict: boolean().default(false).describe('Cards of the place, type and quarter of the project only.'),
};

export const crewCalculationInput = new RecordInput(
  {
    crewId: uuid().describe(
      'Universal crew; exactly one of the three identifiers or inline members is given.',
    ),
    projectCrewId: uuid().describe('Crew that was imported into the project.'),
    serviceCrewId: uuid().describe('Service crew; calculated with its snapshot unless refreshRates is true.'),
    ...compositionFields(),
    workWeek: workWeek().describe('Working calendar of the calculation; by default that of the project.'),
    ...matchingFields,
    indirectCosts: indirectCosts().describe(
      'Indirect cost entries that come before those of the service crew and of the project.',
    ),
    fuelPrices: fuelPrices().describe(
      'Price in the currency of the project by fuel type, per litre, for electricity per kWh; replaces those of the project.',
    ),
    exchangeRates: exchangeRates().describe('Exchange rates in the place of those of the project.'),
    refreshRates: boolean()
      .default(false)
      .describe('Match rate cards and machines again instead of taking the snapshot of the service crew.'),
  },
  { name: 'CrewCalculation' },
);

export type CrewCalculationRequest = Values<(typeof crewCalculationInput)['fields']>;

const subjects = ['crewId', 'projectCrewId', 'serviceCrewId', 'labourMembers', 'equipmentMembers'] as const;

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
