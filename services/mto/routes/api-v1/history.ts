import { historyRoutes, noteHistoryRoutes } from '@consulting/kernel/http';
import { reviewRecords } from '@consulting/mto-analysis';
import { type Ctx, lineHistory, undoInput, undoOperation } from '@consulting/mto-lines';
import { undoAnswer } from '../responses/undo';
import { route } from '../route';

export const history = [
  ...historyRoutes<Ctx>([lineHistory, { records: reviewRecords }]),
  ...noteHistoryRoutes<Ctx>([lineHistory]),
  route.post(
    '/history/takeoff-lines/:operationId/undo',
    {
      name: 'historyTakeoffLines.undo',
      summary: 'Undo an operation on takeoff lines',
      description:
        'Lines that it created go, lines that it deleted come back with their identifiers, changed fields get their earlier values, and the lines follow the rates of their crews as these are now. A line whose values are not those that the operation left is a conflict. The undo is an operation itself and can be undone. Of a reprice the rates of the crews are restored, too.',
      answer: undoAnswer,
      problems: [
        'ALREADY_UNDONE',
        'NOT_UNDOABLE',
        'CHANGED_SINCE',
        'CODE_EXISTS',
        'COUNT_MISMATCH',
        'HISTORY_EXPIRED',
        'NOT_FOUND',
        'SERVICE_APPROVED',
      ],
      example: { onConflict: 'skip', dryRun: false },
      body: undoInput.schema('create'),
      isBodyOptional: true,
      isBulk: true,
      success: 200,
    },
    (ctx, { params, body }) => undoOperation(ctx, params.operationId, body),
  ),
];
