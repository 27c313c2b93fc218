import { importTask, importTaskState } from '@consulting/imports/import-answer';
import { listTaskSchema, listTaskType } from '@consulting/imports/list/list-task';
import { responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named, oneOf } from '@consulting/kernel/schema';
import { disciplines, importModes } from '@consulting/mto-engine';
import { importReconciliation, reconciliationExample } from './import-reconciliation';
import { importRevision } from './import-revision';

const errors = [
  {
    sheet: 'Piping',
    row: 14,
    rows: [14],
    count: 1,
    column: 'H',
    field: 'quantity',
    value: '12 m',
    code: 'NOT_A_NUMBER',
    message: '"12 m" is not a number',
  },
];

const takeoffImport = {
  taskId: exampleIds.importTask,
  type: 'mto-import',
  status: 'completed-with-errors',
  progress: { current: 61, total: 61 },
  result: { imported: 60, updated: 0, skipped: 0, failed: 1, deleted: 0 },
  errorCount: 1,
  warningCount: 0,
  fileName: 'piping-mto.xlsx',
  fileSize: 42276,
  mode: 'append',
  dryRun: false,
  projectId: exampleIds.project,
  serviceId: exampleIds.service,
  discipline: 'piping',
  corrects: null,
  undoneBy: null,
  createdBy: 'Jane Moreau',
  createdAt: '2025-07-21T12:00:00.000Z',
  startedAt: '2025-07-21T12:00:00.330Z',
  finishedAt: '2025-07-21T12:00:00.510Z',
};

const parameters = {
  mode: responseSchema.choice(
    importModes,
    'How rows become lines: append, replace, upsert or revise.',
    'ImportMode',
  ),
  dryRun: responseSchema.flag('Whether nothing was stored.'),
  projectId: responseSchema.id('Project of the lines.'),
  serviceId: responseSchema.id('Service of the lines.'),
  discipline: responseSchema.nullable(
    responseSchema.choice(disciplines, 'Discipline that the upload or its profile named.', 'Discipline'),
  ),
  corrects: responseSchema.nullable(
    responseSchema.id(
      'Import whose failed rows the file has, and whose decisions count where the form has none.',
    ),
  ),
  undoneBy: responseSchema.nullable(responseSchema.id('Operation that undid the import.')),
};

const ofTakeoff = named(
  'TakeoffImport',
  importTask(
    { const: 'mto-import' },
    {
      ...parameters,
      reconciliation: importReconciliation,
      revision: importRevision,
    },
  ),
);

const listImportTypes = ['equipment', 'wbs', 'subcontractor', 'trade', 'rate-card', 'crew', 'price-row'].map(
  listTaskType,
);

const ofList = named('ListImport', listTaskSchema(listImportTypes));

export const takeoffImportState = exampled(
  named('TakeoffImportState', responseSchema.object(importTaskState({ const: 'mto-import' }, parameters))),
  takeoffImport,
);

export const importState = exampled(named('ImportTask', oneOf([ofTakeoff, ofList])), {
  ...takeoffImport,
  errors,
  warnings: [],
  reconciliation: reconciliationExample,
  revision: null,
});

const exampleTicket = 'eyJhbGciOiJIUzI1NiJ9.eyJjYWxsZXIiOnt9fQ.dGhlIHNpZ25hdHVyZQ';

export const eventsTicket = exampled(
  named(
    'EventsTicket',
    responseSchema.object({
      ticket: responseSchema.text('Value of the parameter `ticket`; a secret while it is valid.'),
      expiresAt: responseSchema.time('Until when the ticket opens the stream.'),
      url: responseSchema.text('Path and query for EventSource, with the ticket in it.'),
    }),
  ),
  {
    ticket: exampleTicket,
    expiresAt: '2025-07-21T12:01:00.000Z',
    url: `/api/v1/mto/import/status/${exampleIds.importTask}/events?ticket=${exampleTicket}`,
  },
);

export const importEvents = {
  type: 'string',
  description:
    'Events whose data is an ImportTask as JSON and whose id is its status; the final state is the last one.',
};
