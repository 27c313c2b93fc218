import { fileDownload, workbookDownload, workbookSchema, workbookType } from '@consulting/kernel/http';
import {
  csvType,
  type ExportFile,
  exportInput,
  exportLines,
  exportQuery,
  importTemplate,
  ndjsonType,
  readExport,
  readExportQuery,
  templateQuery,
} from '@consulting/mto-documents';
import { withView } from '@consulting/mto-lines';
import { exportOrder } from '../examples/line';
import { route } from '../route';

const exportTypes = [workbookType, csvType, ndjsonType];

const exportedFile = {
  type: 'string',
  format: 'binary',
  description: 'An Excel workbook, CSV in UTF-8, or one JSON object in each line.',
};

const ignoredHeader = {
  'X-Ignored': {
    description:
      'Fields of the view that lines do not have or an export cannot give, separated by commas. Only with `viewId`.',
    schema: { type: 'string' },
  },
};

function exported({ fileName, type, bytes }: ExportFile, ignored?: readonly string[]): Response {
  const file = fileDownload(fileName, type, bytes);
  if (ignored) file.headers.set('X-Ignored', ignored.join(', '));
  return file;
}

export const mtoExport = [
  route.get(
    '/mto/export',
    {
      name: 'mto.export',
      summary: 'Export takeoff lines as an Excel workbook, CSV or NDJSON',
      description:
        'A stream of all lines of one moment, however many. Without `columns` a workbook or CSV comes back by an import as it was; NDJSON is for programs.',
      answer: exportedFile,
      answerHeaders: ignoredHeader,
      problems: ['NOT_FOUND', 'NO_SNAPSHOT'],
      query: exportQuery,
      isBulk: true,
      answerType: exportTypes,
    },
    async (ctx, { query, signal }) => {
      const { request, ignored } = await withView(ctx, query, 'export');
      return exported(await exportLines(ctx, readExportQuery(request), signal), ignored);
    },
  ),
  route.post(
    '/mto/export',
    {
      name: 'mto.exportSelected',
      summary: 'Export the takeoff lines that meet criteria as an Excel workbook, CSV or NDJSON',
      description: 'As the export of all lines, of those alone that meet the criteria of a search.',
      answer: exportedFile,
      answerHeaders: ignoredHeader,
      problems: ['NOT_FOUND', 'NO_SNAPSHOT'],
      example: exportOrder,
      body: exportInput.schema('create'),
      success: 200,
      isBulk: true,
      isReadingOnly: true,
      answerType: exportTypes,
    },
    async (ctx, { body, signal }) => {
      const { request, ignored } = await withView(ctx, body, 'export');
      return exported(await exportLines(ctx, readExport(request), signal), ignored);
    },
  ),
  route.get(
    '/mto/template',
    {
      name: 'mto.template',
      summary: 'Download a workbook to fill in and import',
      description:
        'Drop-down lists, units, an example row and a sheet that explains every key, for one discipline.',
      answer: workbookSchema,
      query: templateQuery,
      answerType: workbookType,
    },
    async (_, { query }) => {
      const { fileName, bytes } = await importTemplate(query);
      return workbookDownload(fileName, bytes);
    },
  ),
];
