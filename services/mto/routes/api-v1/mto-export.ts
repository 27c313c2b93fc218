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
