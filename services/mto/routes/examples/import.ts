import { exampleIds } from '@consulting/kernel/fields/example';

export const takeoffImport = {
  taskId: exampleIds.importTask,
  type: 'mto-import',
  status: 'completed-with-errors',
  progress: { current: 61, total: 61 },
  result: { imported: 60, updated: 0, skipped: 0, failed: 1, deleted: 0 },
  errors: [
    {
      sheet: 'Piping',
      row: 14,
      column: 'H',
      field: 'quantity',
      value: '12 m',
      code: 'NOT_A_NUMBER',
      message: '"12 m" is not a number',
    },
  ],
  errorCount: 1,
  fileName: 'piping-mto.xlsx',
  fileSize: 42276,
  mode: 'append',
  dryRun: false,
  projectId: exampleIds.project,
  serviceId: exampleIds.service,
  createdBy: 'Jane Moreau',
  createdAt: '2025-07-21T12:00:00.000Z',
  startedAt: '2025-07-21T12:00:00.330Z',
  finishedAt: '2025-07-21T12:00:00.510Z',
};
