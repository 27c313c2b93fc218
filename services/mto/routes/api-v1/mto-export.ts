import { workbookDownload, workbookSchema, workbookType } from '@consulting/kernel/http/workbook-download';
import { exportInput, exportLines, exportQuery, readExport } from '../../domain/export/export-lines';
import { importTemplate, templateQuery } from '../../domain/template/template';
import { exportOrder } from '../examples/line';
import { route } from '../route';

export const mtoExport = [
  route.get(
    '/mto/export',
    {
      name: 'mto.export',
      summary: 'Export takeoff lines as an Excel workbook',
      description:
        'One sheet with the common columns and those in use, or a sheet for each discipline. It streams while it is made and can be imported again.',
      answer: workbookSchema,
      problems: ['NOT_FOUND', 'NO_SNAPSHOT'],
      query: exportQuery,
      isBulk: true,
      answerType: workbookType,
    },
    async (ctx, { query, signal }) => {
      const { fileName, bytes } = await exportLines(ctx, query, signal);
      return workbookDownload(fileName, bytes);
    },
  ),
  route.post(
    '/mto/export',
    {
      name: 'mto.exportSelected',
      summary: 'Export the takeoff lines that meet criteria as an Excel workbook',
      description:
        'As the export by query, for criteria as in the search. Stores nothing, so a Reader may call it.',
      answer: workbookSchema,
      problems: ['NOT_FOUND', 'NO_SNAPSHOT'],
      example: exportOrder,
      body: exportInput.schema('create'),
      success: 200,
      isBulk: true,
      isReadingOnly: true,
      answerType: workbookType,
    },
    async (ctx, { body, signal }) => {
      const { fileName, bytes } = await exportLines(ctx, readExport(body), signal);
      return workbookDownload(fileName, bytes);
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
