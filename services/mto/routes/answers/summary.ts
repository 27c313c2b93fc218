import { disciplineSummary, takeoffTotals } from '@consulting/shared/contracts/discipline-summary';
import { named } from '@consulting/shared/fields/schema';
import { shown, unavailable } from '@consulting/shared/http/answer';
import { disciplines } from '../../fields/discipline';

const { object, list, nullable, count, text } = shown;

const discipline = shown.choice(disciplines);

/** Totals of a takeoff and its blocks by discipline (resources.md 15.5). */
export const takeoffSummary = named(
  'TakeoffSummary',
  object(
    {
      projectId: shown.id(),
      serviceId: nullable(shown.id('The service that was asked for.')),
      currency: nullable(text('Currency of the project.')),
      generatedAt: shown.time(),
      totals: object(takeoffTotals),
      byDiscipline: list(disciplineSummary, 'Used disciplines in the order of the discipline list.'),
    },
    unavailable,
  ),
);

export const disciplineList = named(
  'DisciplineList',
  object({
    projectId: shown.id(),
    disciplines: list(discipline),
    data: list(object({ discipline, label: text('For people.'), itemCount: count('Takeoff lines.') })),
    total: count('Disciplines that are used.'),
  }),
);

const value = { anyOf: [text(), shown.number(), shown.flag()] };

export const distinctValueList = named(
  'DistinctValueList',
  object({
    projectId: shown.id(),
    field: text('Key of the field.'),
    values: list(value, 'In the order of sorting.'),
    data: list(object({ value, count: count('Takeoff lines with the value.') })),
    emptyCount: count('Takeoff lines without a value.'),
    total: count('Distinct values, empty ones not counted.'),
    truncated: shown.flag('Whether more values exist than are listed.'),
  }),
);
