import { jsonObject, mergedMapping } from '@consulting/imports/mapping';
import type { Upload, UploadedFile } from '@consulting/kernel/http';
import {
  boolean,
  choice,
  fault,
  invalid,
  isStorable,
  named,
  notStorable,
  QueryInput,
  type Reading,
  text,
  uuid,
} from '@consulting/kernel/schema';
import {
  disciplines,
  importModes,
  type ReadingParameters,
  readingDefaults,
  type TaskParameters,
  totalRules,
} from '@consulting/mto-engine';
import { readHeaderRows } from './header-rows';
import { readDefaults, readHeadings, readMapping } from './reading-parameters';
import { readRevision, revisionParts } from './revision-parameters';
import { readCurrencies, readValues } from './word-parameters';

const sheetsMax = 50;
export const profileNameLengthMax = 120;

const readingParts = {
  discipline: choice(disciplines, 'Discipline').describe(
    'Default: the Discipline column, else the sheet name.',
  ),
  mapping: jsonObject().describe(
    'Header text, [E] for the column of every sheet or sheet![E] -> field key, or null to leave the column out.',
  ),
  defaults: jsonObject().describe('Field key -> value for fields that the sheet has no column for.'),
  decimalSeparator: choice(['.', ','], 'DecimalSeparator').describe(
    'For numbers in text cells that can be read in two ways and whose column does not decide it.',
  ),
  headings: text(60).describe(
    'Rows that head a section: skip leaves them out, the key of a text field fills it with their text in the rows below. Default skip.',
  ),
  normaliseUnits: boolean().describe(
    'Whether quantities become the unit of the unit system of the project, with all figures per unit. Default false.',
  ),
  fillBlanks: boolean().describe('Whether defaults fill empty cells, too. Default false.'),
  convertCurrency: boolean().describe(
    'Whether price columns in another currency are converted by the exchange rates of the project. Default false.',
  ),
  currencies: jsonObject().describe(
    'Word or symbol for a currency -> its code, such as {"Rs.":"INR"}; a sign of several currencies means that of the project if it is among them.',
  ),
  values: jsonObject().describe(
    'Field key -> word in its column -> the value that it means, such as {"endType":{"WF":"butt-weld"}}; null leaves the cell empty.',
  ),
  totals: choice(totalRules, 'TotalRule').describe(
    'Which total counts where that of the file differs: calculated, or that of the file. Default calculated.',
  ),
};

const parts = new QueryInput(
  {
    projectId: uuid().required().describe('Project of the lines.'),
    serviceId: uuid().required().describe('A service of the project that is not approved.'),
    sourceTaskId: uuid().describe(
      'An earlier import of the same service whose file is read again, in place of a file.',
    ),
    ...readingParts,
    mode: choice(importModes, 'ImportMode')
      .default('append')
      .describe(
        'append adds every row; replace first deletes the lines of the service in the disciplines that have a valid row; upsert changes lines of the same MTO ID or item number and adds the others; revise takes the file for the next revision of the takeoff, keeps prices, and takes lines out that the file has not.',
      ),
    ...revisionParts,
    survey: boolean().default(false).describe('Whether nothing but the survey is made.'),
    dryRun: boolean().default(false).describe('Whether everything is done but the storing.'),
    force: boolean()
      .default(false)
      .describe('Whether to import although the same file was imported within 24 hours.'),
    profileId: uuid().describe('A profile whose parameters count where the form has none.'),
    saveProfile: text(profileNameLengthMax).describe(
      "Name under which the parameters are saved for the project's client when the import has stored rows.",
    ),
  },
  'in the form',
);

export const importFormSchema = named('TakeoffImportForm', {
  required: ['projectId', 'serviceId'],
  properties: {
    ...Object.fromEntries(
      parts
        .parameters()
        .map(({ name, schema, description }) => [name, { ...(schema as object), description }]),
    ),
    sheet: { type: 'array', items: { type: 'string' }, description: 'Sheets to read; default all.' },
    headerRow: {
      type: 'array',
      items: { type: 'string' },
      description:
        'Row of the headers, as in 3 for every sheet or in boq!3 for one; 0 where every row is data, and columns have their letters alone. Default: the row with the most known headers among the first 30.',
    },
  },
});

type Given<Parameters> = { [Key in keyof Parameters]: Parameters[Key] | null };

export interface ImportForm {
  force: boolean;
  given: ReadonlySet<string>;
  sourceTaskId: string | null;
  parameters: Omit<TaskParameters, keyof ReadingParameters | 'mappedByProfile' | 'corrects'>;
  reading: Given<ReadingParameters>;
  file: UploadedFile | null;
}

/** @throws VALIDATION_ERROR with every fault */
export function readImportForm(upload: Upload): ImportForm {
  const { sheet: sheets = [], headerRow: headerRows = [], ...texts } = Object.fromEntries(upload.fields);
  const pairs = Object.entries(texts).flatMap(([name, given]) =>
    given.map((one): [string, string] => [name, one]),
  );
  const { values, faults } = parts.tryRead(new URLSearchParams(pairs));
  const reading: Reading = { faults: [...upload.faults, ...faults] };
  const { discipline, mapping, defaults, headings, force, sourceTaskId, ...others } = values;
  if (!upload.file && sourceTaskId === null)
    fault(reading, 'file', 'REQUIRED', 'is required, or sourceTaskId in its place');
  if (upload.file && sourceTaskId !== null)
    fault(reading, 'sourceTaskId', 'DUPLICATE', 'cannot be combined with file; give one of them');
  const { decimalSeparator, normaliseUnits, fillBlanks, convertCurrency, totals, ...further } = others;
  const { currencies, values: words, ...rest } = further;
  const { matchBy, scope, carryFrom, missing, revision, ...parameters } = rest;
  const asked = { matchBy, scope, carryFrom, missing, revision };
  const revise = readRevision(parameters.mode ?? 'append', asked, discipline, reading);
  const given = {
    discipline,
    mapping: mapping && readMapping(mapping, discipline, reading),
    defaults: defaults && readDefaults(defaults, discipline, reading),
    headings: headings && readHeadings(headings, discipline, reading),
    headerRow: headerRows.length === 0 ? null : readHeaderRows(headerRows, reading),
    currencies: currencies && readCurrencies(currencies, reading),
    values: words && readValues(words, discipline, reading),
  };
  const named = readSheets(sheets, reading);
  if (reading.faults.length > 0) throw invalid(reading.faults);
  return {
    force,
    given: new Set(upload.fields.keys()),
    sourceTaskId,
    // A worker of the former version, which knows no survey, must not store it.
    parameters: { ...parameters, dryRun: parameters.dryRun || parameters.survey, sheets: named, revise },
    reading: { ...given, decimalSeparator, normaliseUnits, fillBlanks, convertCurrency, totals },
    file: upload.file,
  };
}

function readSheets(given: readonly string[], reading: Reading): string[] | null {
  if (!given.every(isStorable)) fault(reading, 'sheet', 'INVALID_CHARACTER', notStorable);
  if (given.length > sheetsMax)
    fault(reading, 'sheet', 'MAX_LENGTH', `must be at most ${sheetsMax} names`, { maxItems: sheetsMax });
  const named = given.map((name) => name.trim()).filter((name) => name !== '');
  return named.length > 0 ? named : null;
}

export function parametersOf(form: ImportForm, profile: ReadingParameters = readingDefaults): TaskParameters {
  const { reading, parameters } = form;
  const mapping = mergedMapping(profile.mapping, reading.mapping ?? {});
  return {
    ...parameters,
    corrects: null,
    discipline: reading.discipline ?? profile.discipline,
    mapping,
    mappedByProfile: Object.keys(profile.mapping).filter(
      (name) => !Object.hasOwn(reading.mapping ?? {}, name) && Object.hasOwn(mapping, name),
    ),
    defaults: { ...profile.defaults, ...reading.defaults },
    decimalSeparator: reading.decimalSeparator ?? profile.decimalSeparator,
    headerRow: reading.headerRow ?? profile.headerRow,
    headings: reading.headings ?? profile.headings,
    normaliseUnits: reading.normaliseUnits ?? profile.normaliseUnits,
    fillBlanks: reading.fillBlanks ?? profile.fillBlanks,
    convertCurrency: reading.convertCurrency ?? profile.convertCurrency,
    currencies: { ...profile.currencies, ...reading.currencies },
    values: mergedValues(profile.values, reading.values ?? {}),
    totals: reading.totals ?? profile.totals,
  };
}

type WordValues = ReadingParameters['values'];

const mergedValues = (stored: WordValues, given: WordValues): WordValues =>
  Object.fromEntries(
    [...new Set([...Object.keys(stored), ...Object.keys(given)])].map((key) => [
      key,
      { ...stored[key], ...given[key] },
    ]),
  );

/** Unless the form says otherwise, the rows of a corrected workbook replace nothing, and no line is missing from it. */
export function correctionOf(form: ImportForm, taskId: string, corrected: TaskParameters): TaskParameters {
  const { given, parameters } = form;
  const { mode, revise } = given.has('mode')
    ? parameters
    : { ...corrected, mode: corrected.mode === 'replace' ? 'append' : corrected.mode };
  return {
    // The header stands at the top of a workbook of failed rows.
    ...parametersOf(form, { ...corrected, headerRow: ['1'] }),
    mode,
    revise: revise && { ...revise, missing: given.has('missing') ? revise.missing : 'keep' },
    corrects: taskId,
  };
}
