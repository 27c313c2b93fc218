import { exportLines } from '../../domain/export/export-lines';
import { exportQuery } from '../../domain/export/query';
import { route } from '../route';
import { workbookDownload, workbookType } from '../workbook-download';

export const mtoExport = [
  route.get(
    '/mto/export',
    {
      name: 'mto.export',
      summary: 'Export takeoff lines as an Excel workbook',
      query: exportQuery,
      answerType: workbookType,
    },
    async (ctx, { query }) => {
      const { fileName, bytes } = await exportLines(ctx, query);
      return workbookDownload(fileName, bytes);
    },
  ),
];
