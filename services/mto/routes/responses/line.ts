import { pageOf, recordKeys, responseSchema } from '@consulting/kernel/http';
import {
  answerSchema,
  exampled,
  exampleOf,
  type JsonSchema,
  named,
  plainValue,
} from '@consulting/kernel/schema';
import {
  byDiscipline,
  commonFields,
  disciplineNames,
  type Field,
  lineField,
  ownFields,
  ownSchemas,
} from '@consulting/mto-engine';
import { line } from '../examples/line';
import { aggregateValues, ignored } from './aggregate';

const answers = (fields: readonly Field[]): Record<string, JsonSchema> =>
  Object.fromEntries(fields.map((field) => [field.key, answerSchema(lineField(field))]));

const { object, text, time, described } = responseSchema;

const linePrice = named(
  'LinePrice',
  object({
    priceBook: text('Code of the price book.'),
    rowCode: text('Code of the row in its book.'),
    value: described(plainValue, 'What the row gives, before driver and conversions.'),
    driver: responseSchema.nullable(text('Key of the field by which the value is multiplied.')),
    at: time('When the line was priced.'),
  }),
);

export const pricing = described(
  responseSchema.nullable(named('LinePricing', { type: 'object', additionalProperties: linePrice })),
  'Of which row of a price book a value is, by field.',
);

const commonKeys = {
  ...recordKeys,
  mtoId: responseSchema.id('Same as id.'),
  ...answers(commonFields),
  crewRateMatched: responseSchema.flag('Whether the crew code names a crew of the service.'),
  wbsMatched: responseSchema.flag('Whether the WBS code names an item of the project.'),
  importTaskId: responseSchema.nullable(responseSchema.id('Import that brought the line.')),
  pricing,
};

const common = named('TakeoffLineCommon', responseSchema.object({}, commonKeys));

const isComputed = ({ computed }: Field) => computed !== undefined;

const partOf = byDiscipline((discipline) =>
  named(`${disciplineNames[discipline]}LinePart`, {
    type: 'object',
    required: ['id', 'version'],
    properties: {
      discipline: { type: 'string', const: discipline, description: 'Discipline of the line.' },
      ...answers(ownFields[discipline].filter(isComputed)),
    },
    allOf: [common, ownSchemas[discipline]],
  }),
);

const lineParts = {
  description:
    'A line of a list: whole, unless `fields` names the keys that are wanted or `omitEmpty` leaves out those that are null.',
  anyOf: Object.values(partOf),
};

export const linePart = named('TakeoffLinePart', lineParts);

const wholePipingLine = {
  ...partOf.piping,
  required: [...Object.keys(commonKeys), ...ownFields.piping.map(({ key }) => key)],
};

/** The keys of the disciplines are described in words, which spares clients nine more types. */
export const lineAnswer = exampled(
  named('TakeoffLine', {
    description: 'A whole line: it has all keys of its discipline, those without a value as null.',
    allOf: [linePart],
    required: Object.keys(commonKeys),
  }),
  exampleOf(exampled(wholePipingLine, line)),
);

exampled(linePart, exampleOf(lineAnswer));

const next = responseSchema.nullable(
  responseSchema.text(
    'Where the lines behind this page begin, for `after` of the next request with the same selection and sort; null on the last page. Pages that are read so cost the same however far they lie, and show no line twice.',
  ),
);

export const linePage = pageOf(linePart, { more: { next }, optional: ignored, name: 'TakeoffLine' });

export const lineSearchPage = pageOf(linePart, {
  more: { next },
  optional: { sums: aggregateValues, ...ignored },
  name: 'TakeoffLineSearch',
});
