import { named } from '@consulting/shared/fields/schema';
import { shown } from '@consulting/shared/http/answer';
import { importTask } from '@consulting/shared/imports/import-answer';
import { importModes } from '../../domain/import/import-parameters';
import { disciplines } from '../../fields/discipline';

export const takeoffImport = named(
  'TakeoffImport',
  importTask('mto-import', {
    mode: shown.choice(importModes),
    dryRun: shown.flag(),
    projectId: shown.id(),
    serviceId: shown.id(),
    discipline: shown.nullable(shown.choice(disciplines)),
  }),
);
