import { named } from '@consulting/shared/fields/schema';
import { alias, record, shown, unavailable } from '@consulting/shared/http/answer';
import { crewInput } from '../../domain/crew/crew-fields';
import { crewEquipmentMember, crewLabourMember } from './crew-member';

const { labourMembers: _labour, equipmentMembers: _equipment, ...fields } = crewInput.fields;

const keys = {
  crewId: shown.id('Same as id.'),
  crewCode: alias(fields.code, 'code'),
  crewName: alias(fields.name, 'name'),
  ...fields,
  labourCount: shown.number('Persons.'),
  equipmentCount: shown.number('Machines.'),
  memberSummary: shown.nullable(shown.text('For example 1 PIPF Foreman, 4 PIPF Journeyman.')),
};

export const crewAnswer = named('Crew', record(keys));

const members = {
  labourMembers: shown.list(crewLabourMember),
  equipmentMembers: shown.list(crewEquipmentMember),
  supervisionRatio: shown.nullable(shown.number('Supervisory persons ÷ other persons.')),
};

/** A crew with its members, as a write answers it. */
export const crewWithMembers = named('CrewWithMembers', record({ ...keys, ...members }, unavailable));

const usage = shown.object({
  projectCount: shown.count('Projects that the crew was imported into.'),
  serviceCrewCount: shown.count('Service crews that are made of it.'),
  takeoffLineCount: shown.nullable(shown.count('Takeoff lines that carry its code.')),
});

export const crewDetailed = named('CrewDetailed', record({ ...keys, ...members, usage }, unavailable));
