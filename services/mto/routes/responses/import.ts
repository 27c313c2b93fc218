import { importTask } from '@consulting/imports/import-answer';
import { exampled } from '@consulting/kernel/fields/example';
import { named, oneOf } from '@consulting/kernel/fields/schema';
import { responseSchema } from '@consulting/kernel/http/answer';
import { disciplines } from '../../fields/discipline';
import { importModes } from '../../fields/import-parameters';
import { takeoffImport } from '../examples/import';

const none = { type: 'null', description: 'Only imports of takeoff lines have it.' };

const ofTakeoff = named(
  'TakeoffImport',
  importTask('mto-import', {
    mode: responseSchema.choice(importModes, 'How rows become lines: append, replace or upsert.'),
    dryRun: responseSchema.flag('Whether nothing was stored.'),
    projectId: responseSchema.id('Project of the lines.'),
    serviceId: responseSchema.id('Service of the lines.'),
    discipline: responseSchema.nullable(
      responseSchema.choice(disciplines, 'Discipline that the upload named.'),
    ),
  }),
);

const ofEquipment = named(
  'EquipmentImport',
  importTask('equipment-import', {
    mode: none,
    dryRun: responseSchema.flag('Always false.'),
    projectId: none,
    serviceId: none,
    discipline: none,
    updateExisting: responseSchema.flag('Whether rows change equipment that exists.'),
  }),
);

export const importState = exampled(
  named('ImportTask', oneOf('type', { 'mto-import': ofTakeoff, 'equipment-import': ofEquipment })),
  takeoffImport,
);

export const importEvents = {
  type: 'string',
  description:
    'Events whose data is an ImportTask as JSON and whose id is its status; the final state is the last one.',
};
