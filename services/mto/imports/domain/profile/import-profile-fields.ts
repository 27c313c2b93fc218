import { entriesMax, readObject } from '@consulting/imports/mapping';
import {
  boolean,
  choice,
  type Fault,
  Field,
  invalid,
  type JsonSchema,
  type Kind,
  list,
  named,
  paging,
  QueryInput,
  RecordInput,
  sortOf,
  text,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import { disciplines, type ReadingParameters, readingDefaults, totalRules } from '@consulting/mto-engine';
import { profileSorting } from '../../store/import-profile';
import { headerRowLengthMax, headerRowsMax, readHeaderRows } from '../parameters/header-rows';
import { profileNameLengthMax } from '../parameters/import-form';
import { readDefaults, readHeadings, readMapping } from '../parameters/reading-parameters';
import { readCurrencies, readValues } from '../parameters/word-parameters';

type Entries = Record<string, unknown>;

const entries = (name: string, values: JsonSchema, merge?: Kind<Entries>['merge']) =>
  new Field<Entries>({
    schema: named(name, { type: 'object', additionalProperties: values, maxProperties: entriesMax }),
    read: readObject,
    ...(merge && { merge }),
  });

export const importProfileInput = new RecordInput(
  {
    name: text(profileNameLengthMax)
      .required()
      .describe('Unique among the profiles of the client, or among those of everyone, case ignored.'),
    clientId: uuid().describe('Client whose projects may use it; null for everyone.'),
    discipline: choice(disciplines, 'Discipline').describe(
      'Discipline of the lines; null for the Discipline column, else the sheet name.',
    ),
    mapping: entries('ColumnMapping', { type: ['string', 'null'] })
      .default({})
      .describe(
        'Header text, [E] for the column of every sheet or sheet![E] -> field key, or null to leave the column out. A change replaces the whole mapping.',
      ),
    defaults: entries(
      'ColumnDefaults',
      { type: ['string', 'number', 'boolean', 'null'] },
      (current, change) => ({
        ...current,
        ...change,
      }),
    )
      .default({})
      .describe(
        'Field key -> value for fields that a sheet has no column for; in a change null takes one away.',
      ),
    headerRow: list(text(headerRowLengthMax), headerRowsMax)
      .default([])
      .describe(
        'Row of the headers, as in 3 for every sheet or in boq!3 for one; 0 where every row is data. None where the headers say it.',
      ),
    headings: text(60)
      .default(readingDefaults.headings)
      .describe(
        'What becomes of rows that head a section: skip, or the key of the text field that they fill.',
      ),
    normaliseUnits: boolean()
      .default(readingDefaults.normaliseUnits)
      .describe('Whether quantities become the unit of the unit system of the project.'),
    fillBlanks: boolean()
      .default(readingDefaults.fillBlanks)
      .describe('Whether defaults fill empty cells, too.'),
    convertCurrency: boolean()
      .default(readingDefaults.convertCurrency)
      .describe('Whether price columns in another currency are converted by the rates of the project.'),
    decimalSeparator: choice(['.', ','], 'DecimalSeparator').describe(
      'For numbers in text cells that can be read in two ways; null for what the column says.',
    ),
    currencies: entries('CurrencyWords', { type: 'string' })
      .default({})
      .describe('Word or symbol for a currency -> its code. A change replaces all of them.'),
    values: entries('WordValues', {
      type: 'object',
      additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    })
      .default({})
      .describe(
        'Field key -> word in its column -> the value that it means; null leaves the cell empty. A change replaces all of them.',
      ),
    totals: choice(totalRules, 'TotalRule')
      .default(readingDefaults.totals)
      .describe('Which total counts where that of the file differs: calculated, or that of the file.'),
  },
  { name: 'ImportProfile', server: ['profileId', 'headers', 'usedAt', 'useCount'] },
);

export const importProfileQuery = new QueryInput({
  clientId: uuid().describe(
    'Only profiles that projects of this client may use: its own and those of everyone.',
  ),
  discipline: choice(disciplines, 'Discipline').describe(
    'Only profiles that fit lines of this discipline: its own and those of no discipline.',
  ),
  search: text(profileNameLengthMax).describe('Matches the name.'),
  ...paging,
  sort: sortOf(profileSorting, importProfileInput.fields),
});

type Given = Values<(typeof importProfileInput)['fields']>;

export type ProfileValues = Pick<Given, 'name' | 'clientId'> & ReadingParameters;

/** @throws VALIDATION_ERROR with every fault */
export function readNewProfile(body: unknown): ProfileValues {
  const { record, faults } = importProfileInput.tryCreate(body);
  return whole(record, faults);
}

/** @throws VALIDATION_ERROR with every fault */
export function readProfileChanges(body: unknown, current: ProfileValues): ProfileValues {
  const { changes, faults } = importProfileInput.tryUpdate(body, current);
  return whole({ ...current, ...changes }, faults);
}

function whole(record: Given, given: Fault[]): ProfileValues {
  const faults = [...given];
  const { discipline } = record;
  // A faulty key is null here.
  const read = {
    mapping: readMapping(record.mapping ?? {}, discipline, { faults }),
    defaults: readDefaults(record.defaults ?? {}, discipline, { faults }),
    headerRow: readHeaderRows(record.headerRow ?? [], { faults }),
    headings: readHeadings(record.headings, discipline, { faults }),
    currencies: readCurrencies(record.currencies ?? {}, { faults }),
    values: readValues(record.values ?? {}, discipline, { faults }),
  };
  if (faults.length > 0) throw invalid(faults);
  return { ...record, ...read };
}
