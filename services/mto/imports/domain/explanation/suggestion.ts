import {
  type Discipline,
  type ImportParameters,
  type ImportSurvey,
  readingDefaults,
  type SurveyedSheet,
} from '@consulting/mto-engine';
import { proposedMin } from './kept-column';
import { proposedMapping } from './problems';

/** Sheets of another discipline than the largest are left to an import of their own. */
export function suggest(
  sheets: readonly SurveyedSheet[],
  parameters: ImportParameters,
  { isOnlySheet, profileId }: { isOnlySheet: boolean; profileId: string | null },
): ImportSurvey['suggested'] {
  if (profileId !== null && parameters.profileId === null) return byProfile(parameters, profileId);
  const discipline = parameters.discipline ?? proposedDiscipline(sheets);
  const chosen = chosenOf(sheets, discipline);
  const mapping = Object.assign(
    {},
    parameters.mapping,
    ...chosen.map(({ sheet, columns }) => proposedMapping(columns, sheet, isOnlySheet)),
    ...chosen.flatMap(({ problems }) => problems.map(({ remedy }) => remedy?.mapping ?? {})),
  );
  return {
    mapping,
    defaults: parameters.defaults,
    discipline,
    sheet:
      parameters.sheets === null && chosen.length === sheets.length ? [] : chosen.map(({ sheet }) => sheet),
    headings: parameters.headings,
    decimalSeparator:
      parameters.decimalSeparator ??
      chosen
        .flatMap(({ problems }) => problems.map(({ remedy }) => remedy?.decimalSeparator ?? null))
        .find(Boolean) ??
      null,
    convertCurrency:
      parameters.convertCurrency ||
      chosen.some(({ problems }) => problems.some(({ remedy }) => remedy?.convertCurrency === true)),
    currencies: parameters.currencies,
    values: parameters.values,
    profileId,
  };
}

/** Only the parameters of the upload go before those of a profile. */
const byProfile = (parameters: ImportParameters, profileId: string): ImportSurvey['suggested'] => ({
  mapping: parameters.mapping,
  defaults: parameters.defaults,
  discipline: parameters.discipline,
  sheet: parameters.sheets ?? [],
  headings: parameters.headings === readingDefaults.headings ? null : parameters.headings,
  decimalSeparator: parameters.decimalSeparator,
  convertCurrency: parameters.convertCurrency || null,
  currencies: parameters.currencies,
  values: parameters.values,
  profileId,
});

function chosenOf(sheets: readonly SurveyedSheet[], discipline: Discipline | null): SurveyedSheet[] {
  const read = sheets.filter((sheet) => sheet.read);
  if (read.length > 0) return read;
  return sheets.filter(({ problems: [obstacle] }) => {
    const remedy = obstacle?.remedy ?? null;
    return remedy !== null && (remedy.discipline === undefined || remedy.discipline === discipline);
  });
}

function proposedDiscipline(sheets: readonly SurveyedSheet[]): Discipline | null {
  if (sheets.some(({ read }) => read)) return null;
  const rows = new Map<Discipline, number>();
  for (const {
    disciplineProposals: [best],
    dataRows,
  } of sheets)
    if (best !== undefined && best.confidence >= proposedMin)
      rows.set(best.discipline, (rows.get(best.discipline) ?? 0) + dataRows);
  const [most] = [...rows].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}
