import { boolean, RecordInput, text, uuid, type Values } from '@consulting/kernel/schema';
import { compositionFields } from '../../fields/crew-composition';
import { indirectCosts } from '../../fields/crew-terms';
import { matchingFields } from '../pricing/crew-calculation-fields';

const { labourMembers, equipmentMembers } = compositionFields();

export const projectCrewImportInput = new RecordInput(
  {
    crewId: uuid().required().describe('Universal crew to import.'),
    serviceId: uuid().describe('Service in which a service crew is also created or refreshed.'),
    ...matchingFields,
    allowPartial: boolean()
      .default(false)
      .describe('Keep members without a rate card, as long as one member has a price.'),
    labourMembers: labourMembers.describe('Persons in the place of those of the crew in this project.'),
    equipmentMembers: equipmentMembers.describe(
      'Machines in the place of those of the crew in this project.',
    ),
    indirectCosts: indirectCosts()
      .default({ labour: {}, equipment: {} })
      .describe('Indirect cost entries stored with the crew of the project.'),
    name: text(200).describe('Name in the project, by default that of the crew.'),
  },
  { name: 'ProjectCrewImport' },
);

export type ProjectCrewImport = Values<(typeof projectCrewImportInput)['fields']>;
