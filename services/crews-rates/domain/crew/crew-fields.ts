import { boolean, number, paging, QueryInput, RecordInput, sortOf, text } from '@consulting/kernel/schema';
import { compositionFields } from '../../fields/crew-composition';
import { crewSorting } from '../../store/crew';

const composition = compositionFields();

export const crewInput = new RecordInput(
  {
    code: text(40).required().describe('Crew code, unique ignoring case.'),
    name: text(200).required().describe('Name of the crew.'),
    description: text(2000).describe('What the crew does.'),
    discipline: text(60).describe('One of the nine disciplines or general is recommended.'),
    workType: text(120).describe('Typical work.'),
    outputUnit: text(60).describe('Unit of the indicative output, for example m or DI.'),
    outputPerDay: number({ min: 0 }).describe('Indicative output per day in outputUnit, for information.'),
    labourMembers: composition.labourMembers.default([]),
    equipmentMembers: composition.equipmentMembers.default([]),
    isActive: boolean().default(true).describe('Whether the crew can be imported into projects.'),
  },
  {
    name: 'Crew',
    names: { crewCode: 'code', crewName: 'name' },
    server: ['crewId', 'labourCount', 'equipmentCount', 'memberSummary', 'supervisionRatio', 'usage'],
  },
);

export const crewDuplicateInput = new RecordInput(
  {
    newName: text(200).required().describe('Name of the copy.'),
    newCode: text(40).required().describe('Code of the copy, unique ignoring case.'),
  },
  { name: 'CrewCopy' },
);

export const crewQuery = new QueryInput({
  search: text(200).describe('Matches name and description.'),
  words: text(200).describe('Each word occurs in code, name or description.'),
  discipline: text(60).describe('Only crews of this discipline, case ignored.'),
  isActive: boolean().describe('Only active or only inactive crews.'),
  ...paging,
  sort: sortOf(crewSorting, crewInput.fields),
});
