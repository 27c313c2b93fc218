import {
  importedExample,
  importedRows,
  responseSchema,
  rowMessages,
  workbookSchema,
} from '@consulting/kernel/http';
import { exampled, named } from '@consulting/kernel/schema';
import { recognitions } from '../table/table-columns';

const { choice, count, list, nullable, object, text } = responseSchema;

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

export const listImportResult = exampled(
  named(
    'ListImportResult',
    object({
      ...importedRows,
      imported: count('Rows that were stored as new records.'),
      updated: count('Rows that changed a record.'),
      skipped: count('Rows that changed nothing.'),
      warnings: rowMessages(
        'What was left out or should be looked at, the first 1000; a column is reported with the row of its header.',
      ),
      columns: list(reportedColumn, 'The columns as they were read.'),
    }),
  ),
  {
    ...importedExample,
    warnings: [],
    columns: [
      {
        ...{ sheet: 'rates', column: 'A', header: 'Name', field: 'name', how: 'key', unit: null },
        ...{ samples: ['North', 'South'], filled: 14, invalid: 1, proposals: [] },
      },
    ],
  },
);

export const exportSchema = {
  ...workbookSchema,
  description: 'An Excel workbook, or CSV in UTF-8 with a byte order mark.',
};
