import { inTurn, whatIf, whatIfInput } from '@consulting/mto-lines';
import { whatIfOrder } from '../examples/what-if';
import { whatIfAnswer } from '../responses/what-if';
import { route } from '../route';

export const mtoWhatIf = [
  route.post(
    '/mto/what-if',
    {
      name: 'mto.whatIf',
      summary: 'Figures that changes would lead to',
      description:
        'Man-hours and costs before and after edits of lines and other rates of crews, in total, by discipline and by root of the WBS; nothing is stored. It is calculated as if the edits were made one after the other, and then the rates: lines with a labour rate entered by hand keep it. Filters select lines as they are stored. Lines of approved services can be asked about, too.',
      answer: whatIfAnswer,
      problems: ['NOT_FOUND', 'RESULT_INVALID'],
      example: whatIfOrder,
      body: whatIfInput.schema('create'),
      success: 200,
      isReadingOnly: true,
    },
    (ctx, { body, signal }) => inTurn(ctx, signal, (ctx) => whatIf(ctx, body, signal)),
  ),
];
