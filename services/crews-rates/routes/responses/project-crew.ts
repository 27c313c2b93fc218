import { exampled } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { record, responseSchema } from '@consulting/kernel/http/answer';
import { crewRateCalculation as calculation, projectCrew } from '../examples/project-crew';
import {
  calculatedEquipmentMember,
  calculatedLabourMember,
  pricedEquipmentMember,
  pricedLabourMember,
} from './crew-member';
import { costEntries, crewRates, location, warnings } from './rates';

const { described, list, nullable, object, number, text } = responseSchema;
const perWeek = (what: string) => number(`${what} per week, in the currency of the project, 2 decimals.`);

const workWeek = object({
  hoursPerDay: number('Working hours per day.'),
  daysPerWeek: responseSchema.count('Working days per week.'),
});

export const projectCrewAnswer = exampled(
  named(
    'ProjectCrew',
    record({
      projectCrewId: responseSchema.id('Same as id.'),
      projectId: responseSchema.id('Project of the crew.'),
      crewId: responseSchema.id('Universal crew that was imported.'),
      serviceCrewId: nullable(responseSchema.id('Service crew that was created or refreshed.')),
      crewCode: text('Code of the crew.'),
      name: nullable(text('Name in the project.')),
      discipline: nullable(text('Discipline of the crew.')),
      status: responseSchema.choice(['complete', 'incomplete'], 'incomplete: a member has no rate.'),
      location: described(location, 'Place and period that rate cards were matched with.'),
      currency: text('Currency of the project, ISO 4217.'),
      workWeek: described(workWeek, 'Working calendar of the rates.'),
      labourMembers: list(pricedLabourMember, 'Persons with the rates of their cards.'),
      equipmentMembers: list(pricedEquipmentMember, 'Machines with their rates.'),
      indirectCosts: described(object(costEntries), 'Indirect cost entries that count.'),
      rates: described(nullable(crewRates), 'Rates of the crew; null while it is incomplete.'),
      warnings,
      importedAt: responseSchema.time('When the crew was imported last, UTC.'),
    }),
  ),
  projectCrew,
);

const line = named(
  'IndirectCostLine',
  object({
    category: text('Category of the indirect cost, for example supervision.'),
    tier: responseSchema.count('1 to 4; each tier counts on the one before.'),
    method: responseSchema.choice(['percentage', 'amount', 'rate-card'], 'How the value is found.'),
    level: responseSchema.choice(['request', 'service-crew', 'project', 'rate-card'], 'Whose entry counts.'),
    percentage: nullable(number('Percent of the base.')),
    amount: nullable(number('In the currency of the project per man-hour or machine-hour.')),
    base: number('What the value is taken of: cost in the currency of the project, or hours, per week.'),
    value: perWeek('Cost'),
  }),
);

const subtotals = (names: readonly string[]) =>
  object(Object.fromEntries(names.map((name) => [name, perWeek(`Cost ${name}`)])));

const side = (member: typeof line, names: readonly string[]) =>
  object({
    members: list(member, 'Members with their rates, hours and cost.'),
    lines: list(line, 'Indirect cost, by tier.'),
    subtotals: described(subtotals(names), 'Cost before and after each tier of indirect cost.'),
  });

const multiplier = (what: string) => nullable(number(`${what}, 4 decimals; null on zero.`));

const multipliers = object({
  tier1: multiplier('Field costs: subtotal 1 ÷ subtotal 0'),
  tier2: multiplier('Overhead and bonds: subtotal 2 ÷ subtotal 1'),
  tier3: multiplier('Contingency and escalation: subtotal 3 ÷ subtotal 2'),
  tier4: multiplier('Profit: subtotal 4 ÷ subtotal 3'),
  total: multiplier('All tiers: subtotal 4 ÷ subtotal 0'),
});

export const crewRateCalculation = exampled(
  named(
    'CrewRateCalculation',
    object({
      projectId: responseSchema.id('Project whose place and terms count.'),
      crewId: nullable(responseSchema.id('Universal crew; null for inline members.')),
      crewCode: nullable(text('Code of the crew; null for inline members.')),
      projectCrewId: nullable(responseSchema.id('Crew of the project that was asked for.')),
      serviceCrewId: nullable(responseSchema.id('Service crew that was asked for.')),
      location: described(location, 'Place and period that rate cards were matched with.'),
      currency: text('Currency of the project, ISO 4217.'),
      workWeek: described(workWeek, 'Working calendar of the calculation.'),
      labour: described(side(calculatedLabourMember, ['L0', 'L1', 'L2', 'L3', 'L4']), 'Cost of the persons.'),
      equipment: described(
        side(calculatedEquipmentMember, ['E0', 'E1', 'E2', 'E3', 'E4']),
        'Cost of the machines.',
      ),
      result: described(crewRates, 'Rates of the crew.'),
      multipliers: described(
        object({
          labour: described(multipliers, 'Multipliers of labour.'),
          equipment: described(multipliers, 'Multipliers of equipment.'),
        }),
        'By what each tier multiplies the cost before it.',
      ),
      warnings,
    }),
  ),
  calculation,
);
