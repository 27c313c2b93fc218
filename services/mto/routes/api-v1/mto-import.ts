import { storeUpload } from '@consulting/imports/accept-upload';
import { acceptedImport } from '@consulting/imports/import-answer';
import { fileDownload, pageOf, workbookSchema, workbookType } from '@consulting/kernel/http';
import { pricedReturnQuery, returnedTypes, returnPriced } from '@consulting/mto-documents';
import {
  acceptImport,
  cancelImportTask,
  followImport,
  getImportErrors,
  getImportSurvey,
  getImportTask,
  importFormSchema,
  importListQuery,
  importStatusQuery,
  issueTicket,
  listImports,
} from '@consulting/mto-imports';
import { eventsTicket, importEvents, importState, takeoffImportState } from '../responses/import';
import { importSurvey } from '../responses/import-survey';
import { route } from '../route';

const returnedFile = {
  type: 'string',
  format: 'binary',
  description: 'The uploaded workbook, or CSV, with figures filled in.',
};

export const mtoImport = [
  route.post(
    '/mto/import/async',
    {
      name: 'mto.import',
      summary: 'Import takeoff lines from an Excel or CSV file',
      description:
        'Stores the upload and answers at once; follow the task by its status or its events. Valid rows are stored together when it ends, others are listed. The same file within 24 hours is refused without `force`; `survey` and `dryRun` store nothing.',
      answer: acceptedImport,
      problems: [
        'NOT_FOUND',
        'UNSUPPORTED_FILE_TYPE',
        'SERVICE_APPROVED',
        'DUPLICATE_UPLOAD',
        'UPLOAD_EXPIRED',
      ],
      upload: { parts: importFormSchema, receive: storeUpload, isFileOptional: true },
      success: 200,
    },
    (ctx, { upload }) => acceptImport(ctx, upload),
  ),
  route.get(
    '/mto/imports',
    {
      name: 'mto.imports',
      summary: 'List imports of takeoff lines into a project, without errors and warnings',
      description: 'Newest first; tasks are stored for 30 days.',
      answer: pageOf(takeoffImportState),
      problems: ['NOT_FOUND'],
      query: importListQuery,
    },
    (ctx, { query }) => listImports(ctx, query),
  ),
  route.get(
    '/mto/import/status/:taskId',
    {
      name: 'mto.importStatus',
      summary: 'Get the state of an import',
      description:
        'Of takeoff and list imports alike. `progress` moves while it runs, `result` is set when it has ended; `details=false` leaves out errors and warnings.',
      answer: importState,
      query: importStatusQuery,
    },
    (ctx, { params, query }) => getImportTask(ctx, params.taskId, query.details),
  ),
  route.post(
    '/mto/import/status/:taskId/cancel',
    {
      name: 'mto.importCancel',
      summary: 'Cancel an import that waits or runs; nothing of it is stored',
      description:
        'Rows become visible only when an import ends, so a cancelled one leaves nothing. One that has ended is refused.',
      answer: importState,
      problems: ['IMPORT_FINISHED'],
      success: 200,
    },
    (ctx, { params }) => cancelImportTask(ctx, params.taskId),
  ),
  route.get(
    '/mto/import/status/:taskId/survey',
    {
      name: 'mto.importSurvey',
      summary:
        'See how the file of an import is understood: sheets, columns, proposals and what is to be decided',
      description:
        'Of a task with `survey=true` or any that has read its file. `suggested` holds form parts that may be sent back with the import.',
      answer: importSurvey,
      problems: ['IMPORT_RUNNING'],
    },
    (ctx, { params }) => getImportSurvey(ctx, params.taskId),
  ),
  route.get(
    '/mto/import/status/:taskId/workbook',
    {
      name: 'mto.importWorkbook',
      summary: 'Get the uploaded file back with what its lines cost now',
      description:
        'The workbook as it was, every part of it but the sheets with lines byte for byte; a CSV in its own form. In the row of each line its figures are filled into the cells of the column that the file has for a field, where they are empty, else into a new column behind the table. A figure of the file that differs from that of its line stays, and that of the line stands behind the table under a header that says so, or with `own=replace` in its place; `X-Differing` counts these figures, and in a workbook a sheet lists their columns. Several imports of the same file into the same service come back as one file: where several stored a row, the newest counts whose line still exists. Other cells that hold something stay, and so do rows that were not imported. When lines have been deleted since, the cell behind the headers says how many rows have no figures. Sums that the file holds are calculated anew by the program that opens it.',
      answer: returnedFile,
      answerHeaders: {
        'X-Differing': {
          description: 'How many figures of the file differ from those of its lines.',
          schema: { type: 'integer', minimum: 0 },
        },
      },
      answerType: returnedTypes,
      problems: [
        'IMPORT_RUNNING',
        'NOTHING_STORED',
        'ROWS_UNKNOWN',
        'UPLOAD_EXPIRED',
        'NO_ROOM_FOR_COLUMNS',
        'NO_BID_SPREAD',
      ],
      query: pricedReturnQuery,
      isBulk: true,
    },
    async (ctx, { params, query, signal }) => {
      const { fileName, type, differing, bytes } = await returnPriced(ctx, params.taskId, query, signal);
      const file = fileDownload(fileName, type, bytes);
      file.headers.set('X-Differing', String(differing));
      return file;
    },
  ),
  route.get(
    '/mto/import/status/:taskId/events',
    {
      name: 'mto.importEvents',
      summary: 'Follow an import: its state as server-sent events until it has ended',
      description:
        'A caller may have ten of these streams open at once. A stream ends before the import when the credential that opened it is revoked or expires. The parameter `ticket` takes the place of credentials, see `POST …/events/ticket`.',
      answer: importEvents,
      answerType: 'text/event-stream',
    },
    (ctx, { params, lastEventId, signal }) => followImport(ctx, params.taskId, { lastEventId, signal }),
  ),
  route.post(
    '/mto/import/status/:taskId/events/ticket',
    {
      name: 'mto.importEventsTicket',
      summary: 'Get a ticket to follow an import from a browser, whose EventSource cannot send headers',
      description:
        'The ticket opens the events of this import alone, in the name and with the role of the caller, for a minute; a stream that is open goes on after that, for as long as the credential of the caller counts. Open `url` with EventSource; after a break later than that ask for another ticket. The ticket of a revoked key is refused.',
      answer: eventsTicket,
      isReadingOnly: true,
    },
    (ctx, { params }) => issueTicket(ctx, params.taskId),
  ),
  route.get(
    '/mto/import/status/:taskId/errors',
    {
      name: 'mto.importErrors',
      summary: 'Download the rows that failed with the reasons, as a workbook',
      description:
        'The rows as they were with a column of reasons; the corrected workbook can be imported again. 404 when no row failed.',
      answer: workbookSchema,
      answerType: workbookType,
      problems: ['IMPORT_RUNNING'],
    },
    (ctx, { params }) => getImportErrors(ctx, params.taskId),
  ),
];
