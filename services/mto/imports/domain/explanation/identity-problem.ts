import type { FormParts, ImportParameters, SurveyedSheet, SurveyProblem } from '@consulting/mto-engine';
import { quotable } from '@consulting/spreadsheet/table/cell-text';
import { filledIn, hasMtoIds, identityKeys, labelsOf, usualKeys } from '../survey/identity-columns';
import type { SheetSurvey } from '../survey/sheet-survey';
import { columnName } from './problems';

const servingMin = 0.5;

/** Rows of an upsert that no line can have, with what could serve as their identity (estimating.md 25.3). */
export function identityProblem(
  surveys: readonly SheetSurvey[],
  sheets: readonly SurveyedSheet[],
  { mode }: ImportParameters,
): SurveyProblem | null {
  const isKnown = hasMtoIds(surveys) || filledIn(surveys, ['itemNumber']) > 0;
  if (mode !== 'upsert' || surveys.length === 0 || isKnown) return null;
  const { columns, field, what, remedy } = whatServes(surveys, sheets);
  return {
    code: 'NO_IDENTITY',
    columns,
    field,
    message: `No row has an MTO ID or Item No., so that every row becomes a new line. ${what}`,
    remedy,
  };
}

interface Serving {
  columns: string[];
  field: string | null;
  what: string;
  remedy: FormParts | null;
}

function whatServes(surveys: readonly SheetSurvey[], sheets: readonly SurveyedSheet[]): Serving {
  const [key] = identityKeys(surveys).filter((one) => filledIn(surveys, [one]) > 0);
  if (key !== undefined)
    return {
      columns: sheets.flatMap((sheet) =>
        sheet.columns.flatMap(({ field, column }) => (field === key ? [column] : [])),
      ),
      field: key,
      what: `The mode revise finds lines by ${labelsOf([key])}.`,
      remedy: { mode: 'revise' },
    };
  return (
    proposed(sheets) ?? {
      columns: [],
      field: null,
      what: 'A column with the MTO ID, an Item No., a Source ID or a tag would serve.',
      remedy: null,
    }
  );
}

function proposed(sheets: readonly SurveyedSheet[]): Serving | null {
  const read = sheets.filter((sheet) => sheet.read);
  for (const { sheet, columns } of read)
    for (const { column, header, proposals } of columns) {
      const found = proposals.find(
        ({ field, confidence }) => usualKeys.includes(field) && confidence >= servingMin,
      );
      if (found === undefined) continue;
      const mapping = { [columnName(sheet, column, sheets.length === 1)]: found.field };
      const isUpserted = found.field === 'itemNumber';
      return {
        columns: [column],
        field: found.field,
        what: `Column ${column} "${quotable(header)}" could be read as ${labelsOf([found.field])}${isUpserted ? '' : ', by which the mode revise finds lines'}.`,
        remedy: isUpserted ? { mapping } : { mapping, mode: 'revise' },
      };
    }
  return null;
}
