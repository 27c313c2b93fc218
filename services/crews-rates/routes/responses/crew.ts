import { alias, record, responseSchema, unavailable } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { crewInput } from '../../domain/crew/crew-fields';
import { crewEquipmentMember, crewLabourMember } from './crew-member';

const foreman = { tradeCode: 'PIPF', laborDesignation: 'Foreman', quantity: 1 };

const crane = { equipmentCode: 'CRN-RT-050', quantity: 1, operatingShare: 30, standbyShare: 70 };

export const newCrew = {
  code: 'PF-01',
  name: 'Pipe Erection and Welding Crew',
  discipline: 'piping',
  labourMembers: [foreman, { tradeCode: 'PIPF', laborDesignation: 'Journeyman', quantity: 4 }],
  equipmentMembers: [crane],
};

export const crewChanges = { workType: 'Field erection of carbon steel pipe', outputUnit: 'DI' };

export const crewCopy = { newName: 'Pipe Erection, night shift', newCode: 'PF-01N' };

const crew = {
  id: exampleIds.crew,
  crewId: exampleIds.crew,
  crewCode: newCrew.code,
  crewName: newCrew.name,
  code: newCrew.code,
  name: newCrew.name,
  discipline: newCrew.discipline,
  ...crewChanges,
  isActive: true,
  labourCount: 5,
  equipmentCount: 1,
  memberSummary: '1 PIPF Foreman, 4 PIPF Journeyman',
};

const crewMembers = {
  labourMembers: [
    {
      ...foreman,
      tradeId: '5d8e7c1a-3b5f-4a0e-8e44-6a1de2b7c9f0',
      tradeName: 'Pipefitter',
      isActive: true,
      isSupervisory: true,
    },
    {
      ...{ tradeCode: 'PIPF', laborDesignation: 'Journeyman', quantity: 4 },
      tradeId: exampleIds.trade,
      tradeName: 'Pipefitter',
      isActive: true,
      isSupervisory: false,
    },
  ],
  equipmentMembers: [
    { ...crane, rentalBasis: 'monthly', name: 'Rough Terrain Crane 50 t', category: 'crane' },
  ],
  supervisionRatio: 0.25,
};

const crewUsage = { projectCount: 1, serviceCrewCount: 1, takeoffLineCount: 34 };

const { labourMembers: _labour, equipmentMembers: _equipment, ...fields } = crewInput.fields;

const keys = {
  crewId: responseSchema.id('Same as id.'),
  crewCode: alias(fields.code, 'code'),
  crewName: alias(fields.name, 'name'),
  ...fields,
  labourCount: responseSchema.number('Number of persons.'),
  equipmentCount: responseSchema.number('Number of machines.'),
  memberSummary: responseSchema.nullable(
    responseSchema.text('The persons in words, for example 1 PIPF Foreman, 4 PIPF Journeyman.'),
  ),
};

export const crewAnswer = exampled(named('Crew', record(keys)), crew);

const members = {
  labourMembers: responseSchema.list(crewLabourMember, 'Persons by trade and designation.'),
  equipmentMembers: responseSchema.list(crewEquipmentMember, 'Machines.'),
  supervisionRatio: responseSchema.nullable(
    responseSchema.number('Supervisory persons ÷ other persons, 4 decimals; null without others.'),
  ),
};

export const crewWithMembers = exampled(
  named('CrewWithMembers', record({ ...keys, ...members }, unavailable)),
  { ...crew, ...crewMembers },
);

const usage = responseSchema.object({
  projectCount: responseSchema.count('Projects that the crew was imported into.'),
  serviceCrewCount: responseSchema.count('Service crews that are made of it.'),
  takeoffLineCount: responseSchema.nullable(responseSchema.count('Takeoff lines that carry its code.')),
});

export const crewDetailed = exampled(
  named(
    'CrewDetailed',
    record(
      { ...keys, ...members, usage: responseSchema.described(usage, 'Where the crew is used.') },
      unavailable,
    ),
  ),
  { ...crew, ...crewMembers, usage: crewUsage },
);
