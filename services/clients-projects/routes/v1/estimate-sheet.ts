import { sheetInput } from '../../domain/estimate-sheet-fields';
import { getSheet, updateSheet } from '../../domain/estimate-sheet-record';
import { estimateSheetAnswer, sheetChanges } from '../responses/estimate-sheet';
import { route } from '../route';

const path = '/projects/:projectId/services/:serviceId/estimations/:estimationId/sheet';

export const estimateSheet = [
  route.get(
    path,
    {
      name: 'estimations.getSheet',
      summary: 'Get the estimate sheet of a version',
      description:
        'What stands between the lines and the price, with its amounts: of a draft those of the current lines, else those of the moment when it ceased to be one. A version without a sheet has no items. The version of the record is that of the estimation.',
      answer: estimateSheetAnswer,
      problems: ['NOT_AN_ESTIMATION_SERVICE'],
    },
    (ctx, { params }) => getSheet(ctx, params, params.estimationId),
  ),
  route.put(
    path,
    {
      name: 'estimations.updateSheet',
      summary: 'Write the estimate sheet of a draft',
      description:
        'All items at once, in their order. Every line counts once, in the first direct item whose filters find it; each amount is rounded to the cent before another uses it, and subtotals count nowhere. What is neither direct nor a subtotal is added to `totals.subtotal` of the version. Codes that are calculated from each other in a circle are refused. Quantities from the schedule (`quantityFrom`) are not accepted.',
      answer: estimateSheetAnswer,
      problems: ['NOT_AN_ESTIMATION_SERVICE', 'SERVICE_APPROVED'],
      example: sheetChanges,
      body: sheetInput.schema('update'),
    },
    (ctx, { params, body }) => updateSheet(ctx, params, params.estimationId, body),
  ),
];
