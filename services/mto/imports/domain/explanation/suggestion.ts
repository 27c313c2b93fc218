import {
  type Discipline,
  type ImportParameters,
  type ImportSurvey,
  isDiscipline,
  readingDefaults,
  type SurveyedSheet,
} from '@consulting/mto-engine';
import { disciplineKey } from '../parameters/reading-parameters';
import { certainFrom } from '../proposal/candidate';
import type { ColumnContext } from '../sheet/columns';
import type { SheetSurvey } from '../survey/sheet-survey';
import { honestParts } from './honest-money';
import { columnName, proposedMapping } from './problems';

export interface SuggestionFacts {
  isOnlySheet: boolean;
  profileId: string | null;
  headerRows: ReadonlyMap<string, string>;
  surveys: ReadonlyMap<string, SheetSurvey>;
}

export function suggest(
  sheets: readonly SurveyedSheet[],
  context: ColumnContext,
  { isOnlySheet, profileId, headerRows, surveys }: SuggestionFacts,
): ImportSurvey['suggested'] {
  const { parameters } = context;
  if (profileId !== null && parameters.profileId === null) return byProfile(parameters, profileId);
  const chosen = chosenOf(sheets, parameters);
  const mapping: Record<string, string | null> = Object.assign(
    {},
    parameters.mapping,
    ...chosen.map(({ sheet, columns }) => proposedMapping(columns, sheet, isOnlySheet)),
    ...chosen.flatMap(({ problems }) => problems.map(({ remedy }) => remedy?.mapping ?? {})),
  );
  const remedies = chosen.flatMap(({ problems }) => problems.flatMap(({ remedy }) => remedy ?? []));
  const convertCurrency =
    parameters.convertCurrency || remedies.some((remedy) => remedy.convertCurrency === true);
  const suggested = { ...context, parameters: { ...parameters, mapping, convertCurrency } };
  const honest = chosen.flatMap((sheet) => {
    const survey = surveys.get(sheet.sheet);
    const discipline = sheet.discipline ?? parameters.discipline ?? proposedOf(sheet);
    if (survey === undefined || discipline === null) return [];
    const { needsFileTotals, leftOut } = honestParts(survey, discipline, suggested);
    const names = leftOut.map((letters) => [columnName(sheet.sheet, letters, isOnlySheet), null] as const);
    return [{ needsFileTotals, mapping: Object.fromEntries(names) }];
  });
  const isOfFile = parameters.totals === 'file' || honest.some(({ needsFileTotals }) => needsFileTotals);
  const isAll = chosen.length === sheets.length && (isOnlySheet || chosen.every(({ read }) => read));
  return {
    mapping: Object.assign(mapping, ...honest.map((one) => one.mapping)),
    ...disciplinesOf(chosen, parameters),
    sheet: parameters.sheets === null && isAll ? [] : chosen.map(({ sheet }) => sheet),
    headerRow: [...parameters.headerRow, ...chosen.flatMap(({ sheet }) => headerRows.get(sheet) ?? [])],
    headings: parameters.headings,
    decimalSeparator:
      parameters.decimalSeparator ??
      remedies.map((remedy) => remedy.decimalSeparator ?? null).find(Boolean) ??
      null,
    convertCurrency,
    currencies: parameters.currencies,
    values: parameters.values,
    totals: isOfFile ? 'file' : null,
    profileId,
  };
}

/** Only the parameters of the upload go before those of a profile. */
const byProfile = (parameters: ImportParameters, profileId: string): ImportSurvey['suggested'] => ({
  mapping: parameters.mapping,
  defaults: parameters.defaults,
  discipline: parameters.discipline,
  sheet: parameters.sheets ?? [],
  headerRow: parameters.headerRow,
  headings: parameters.headings === readingDefaults.headings ? null : parameters.headings,
  decimalSeparator: parameters.decimalSeparator,
  convertCurrency: parameters.convertCurrency || null,
  currencies: parameters.currencies,
  values: parameters.values,
  totals: parameters.totals === 'file' ? 'file' : null,
  profileId,
});

const ofSheet = (given: unknown): Discipline | null => {
  const name = String(given);
  return isDiscipline(name) ? name : null;
};

const proposedOf = ({
  sheet,
  problems: [obstacle],
  disciplineProposals: [best],
}: SurveyedSheet): Discipline | null =>
  obstacle?.remedy?.discipline ??
  ofSheet(obstacle?.remedy?.defaults?.[disciplineKey(sheet)]) ??
  (best !== undefined && best.confidence >= certainFrom ? best.discipline : null);

const needsDiscipline = ({ disciplineSource }: SurveyedSheet): boolean => disciplineSource === 'none';

// One discipline is named for the file, several each for their sheet.
function disciplinesOf(
  chosen: readonly SurveyedSheet[],
  { discipline, defaults }: ImportParameters,
): Pick<NonNullable<ImportSurvey['suggested']>, 'discipline' | 'defaults'> {
  if (discipline !== null) return { discipline, defaults };
  const proposed = new Set(chosen.map((sheet) => (needsDiscipline(sheet) ? proposedOf(sheet) : null)));
  const [only = null] = proposed;
  if (proposed.size <= 1) return { discipline: only, defaults };
  const ofSheets = chosen
    .filter(needsDiscipline)
    .map((sheet) => [disciplineKey(sheet.sheet), proposedOf(sheet)] as const);
  return { discipline: null, defaults: { ...defaults, ...Object.fromEntries(ofSheets) } };
}

function chosenOf(sheets: readonly SurveyedSheet[], parameters: ImportParameters): SurveyedSheet[] {
  const read = sheets.filter((sheet) => sheet.read);
  const readable = sheets.filter((sheet) => !sheet.read && isReadable(sheet, parameters));
  const withQuantity = readable.filter((sheet) => hasQuantity(sheet, parameters));
  const isAny = read.length > 0 || withQuantity.length > 0;
  return sheets.filter((sheet) => sheet.read || (isAny ? withQuantity : readable).includes(sheet));
}

function isReadable(sheet: SurveyedSheet, { discipline }: ImportParameters): boolean {
  const [obstacle] = sheet.problems;
  const known = discipline ?? sheet.discipline ?? proposedOf(sheet);
  return sheet.dataRows > 0 && known !== null && (obstacle?.remedy ?? null) !== null;
}

const hasQuantity = ({ columns }: SurveyedSheet, { defaults }: ImportParameters): boolean =>
  Object.hasOwn(defaults, 'quantity') ||
  columns.some(
    ({ field, proposals: [best] }) =>
      field === 'quantity' || (best?.field === 'quantity' && best.confidence >= certainFrom),
  );
