import { record, responseSchema, unavailable } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { repriceInput } from '../../domain/reprice/reprice-fields';
import { serviceCrewInput } from '../../domain/service-crew/service-crew-fields';
import { pricedEquipmentMember, pricedLabourMember } from './crew-member';
import {
  costEntries,
  crewRates,
  exampleRates,
  exampleWeek,
  operatorMissing,
  pricedMembers,
  warnings,
} from './rates';

const owner = { projectId: exampleIds.project, serviceId: exampleIds.service };

export const newServiceCrew = { ...owner, crewId: exampleIds.crew };

export const serviceCrewChanges = {
  indirectCosts: { labour: { traveling: { percentage: 3 } } },
  ratesLocked: true,
};

export const newServiceCrews = {
  ...owner,
  items: [
    { crewId: exampleIds.crew },
    {
      crewCode: 'PF-02',
      name: 'Hydrotest crew',
      labourMembers: [
        {
          tradeCode: 'PIPF',
          laborDesignation: 'Journeyman',
          quantity: 3,
          rateOverride: { straightTime: 82.5, overtime: 117.25, doubleTime: 152 },
        },
      ],
    },
  ],
};

const serviceCrew = {
  id: exampleIds.serviceCrew,
  serviceCrewId: exampleIds.serviceCrew,
  ...newServiceCrew,
  crewCode: 'PF-01',
  name: 'Pipe Erection and Welding Crew',
  discipline: 'piping',
  ...pricedMembers,
  indirectCosts: { labour: {}, equipment: {} },
  workWeek: exampleWeek,
  ratesLocked: false,
  status: 'complete',
  rates: exampleRates,
  repricing: null,
  ratesCalculatedAt: '2025-07-21T12:00:00.000Z',
  warnings: [operatorMissing],
  takeoffLineCount: 34,
};

const { fields } = serviceCrewInput;

const { described, list, nullable, number, object } = responseSchema;

const repricing = named(
  'CrewRepricing',
  object(
    {},
    {
      place: described(repriceInput.fields.place.kind.schema, 'Where and when rate cards are matched.'),
      workWeek: described(repriceInput.fields.workWeek.kind.schema, 'Working calendar.'),
      indirectCosts: described(
        repriceInput.fields.indirectCosts.kind.schema,
        'Entries in the place of those of the project; null takes one away.',
      ),
      escalationPercent: number('Percent that the rates grow behind the last tier.'),
    },
  ),
);

export const serviceCrewAnswer = exampled(
  named(
    'ServiceCrew',
    record(
      {
        serviceCrewId: responseSchema.id('Same as id.'),
        ...fields,
        crewCode: fields.crewCode.required(),
        labourMembers: list(pricedLabourMember, 'Persons with their rates.'),
        equipmentMembers: list(pricedEquipmentMember, 'Machines with their rates.'),
        indirectCosts: described(
          object({}, costEntries),
          'Entries of this crew, before those of the project.',
        ),
        status: responseSchema.choice(
          ['complete', 'incomplete', 'stale'],
          'complete; incomplete: a member has no rate; stale: what the rates are made of changed since.',
          'ServiceCrewStatus',
        ),
        repricing: described(
          nullable(repricing),
          'What a reprice gave in the place of the terms of the project, which every calculation takes again; null without one.',
        ),
        rates: described(nullable(crewRates), 'Rates of the crew; null while it is incomplete.'),
        ratesCalculatedAt: nullable(responseSchema.time('When the rates were calculated, UTC.')),
        warnings,
        takeoffLineCount: nullable(responseSchema.count('Takeoff lines of the service that carry the code.')),
      },
      unavailable,
    ),
  ),
  serviceCrew,
);

export const serviceCrewsCreated = exampled(
  named(
    'ServiceCrewsCreated',
    object({
      created: responseSchema.count('Crews that were created.'),
      failed: responseSchema.count('Always 0: all or none are created.'),
      total: responseSchema.count('Items of the request.'),
      ids: list(responseSchema.id(), 'Identifiers of the crews, in the order of the items.'),
      items: list(serviceCrewAnswer, 'The crews, in the order of the items.'),
    }),
  ),
  { created: 1, failed: 0, total: 1, ids: [exampleIds.serviceCrew] },
);
