import { type ProblemTable, responseSchema } from '@consulting/kernel/http';
import { reportedColumn } from './import-answer';

const { count, id, list } = responseSchema;

export const problems = {
  FILE_UNREADABLE: {
    status: 400,
    meaning: 'The file is damaged, or lacks a header that is needed.',
    facts: { columns: list(reportedColumn, 'The columns of a file that lacks a header, for a mapping.') },
  },
  UNSUPPORTED_FILE_TYPE: { status: 400, meaning: 'The file is neither a workbook nor CSV.' },
  DUPLICATE_UPLOAD: {
    status: 409,
    meaning: 'The same file was imported into the service within 24 hours; `taskId` is that import.',
    facts: { taskId: id('The import that is meant.') },
  },
  UPLOAD_EXPIRED: { status: 409, meaning: 'The file of the import is no longer stored.' },
  IMPORT_FINISHED: {
    status: 409,
    meaning: 'The import has ended, and cannot be cancelled any more.',
    facts: { taskId: id('The import that is meant.') },
  },
  IMPORT_RUNNING: {
    status: 409,
    meaning: 'An import into the service is queued or running.',
    facts: { running: count('Imports that are queued or running.'), taskId: id('The import that is meant.') },
  },
} satisfies ProblemTable;

declare module '@consulting/kernel/schema/errors' {
  interface ErrorCodes extends Record<keyof typeof problems, true> {}
}
