import { fieldsNamed } from '@consulting/mto-engine';
import type { DisciplineColumns } from '../sheet/columns';
import type { SheetSurvey } from './sheet-survey';

export const usualKeys = ['sourceId', 'itemNumber', 'tag'];

type Surveys = readonly SheetSurvey[];

const columnsOf = ({ disciplines }: SheetSurvey): DisciplineColumns[] => [...disciplines.values()];

export const hasColumn = (surveys: Surveys, key: string): boolean =>
  surveys.some((survey) =>
    columnsOf(survey).some(({ fields }) => fields.some(({ field }) => field.key === key)),
  );

/** The keys that a revision could be matched by, the usual one first (estimating.md 25.2). */
export const identityKeys = (surveys: Surveys): string[] =>
  usualKeys.filter((key) => hasColumn(surveys, key));

/** Rows that have a value of one of the fields. */
export const filledIn = (surveys: Surveys, keys: readonly string[]): number =>
  surveys.reduce((sum, survey) => {
    const columns = columnsOf(survey).flatMap(({ fields }) =>
      fields.flatMap(({ field, column }) => (keys.includes(field.key) ? [column.index] : [])),
    );
    return sum + Math.max(0, ...columns.map(survey.figures.filled));
  }, 0);

export const hasMtoIds = (surveys: Surveys): boolean =>
  surveys.some((survey) =>
    columnsOf(survey).some(({ idColumn }) => idColumn !== null && survey.figures.filled(idColumn.index) > 0),
  );

export const labelsOf = (keys: readonly string[]): string =>
  keys.map((key) => fieldsNamed(key)[0]?.label ?? key).join(' + ');
