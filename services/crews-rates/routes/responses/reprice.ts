import {
  figureChanges,
  figureChangesOfDiscipline,
  figureChangesOfWbs,
} from '@consulting/kernel/contracts/figure-changes';
import { responseSchema, unavailable } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { outcomes } from '../../domain/reprice/reprice-pricing';
import { equipmentFields, labourFields } from '../../fields/crew-composition';
import { matchedOn } from './crew-member';
import { location, perTime, warnings } from './rates';

export const repriceRequest = {
  place: { country: 'US', region: 'Gulf Coast', province: 'Texas', year: 2025, quarter: 'Q2' },
  escalationPercent: 3.5,
};

const { choice, count, described, flag, id, list, nullable, number, object, text } = responseSchema;

const rate = (what: string) =>
  nullable(
    number(`${what} per man-hour, in the currency of the project, 4 decimals; null while it is incomplete.`),
  );

const rates = named(
  'RepricedRates',
  object({
    labourRate: rate('Labour'),
    equipmentRate: rate('Equipment'),
    totalRate: rate('Labour and equipment'),
  }),
);

const cost = nullable(number('Cost per week, in the currency of the project, 2 decimals.'));
const memberId = nullable(id('Rate card; null for a rate entered by hand, and without a match.'));
const matchStep = nullable(count('Step of the match, 1 to 18; 1 fits best.'));

const memberRates = named(
  'RepricedMemberRates',
  object({
    memberId,
    matchStep,
    burdenedRates: described(nullable(perTime), 'Wage with vacation, fringes, taxes and insurance.'),
    allInRates: described(nullable(perTime), 'Burdened rate with what the card adds to it.'),
    cost,
  }),
);

const member = named(
  'RepricedMember',
  object({
    tradeCode: labourFields.tradeCode,
    laborDesignation: labourFields.laborDesignation,
    quantity: labourFields.quantity,
    memberId,
    matchStep,
    periodDistanceQuarters: nullable({
      type: 'integer',
      description: 'Quarters from the period asked for to that of the card; negative is earlier.',
    }),
    matchedOn: described(nullable(matchedOn), 'Place, period and project type of the rate card.'),
    before: described(memberRates, 'Rates that the member has.'),
    after: described(memberRates, 'Rates at the place; null without a rate card.'),
  }),
);

const perHour = (what: string) =>
  nullable(number(`${what}, in the currency of the project per hour, 4 decimals.`));

const machineRates = named(
  'RepricedMachineRates',
  object({
    rateSource: nullable(text('Where the rental comes from: tag or catalogue.')),
    operatingRate: perHour('Rental, fuel and operating cost'),
    standbyRate: perHour('Part of the rental that is paid on standby'),
    cost,
  }),
);

const machine = named(
  'RepricedMachine',
  object({
    equipmentCode: equipmentFields.equipmentCode,
    quantity: equipmentFields.quantity,
    before: described(machineRates, 'Rates that the machine has.'),
    after: described(machineRates, 'Rates with what is asked for.'),
  }),
);

const crew = named(
  'RepricedCrew',
  object({
    serviceCrewId: id('Identifier of the crew.'),
    crewCode: text('Code of the crew.'),
    name: nullable(text('Name of the crew.')),
    outcome: choice(
      [...outcomes],
      'repriced; unchanged: it is priced so already; locked: its rates are locked; unpriced: a member has no price there, see the warnings. All but the first keep what they have.',
      'RepriceOutcome',
    ),
    status: choice(
      ['complete', 'incomplete', 'stale'],
      'Status of the crew after the reprice.',
      'ServiceCrewStatus',
    ),
    location: described(location, 'Place and period that rate cards were matched with.'),
    before: described(rates, 'Rates before.'),
    after: described(rates, 'Rates after.'),
    difference: described(rates, 'After less before.'),
    members: list(member, 'Persons with their rate cards.'),
    machines: list(machine, 'Machines.'),
    warnings,
  }),
);

const unchanging = (value: number) => ({ before: value, after: value, difference: 0 });

const exampleFigures = {
  itemCount: unchanging(34),
  totalManHours: unchanging(1280),
  labourCost: { before: 191943.17, after: 166212.48, difference: -25730.69 },
  materialCost: unchanging(84250),
  equipmentCost: unchanging(16994.69),
  subcontractCost: unchanging(0),
  totalCost: { before: 293187.86, after: 267457.17, difference: -25730.69 },
};

const texas = {
  country: 'US',
  region: 'Gulf Coast',
  province: 'Texas',
  year: 2025,
  quarter: 'Q2',
  projectType: 'petrochemical',
};

const times = (straightTime: number, overtime: number, doubleTime: number) => ({
  straightTime,
  overtime,
  doubleTime,
});

const exampleMember = {
  tradeCode: 'PIPF',
  laborDesignation: 'Journeyman',
  quantity: 4,
  memberId: exampleIds.rateCard,
  matchStep: 1,
  periodDistanceQuarters: 0,
  matchedOn: { ...texas, currency: 'USD' },
  before: {
    memberId: exampleIds.rateCard,
    matchStep: 1,
    burdenedRates: times(73.3515, 103.9771, 134.6029),
    allInRates: times(89.619, 121.7759, 153.9331),
    cost: 21279.44,
  },
  after: {
    memberId: exampleIds.rateCard,
    matchStep: 1,
    burdenedRates: times(64.12, 90.88, 117.64),
    allInRates: times(78.3, 106.4, 134.5),
    cost: 18447.4,
  },
};

const exampleMachine = {
  equipmentCode: 'CRN-RT-050',
  quantity: 1,
  before: { rateSource: 'tag', operatingRate: 111.6182, standbyRate: 40.9091, cost: 3727.31 },
  after: { rateSource: 'tag', operatingRate: 111.6182, standbyRate: 40.9091, cost: 3727.31 },
};

export const repriceAnswer = exampled(
  named(
    'Repriced',
    object(
      {
        dryRun: flag('Whether nothing was stored.'),
        currency: text('Currency of the project, and of all amounts and rates.'),
        crews: list(crew, 'The crews in the order of their codes.'),
        matched: count('Lines that carry the code of a repriced crew.'),
        changed: count('Lines of these that become others; those with a rate entered by hand stay.'),
        total: described(figureChanges, 'All lines of the service.'),
        byDiscipline: list(figureChangesOfDiscipline, 'The same by discipline.'),
        byWbs: nullable(
          list(figureChangesOfWbs, 'The same by level 1 of the WBS; null while its owner does not answer.'),
        ),
        operationIds: described(
          object({
            serviceCrews: nullable(id('Operation on the crews; null in a dry run and when none changed.')),
            takeoffLines: nullable(
              id('Operation on the lines, whose undo restores the crews, too; null when no line changed.'),
            ),
          }),
          'What the history keeps of it.',
        ),
        linesFollow: flag('Whether the lines were not calculated before the answer and follow shortly.'),
      },
      unavailable,
    ),
  ),
  {
    dryRun: true,
    currency: 'CAD',
    crews: [
      {
        serviceCrewId: exampleIds.serviceCrew,
        crewCode: 'PF-01',
        name: 'Pipe Erection and Welding Crew',
        location: texas,
        outcome: 'repriced',
        status: 'complete',
        before: { labourRate: 149.9556, equipmentRate: 13.2771, totalRate: 163.2327 },
        after: { labourRate: 129.8535, equipmentRate: 13.2771, totalRate: 143.1306 },
        difference: { labourRate: -20.1021, equipmentRate: 0, totalRate: -20.1021 },
        members: [exampleMember],
        machines: [exampleMachine],
        warnings: [],
      },
    ],
    matched: 34,
    changed: 34,
    total: exampleFigures,
    byDiscipline: [{ discipline: 'piping', ...exampleFigures }],
    byWbs: [{ wbsCode: '10', name: 'Process area', kind: null, ...exampleFigures }],
    operationIds: { serviceCrews: null, takeoffLines: null },
    linesFollow: false,
  },
);
