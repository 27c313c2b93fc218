import {
  boolean,
  paging,
  QueryInput,
  RecordInput,
  sortOf,
  text,
  unreadItems,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import { compositionFields } from '../../fields/crew-composition';
import { indirectCosts, workWeek } from '../../fields/crew-terms';
import { serviceCrewSorting } from '../../store/service-crew';

const itemsMax = 200;
const { labourMembers, equipmentMembers } = compositionFields();

export const serviceCrewInput = new RecordInput(
  {
    projectId: uuid().required().createOnly().describe('Project of the service; set on creation only.'),
    serviceId: uuid()
      .required()
      .createOnly()
      .describe('Service of the project that the crew is for; set on creation only.'),
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
    ratesLocked: boolean()
      .default(false)
      .describe('Whether the rates of the members stay when rate cards, machines or indirect costs change.'),
  },
  {
    name: 'ServiceCrew',
    server: [
      'serviceCrewId',
      'status',
      'repricing',
      'rates',
      'ratesCalculatedAt',
      'warnings',
      'takeoffLineCount',
    ],
  },
);

export type ServiceCrewFields = Values<(typeof serviceCrewInput)['fields']>;

export const serviceCrewQuery = new QueryInput({
  serviceId: uuid().describe('Only crews of this service.'),
  projectId: uuid().describe('Only crews of this project.'),
  ...paging,
  sort: sortOf(serviceCrewSorting),
});

function itemSchema() {
  const { projectId: _project, serviceId: _service, ...fields } = serviceCrewInput.fields;
  return new RecordInput(fields, { name: 'ServiceCrewItem' }).schema('create');
}

export const serviceCrewBulkInput = new RecordInput(
  {
    projectId: uuid().required().describe('Project of all items.'),
    serviceId: uuid().required().describe('Service of all items.'),
    items: unreadItems(itemSchema(), itemsMax).required().describe('Crews to create, all or none.'),
  },
  { name: 'ServiceCrewItems' },
);
