import type { Values } from '@consulting/shared/fields/field';
import { Field, fault } from '@consulting/shared/fields/field';
import { boolean, text, uuid } from '@consulting/shared/fields/kinds';
import { paging, QueryInput } from '@consulting/shared/fields/query';
import { RecordInput } from '@consulting/shared/fields/record';
import { compositionFields } from '../crew/crew-composition-fields';
import { indirectCosts, workWeek } from '../pricing/crew-terms-fields';

const itemsMax = 200;
const { labourMembers, equipmentMembers } = compositionFields();

/** Writable fields of a service crew (resources.md 10). */
export const serviceCrewInput = new RecordInput(
  {
    projectId: uuid().required().createOnly(),
    serviceId: uuid().required().createOnly().describe('A service of the project.'),
    crewId: uuid().describe('Universal crew that it is made of; empty for a crew made for this service.'),
    crewCode: text(40).describe('Code on takeoff lines, unique in the service; by default that of the crew.'),
    name: text(200).describe('By default that of the crew.'),
    discipline: text(60).describe('By default that of the crew.'),
    description: text(2000).describe('By default that of the crew.'),
    labourMembers: labourMembers.describe('By default those of the crew.'),
    equipmentMembers: equipmentMembers.describe('By default those of the crew.'),
    indirectCosts: indirectCosts()
      .default({ labour: {}, equipment: {} })
      .describe('Entries of this crew, before those of the project; null removes one.'),
    workWeek: workWeek().describe('By default that of the project.'),
    ratesLocked: boolean().default(false).describe('The rates of the members are not refreshed.'),
  },
  {
    server: ['serviceCrewId', 'status', 'rates', 'ratesCalculatedAt', 'warnings', 'takeoffLineCount'],
  },
);

export type ServiceCrewFields = Values<(typeof serviceCrewInput)['fields']>;

export const serviceCrewQuery = new QueryInput({
  serviceId: uuid().describe('Only crews of this service.'),
  projectId: uuid().describe('Only crews of this project.'),
  ...paging,
});

/** Items are read one by one, so that their faults have an index. */
const items = new Field<unknown[] | null>({
  schema: { type: 'array', items: serviceCrewInput.schema('update'), minItems: 1, maxItems: itemsMax },
  read(value, at, reading) {
    if (!Array.isArray(value)) return fault(reading, at, 'TYPE', 'must be an array');
    if (value.length === 0) return fault(reading, at, 'REQUIRED', 'must hold at least one item');
    if (value.length > itemsMax)
      return fault(reading, at, 'MAX_LENGTH', `must have at most ${itemsMax} items`);
    return value;
  },
});

/** Body of the bulk create: crews without projectId and serviceId, which are those of the request. */
export const serviceCrewBulkInput = new RecordInput({
  projectId: uuid().required(),
  serviceId: uuid().required(),
  items: items.required(),
});
