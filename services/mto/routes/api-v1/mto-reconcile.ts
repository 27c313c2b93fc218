import { fileDownload, workbookSchema, workbookType } from '@consulting/kernel/http';
import { reconcile, reconcileInput } from '@consulting/mto-analysis';
import { reconcileQuery, reconciliationFile } from '@consulting/mto-documents';
import { inTurn } from '@consulting/mto-lines';
import { reconcileOrder } from '../examples/reconcile';
import { reconciliation } from '../responses/reconciliation';
import { route } from '../route';

export const mtoReconcile = [
  route.post(
    '/mto/reconcile',
    {
      name: 'mto.reconcile',
      summary: 'Explain why the total of a takeoff moved, by cause',
      description:
        'Compares two versions, a version and the current lines, or the lines before an import, and splits the difference of their totals by cause, exactly. Lines match by identifier, else by sourceId, else by discipline and item number. Before an import is the state that history has of the moment before it, whatever happened since.',
      answer: reconciliation,
      otherAnswers: { [workbookType]: workbookSchema },
      query: reconcileQuery,
      problems: ['NOT_FOUND', 'NO_SNAPSHOT', 'IMPORT_RUNNING', 'HISTORY_EXPIRED'],
      example: reconcileOrder,
      body: reconcileInput.schema('create'),
      success: 200,
      isReadingOnly: true,
    },
    async (ctx, { body, query, signal }) => {
      if (query.format === 'json') return inTurn(ctx, signal, (ctx) => reconcile(ctx, body, signal));
      const { fileName, type, bytes } = await reconciliationFile(ctx, body, query, signal);
      return fileDownload(fileName, type, bytes);
    },
  ),
];
