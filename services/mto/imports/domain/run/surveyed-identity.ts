import type { ImportTransaction } from '@consulting/imports/store/transaction';
import type { SurveyedIdentity, SurveyedKey } from '@consulting/mto-engine';
import { readFilters } from '@consulting/mto-lines';
import type { TableFile } from '@consulting/spreadsheet/table/table-file';
import { IdentityCounts } from '../../store/identity-counts';
import type { LinesOwner } from '../../store/matched-lines';
import type { ColumnContext } from '../sheet/columns';
import { filledIn, hasColumn, identityKeys } from '../survey/identity-columns';
import type { SheetSurvey } from '../survey/sheet-survey';
import { usedDisciplines } from '../survey/survey';
import { DataRows, readDataRows } from './data-rows';
import { readKeys } from './row-keys';

interface Surveyed {
  file: TableFile;
  context: ColumnContext;
  surveys: readonly SheetSurvey[];
  transaction: ImportTransaction;
  owner: LinesOwner;
  isWanted: () => void;
}

/** By what a revision would find its lines, and how many (estimating.md 25.2). The file is read for it only where the takeoff has lines. */
export async function surveyIdentity(given: Surveyed): Promise<SurveyedIdentity> {
  const { surveys, context, transaction, owner } = given;
  const { parameters } = context;
  const asked = parameters.revise?.matchBy ?? null;
  const usual = identityKeys(surveys).map((key) => [key]);
  const [first = null] = usual;
  const isOther = asked !== null && !usual.some((keys) => keys.join() === asked.join());
  const fieldSets = isOther && asked.every((key) => hasColumn(surveys, key)) ? [asked, ...usual] : usual;
  const counts = new IdentityCounts(transaction, owner, {
    disciplines: usedDisciplines(surveys),
    criteria: readFilters(parameters.revise?.scope ?? null, null, { faults: [] }),
  });
  const matchBy = asked ?? first;
  if (fieldSets.length === 0) return { matchBy, keys: [] };
  if (await counts.hasLines()) return { matchBy, keys: await countMatches(given, counts, fieldSets) };
  const keys = fieldSets.map((one) => ({
    ...{ matchBy: [...one], rows: filledIn(surveys, one), lines: 0, matched: 0, ambiguous: 0 },
  }));
  return { matchBy, keys };
}

async function countMatches(
  { file, context, surveys, isWanted }: Surveyed,
  counts: IdentityCounts,
  fieldSets: readonly (readonly string[])[],
): Promise<SurveyedKey[]> {
  const rowsOf = (survey: SheetSurvey) =>
    readDataRows(file, survey, new DataRows(survey, context.parameters), isWanted);
  await counts.open();
  for await (const rows of readKeys(rowsOf, surveys, context, fieldSets))
    for (const at of fieldSets.keys()) {
      const found = rows.flatMap(({ discipline, keys }) => {
        const key = keys[at] ?? null;
        return key === null ? [] : [{ discipline, key }];
      });
      if (found.length > 0) await counts.copy(at, found);
    }
  await counts.analyse();
  const keys: SurveyedKey[] = [];
  for (const [at, matchBy] of fieldSets.entries())
    keys.push({ matchBy: [...matchBy], ...(await counts.count(at, matchBy)) });
  return keys;
}
