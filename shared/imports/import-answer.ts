import { responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, type JsonSchema, named, plainValue } from '@consulting/kernel/schema';
import { recognitions } from './mapping';
import { importStatuses } from './task/task-model';

const { choice, object, list, nullable, count, sentence, text, described } = responseSchema;

export const acceptedImport = exampled(
  named(
    'AcceptedImport',
    object({
      taskId: responseSchema.id('For the status of the import.'),
      status: { type: 'string', const: 'queued', description: 'Always queued.' },
    }),
  ),
  { taskId: exampleIds.importTask, status: 'queued' },
);

const message = named(
  'ImportMessage',
  object({
    sheet: nullable(text('Name of the sheet.')),
    row: nullable(count('First row, as Excel shows it.')),
    rows: list(count('Row as Excel shows it.'), 'The first 100 rows of which the message says the same.'),
    count: count('How many rows there are of which it says the same.'),
    column: nullable(text('Column letter as Excel shows it.')),
    field: nullable(text('Key of the field.')),
    value: described(plainValue, 'What the cell holds.'),
    code: text('For programs.'),
    message: sentence('For a person.'),
  }),
);

const result = named(
  'ImportCounts',
  object({
    imported: count('Rows stored as new records.'),
    updated: count('Rows that changed a record.'),
    skipped: count('Rows that changed nothing.'),
    failed: count('Rows that were not stored.'),
    deleted: count('Records that a replacing import deleted.'),
  }),
);

const progress = named(
  'ImportProgress',
  object({
    current: count('Rows processed.'),
    total: count(
      'Rows found: 0 until the file is looked at, an estimate while rows are stored as they are read, exact after that.',
    ),
  }),
);

export const importFailure = described(
  nullable(
    named('ImportFailure', object({ code: text('For programs.'), message: sentence('For a person.') })),
  ),
  'Why the import failed; null unless it did.',
);

const lists = {
  errors: list(
    message,
    'What is wrong with rows that were not stored; at most 1000. Left out with details=false.',
  ),
  warnings: list(
    message,
    'What was left out or should be looked at; at most 1000. Left out with details=false.',
  ),
};

export const importTask = (
  type: JsonSchema,
  parameters: Record<string, JsonSchema>,
  details: Record<string, JsonSchema> = {},
): JsonSchema => object(importTaskState(type, parameters), { ...lists, ...details });

export const importTaskState = (type: JsonSchema, parameters: Record<string, JsonSchema>) => ({
  taskId: responseSchema.id('Identifier of the import.'),
  type: { type: 'string', ...type, description: 'What is imported.' },
  status: responseSchema.choice(
    importStatuses,
    'Where the import stands; the last four are final.',
    'ImportStatus',
  ),
  progress: described(progress, 'How far the import is.'),
  result: described(
    nullable(result),
    'What the import did; null until it has ended, and when the file could not be read.',
  ),
  errorCount: count('Number of all errors, those of one message counted row by row.'),
  warningCount: count('Number of all warnings, those of one message counted row by row.'),
  error: importFailure,
  fileName: text('Name of the file.'),
  fileSize: count('Size of the file in bytes.'),
  ...parameters,
  createdBy: text('Name of the caller.'),
  createdAt: responseSchema.time('When the file was accepted, UTC.'),
  startedAt: nullable(responseSchema.time('When a worker took the import up, UTC.')),
  finishedAt: nullable(responseSchema.time('When the import ended, UTC.')),
});

export const reportedColumn = named(
  'ReportedColumn',
  object({
    sheet: text('Name of the sheet; of a CSV file its name.'),
    column: text('Column letter as Excel shows it.'),
    header: text('Header as it is in the file.'),
    field: nullable(text('Key of the field that takes the column; null when it is left out.')),
    how: choice(recognitions, 'How the field was recognised.'),
    unit: nullable(text('Unit of the values.')),
    samples: list(text(), 'The first values, at most three.'),
    filled: count('Rows with a value.'),
    invalid: count('Rows that were refused because of this column.'),
    proposals: list({}, 'Always empty.'),
  }),
);
