import { named } from '@consulting/shared/fields/schema';
import { record, shown, unavailable } from '@consulting/shared/http/answer';
import { serviceCrewInput } from '../../domain/service-crew/service-crew-fields';
import { pricedEquipmentMember, pricedLabourMember } from './crew-member';
import { costEntries, crewRates, warnings } from './rates';

const { fields } = serviceCrewInput;
const { list, nullable, object } = shown;

export const serviceCrewAnswer = named(
  'ServiceCrew',
  record(
    {
      serviceCrewId: shown.id('Same as id.'),
      ...fields,
      crewCode: fields.crewCode.required(),
      labourMembers: list(pricedLabourMember),
      equipmentMembers: list(pricedEquipmentMember),
      indirectCosts: object({}, { labour: costEntries, equipment: costEntries }),
      status: shown.choice(
        ['complete', 'incomplete', 'stale'],
        'incomplete: a member has no rate; stale: what the rates are made of changed since.',
      ),
      rates: nullable(crewRates),
      ratesCalculatedAt: nullable(shown.time()),
      warnings,
      takeoffLineCount: nullable(shown.count('Takeoff lines of the service that carry the code.')),
    },
    unavailable,
  ),
);

/** Result of a bulk create (resources.md 17). */
export const serviceCrewsCreated = named(
  'ServiceCrewsCreated',
  object({
    created: shown.count(),
    failed: shown.count('Always 0: all or none are created.'),
    total: shown.count(),
    ids: list(shown.id()),
    items: list(serviceCrewAnswer),
  }),
);
