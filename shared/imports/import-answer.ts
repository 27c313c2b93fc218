import type { JsonSchema } from '../fields/field';
import { named } from '../fields/schema';
import { shown } from '../http/answer';
import { importStatuses } from './task-model';

const { object, list, nullable, count, text } = shown;

/** Answer to an accepted upload. */
export const acceptedImport = named(
  'AcceptedImport',
  object({ taskId: shown.id('For the status of the import.'), status: shown.choice(['queued']) }),
);

const message = named(
  'ImportMessage',
  object({
    sheet: nullable(text('Name of the sheet.')),
    row: nullable(count('Row as Excel shows it.')),
    column: nullable(text('Column letter as Excel shows it.')),
    field: nullable(text('Key of the field.')),
    value: nullable({ anyOf: [text(), shown.number(), shown.flag()], description: 'What the cell holds.' }),
    code: text('For programs.'),
    message: text('For a person.'),
  }),
);

const result = object({
  imported: count('Rows stored as new records.'),
  updated: count('Rows that changed a record.'),
  skipped: count('Rows that changed nothing.'),
  failed: count('Rows that were not stored.'),
  deleted: count('Records that a replacing import deleted.'),
});

/** The state of an import (resources.md 16) with the parameters of its service. */
export const importTask = (type: string, parameters: Record<string, JsonSchema>): JsonSchema =>
  object({
    taskId: shown.id(),
    type: { type: 'string', const: type },
    status: shown.choice(importStatuses, 'The last four are final.'),
    progress: object({
      current: count('Rows processed.'),
      total: count('Rows found; 0 until the file is read.'),
    }),
    result: nullable(result),
    errors: list(message, 'At most 1000.'),
    errorCount: count('All errors.'),
    warnings: list(message, 'At most 1000.'),
    error: nullable(object({ code: text(), message: text('For a person.') })),
    fileName: text(),
    fileSize: count('Bytes.'),
    ...parameters,
    createdBy: text('Name of the caller.'),
    createdAt: shown.time(),
    startedAt: nullable(shown.time()),
    finishedAt: nullable(shown.time()),
  });
