import {
  importedExample,
  importedRows,
  responseSchema,
  rowMessages,
  workbookSchema,
} from '@consulting/kernel/http';
import { exampled, named } from '@consulting/kernel/schema';
import { reportedColumn } from '../import-answer';

const { count, list, object } = responseSchema;

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
