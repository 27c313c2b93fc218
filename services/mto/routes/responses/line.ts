import { exampled } from '@consulting/kernel/fields/example';
import type { JsonSchema } from '@consulting/kernel/fields/field';
import { answerSchema, named, oneOf } from '@consulting/kernel/fields/schema';
import { recordKeys, responseSchema } from '@consulting/kernel/http/answer';
import { lineField } from '../../domain/line/input';
import { byDiscipline, type Discipline, disciplineNames } from '../../fields/discipline';
import type { Field } from '../../fields/field';
import { commonFields, ownFields } from '../../fields/registry';
import { line } from '../examples/line';

const answers = (fields: readonly Field[]): Record<string, JsonSchema> =>
  Object.fromEntries(fields.map((field) => [field.key, answerSchema(lineField(field))]));

const common = named(
  'TakeoffLineCommon',
  responseSchema.object({
    ...recordKeys,
    mtoId: responseSchema.id('Same as id.'),
    ...answers(commonFields),
    crewRateMatched: responseSchema.flag('Whether the crew code names a crew of the service.'),
    wbsMatched: responseSchema.flag('Whether the WBS code names an item of the project.'),
    importTaskId: responseSchema.nullable(responseSchema.id('Import that brought the line.')),
  }),
);

function lineOf(discipline: Discipline): JsonSchema {
  const own = responseSchema.object({
    discipline: { type: 'string', const: discipline, description: 'Discipline of the line.' },
    ...answers(ownFields[discipline]),
  });
  const whole = named(`${disciplineNames[discipline]}Line`, { ...own, allOf: [common] });
  return discipline === line.discipline ? exampled(whole, line) : whole;
}

export const lineAnswer = exampled(named('TakeoffLine', oneOf('discipline', byDiscipline(lineOf))), line);
