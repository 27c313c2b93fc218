import { record, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, type JsonSchema, named } from '@consulting/kernel/schema';
import {
  calculatedEquipmentMember,
  calculatedLabourMember,
  pricedEquipmentMember,
  pricedLabourMember,
} from './crew-member';
import {
  calculatedMembers,
  costEntries,
  crewRates,
  exampleRates,
  exampleWeek,
  location,
  operatorMissing,
  pricedMembers,
  ratePlace,
  warnings,
} from './rates';

export const crewImport = { crewId: exampleIds.crew, serviceId: exampleIds.service, allowPartial: true };

export const rateRequest = {
  crewId: exampleIds.crew,
  workWeek: exampleWeek,
  indirectCosts: { labour: { supervision: { percentage: 9 } } },
};

const projectCrew = {
  id: exampleIds.projectCrew,
  projectCrewId: exampleIds.projectCrew,
  projectId: exampleIds.project,
  crewId: exampleIds.crew,
  serviceCrewId: exampleIds.serviceCrew,
  crewCode: 'PF-01',
  name: 'Pipe Erection and Welding Crew',
  discipline: 'piping',
  status: 'complete',
  location: ratePlace,
  currency: 'CAD',
  workWeek: exampleWeek,
  ...pricedMembers,
  indirectCosts: {
    labour: { supervision: { percentage: 9, amount: null }, safety: { percentage: 3, amount: 1.85 } },
    equipment: { overhead: { percentage: 5, amount: null } },
  },
  rates: exampleRates,
  warnings: [operatorMissing],
  importedAt: '2025-07-21T12:00:00.000Z',
};

const ofProject = { tier: 1, method: 'percentage', level: 'project', amount: null };

const calculation = {
  projectId: exampleIds.project,
  crewId: exampleIds.crew,
  crewCode: 'PF-01',
  location: ratePlace,
  currency: 'CAD',
  workWeek: exampleWeek,
  labour: {
    members: calculatedMembers.labour,
    lines: [{ category: 'traveling', ...ofProject, percentage: 2.5, base: 42174.52, value: 1054.36 }],
    subtotals: { L0: 42174.52, L1: 57702.99, L2: 62319.23, L3: 65435.19, L4: 71978.71 },
  },
  equipment: {
    members: calculatedMembers.equipment,
    lines: [{ category: 'mobilization', ...ofProject, percentage: 3, base: 5183.75, value: 155.51 }],
    subtotals: { E0: 5183.75, E1: 5456.26, E2: 5729.07, E3: 5900.94, E4: 6373.02 },
  },
  escalationPercent: 0,
  result: exampleRates,
  multipliers: {
    labour: { tier1: 1.3682, tier2: 1.08, tier3: 1.05, tier4: 1.1, total: 1.7067 },
    equipment: { tier1: 1.0526, tier2: 1.05, tier3: 1.03, tier4: 1.08, total: 1.2294 },
  },
  warnings: [operatorMissing],
};

const { described, list, nullable, object, number, text } = responseSchema;

const perWeek = (what: string) => number(`${what} per week, in the currency of the project, 2 decimals.`);

const workWeek = named(
  'CrewWorkWeek',
  object({
    hoursPerDay: number('Working hours per day.'),
    daysPerWeek: responseSchema.count('Working days per week.'),
  }),
);

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

const side = (member: JsonSchema, names: readonly string[]) =>
  object({
    members: list(member, 'Members with their rates, hours and cost.'),
    lines: list(line, 'Indirect cost, by tier.'),
    subtotals: described(subtotals(names), 'Cost before and after each tier of indirect cost.'),
  });

const multiplier = (what: string) => nullable(number(`${what}, 4 decimals; null on zero.`));

const multipliers = named(
  'RateMultipliers',
  object({
    tier1: multiplier('Field costs: subtotal 1 ÷ subtotal 0'),
    tier2: multiplier('Overhead and bonds: subtotal 2 ÷ subtotal 1'),
    tier3: multiplier('Contingency and escalation: subtotal 3 ÷ subtotal 2'),
    tier4: multiplier('Profit: subtotal 4 ÷ subtotal 3'),
    total: multiplier('All tiers: subtotal 4 ÷ subtotal 0'),
  }),
);

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
      escalationPercent: number(
        'Percent that a reprice adds to the rates, behind the last tier; 0 without one.',
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
