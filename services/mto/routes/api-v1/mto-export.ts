import { fileDownload, workbookDownload, workbookSchema, workbookType } from '@consulting/kernel/http';
import {
  checkColumns,
  csvType,
  exportInput,
  exportLines,
  exportQuery,
  importTemplate,
  ndjsonType,
  readExport,
  templateQuery,
} from '@consulting/mto-documents';
import { exportOrder } from '../examples/line';
import { route } from '../route';

const exportTypes = [workbookType, csvType, ndjsonType];

const exportedFile = {
  type: 'string',
  format: 'binary',
  description: 'An Excel workbook, CSV in UTF-8, or one JSON object in each line.',
};

export const mtoExport = [
  route.get(
    '/mto/export',
    {
      name: 'mto.export',
      summary: 'Export takeoff lines as an Excel workbook, CSV or NDJSON',
      description:
        'A stream of all lines of one moment, however many. Without `columns` a workbook or CSV comes back by an import as it was; NDJSON is for programs.',
      answer: exportedFile,
      problems: ['NOT_FOUND', 'NO_SNAPSHOT'],
      query: exportQuery,
      isBulk: true,
      answerType: exportTypes,
    },
    async (ctx, { query, signal }) => {
      const { fileName, type, bytes } = await exportLines(ctx, checkColumns(query), signal);
      return fileDownload(fileName, type, bytes);
    },
  ),
  route.post(
    '/mto/export',
    {
      name: 'mto.exportSelected',
      summary: 'Export the takeoff lines that meet criteria as an Excel workbook, CSV or NDJSON',
      description: 'As the export of all lines, of those alone that meet the criteria of a search.',
      answer: exportedFile,
      problems: ['NOT_FOUND', 'NO_SNAPSHOT'],
      example: exportOrder,
      body: exportInput.schema('create'),
      success: 200,
      isBulk: true,
      isReadingOnly: true,
      answerType: exportTypes,
    },
    async (ctx, { body, signal }) => {
      const { fileName, type, bytes } = await exportLines(ctx, readExport(body), signal);
      return fileDownload(fileName, type, bytes);
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
