import type { JsonSchema } from '@consulting/shared/fields/field';
import { answerSchema, named } from '@consulting/shared/fields/schema';
import { shown, unavailable } from '@consulting/shared/http/answer';
import { lineField } from '../../domain/line-fields';
import { commonFields } from '../../fields/registry';

const { object, list, nullable, number, count, text } = shown;

const growth = named(
  'Growth',
  object({
    before: number(),
    after: number(),
    growth: number('After less before.'),
    growthPercent: nullable(number('Percent of the figure before; null where that is 0.')),
  }),
);

const growthInUnit = object({
  unitOfMeasure: nullable(text()),
  before: number(),
  after: number(),
  growth: number('After less before.'),
  growthPercent: nullable(number('Percent of the figure before.')),
});

const block = {
  lines: growth,
  quantities: list(growthInUnit, 'In each unit of measure.'),
  totalManHours: growth,
  totalCost: growth,
};

const namingKeys = ['discipline', 'itemNumber', 'tag', 'description', 'unitOfMeasure', 'wbsCode'];

const line = {
  mtoId: shown.id(),
  ...Object.fromEntries(
    commonFields
      .filter(({ key }) => namingKeys.includes(key))
      .map((field) => [field.key, answerSchema(lineField(field))]),
  ),
};

const singleLine = named(
  'ComparedLine',
  object({ ...line, quantity: number(), totalManHours: number('Man-hours.'), totalCost: number() }),
);

const value: JsonSchema = { type: ['string', 'number', 'boolean', 'null'] };

const changedLine = named(
  'ChangedLine',
  object(
    {
      ...line,
      quantity: growth,
      totalManHours: growth,
      totalCost: growth,
      fields: shown.map(object({ before: value, after: value }), 'Every field with another value, by key.'),
    },
    { previousMtoId: shown.id('Identifier before, of a line that matches by discipline and item number.') },
  ),
);

/** Two states of a takeoff beside each other (resources.md 15.6). */
export const takeoffComparison = named(
  'TakeoffComparison',
  object(
    {
      projectId: shown.id(),
      serviceId: shown.id(),
      currency: nullable(text('Currency of the project.')),
      from: nullable(text('An estimation version, or current.')),
      to: nullable(text('An estimation version, or current.')),
      totals: object(block),
      byDiscipline: list(object({ discipline: text(), ...block })),
      byWbs: list(object({ wbsCode: nullable(text()), ...block }), 'Lines without a code last.'),
      added: list(singleLine),
      removed: list(singleLine),
      changed: list(changedLine),
      total: object({ added: count(), removed: count(), changed: count() }),
      skip: count('Lines of each list left out.'),
      limit: count('Most lines of each list.'),
    },
    { taskId: shown.id('Import that is compared with what was before.'), ...unavailable },
  ),
);
