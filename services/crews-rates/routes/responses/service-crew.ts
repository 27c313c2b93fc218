import { exampled, exampleIds } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { record, responseSchema, unavailable } from '@consulting/kernel/http/answer';
import { serviceCrewInput } from '../../domain/service-crew/service-crew-fields';
import { serviceCrew } from '../examples/service-crew';
import { pricedEquipmentMember, pricedLabourMember } from './crew-member';
import { costEntries, crewRates, warnings } from './rates';

const { fields } = serviceCrewInput;
const { described, list, nullable, object } = responseSchema;

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
