import { exampled } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { alias, record, responseSchema, unavailable } from '@consulting/kernel/http/answer';
import { crewInput } from '../../domain/crew/crew-fields';
import { crew, crewMembers, crewUsage } from '../examples/crew';
import { crewEquipmentMember, crewLabourMember } from './crew-member';

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
