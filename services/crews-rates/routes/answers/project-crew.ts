import { named } from '@consulting/shared/fields/schema';
import { record, shown } from '@consulting/shared/http/answer';
import {
  calculatedEquipmentMember,
  calculatedLabourMember,
  pricedEquipmentMember,
  pricedLabourMember,
} from './crew-member';
import { costEntries, crewRates, location, warnings } from './rates';

const { list, nullable, object, number, text } = shown;

const workWeek = object({
  hoursPerDay: number('Hours per day.'),
  daysPerWeek: shown.count('Days per week.'),
});

/** ProjectCrewContextualized (rates.md 8.1). */
export const projectCrewAnswer = named(
  'ProjectCrew',
  record({
    projectCrewId: shown.id('Same as id.'),
    projectId: shown.id(),
    crewId: shown.id('Universal crew that was imported.'),
    serviceCrewId: nullable(shown.id('Service crew that was created or refreshed.')),
    crewCode: text(),
    name: nullable(text()),
    discipline: nullable(text()),
    status: shown.choice(['complete', 'incomplete']),
    location,
    currency: text('Currency of the project.'),
    workWeek,
    labourMembers: list(pricedLabourMember),
    equipmentMembers: list(pricedEquipmentMember),
    indirectCosts: object({ labour: costEntries, equipment: costEntries }),
    rates: nullable(crewRates),
    warnings,
    importedAt: shown.time(),
  }),
);

const line = named(
  'IndirectCostLine',
  object({
    category: text(),
    tier: shown.count('1 to 4; each tier counts on the one before.'),
    method: shown.choice(['percentage', 'amount', 'rate-card']),
    level: shown.choice(['request', 'service-crew', 'project', 'rate-card'], 'Whose entry counts.'),
    percentage: nullable(number()),
    amount: nullable(number('Per man-hour or machine-hour.')),
    base: number('What the percentage or amount is taken of.'),
    value: number('Cost per week.'),
  }),
);

const subtotals = (names: readonly string[]) =>
  object(Object.fromEntries(names.map((name) => [name, number('Cost per week.')])));

const side = (member: typeof line, names: readonly string[]) =>
  object({ members: list(member), lines: list(line), subtotals: subtotals(names) });

const multipliers = object({
  tier1: nullable(number()),
  tier2: nullable(number()),
  tier3: nullable(number()),
  tier4: nullable(number()),
  total: nullable(number()),
});

/** CrewRateCalculation (rates.md 8.2). */
export const crewRateCalculation = named(
  'CrewRateCalculation',
  object({
    projectId: shown.id(),
    crewId: nullable(shown.id()),
    crewCode: nullable(text()),
    projectCrewId: nullable(shown.id()),
    serviceCrewId: nullable(shown.id()),
    location,
    currency: text('Currency of the project.'),
    workWeek,
    labour: side(calculatedLabourMember, ['L0', 'L1', 'L2', 'L3', 'L4']),
    equipment: side(calculatedEquipmentMember, ['E0', 'E1', 'E2', 'E3', 'E4']),
    result: crewRates,
    multipliers: object({ labour: multipliers, equipment: multipliers }),
    warnings,
  }),
);
