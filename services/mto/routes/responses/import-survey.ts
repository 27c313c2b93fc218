import { importFailure } from '@consulting/imports/import-answer';
import { responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import {
  disciplineSources,
  disciplines,
  type ImportSurvey,
  recognitions,
  surveyProblemCodes,
  totalRules,
} from '@consulting/mto-engine';
import { importProfileInput } from '@consulting/mto-imports';

const { object, list, nullable, count, sentence, text, flag, number, choice, described } = responseSchema;

const example: ImportSurvey = {
  fileName: 'bill-of-quantities.xlsx',
  problems: [],
  identity: {
    matchBy: ['itemNumber'],
    keys: [{ matchBy: ['itemNumber'], rows: 520, lines: 498, matched: 486, ambiguous: 0 }],
  },
  sheets: [
    {
      sheet: 'boq',
      read: true,
      reason: null,
      headerRow: 1,
      dataRows: 520,
      headingRows: 14,
      totalRows: 1,
      discipline: 'architectural',
      disciplineSource: 'parameter',
      disciplineProposals: [],
      columns: [
        {
          column: 'U',
          header: 'QTY (measured)',
          field: null,
          how: 'none',
          unit: null,
          samples: ['106', '52.5'],
          filled: 520,
          invalid: 0,
          unknownWords: [],
          proposals: [
            {
              field: 'quantity',
              confidence: 0.93,
              why: 'header resembles Qty; 520 of 520 values are numbers',
            },
          ],
        },
      ],
      problems: [
        {
          code: 'DUPLICATE_COLUMN',
          columns: ['X', 'Y'],
          field: 'totalCost',
          message: 'Columns X "Total" and Y "Amount" are both read as totalCost.',
          remedy: { mapping: { '[Y]': null } },
        },
      ],
    },
  ],
  suggested: {
    mapping: { '[U]': 'quantity', '[Y]': null },
    defaults: {},
    discipline: 'architectural',
    sheet: [],
    headerRow: [],
    totals: null,
    headings: 'skip',
    decimalSeparator: null,
    convertCurrency: false,
    currencies: {},
    values: {},
    profileId: null,
  },
};

const confidence = number('How sure it is, from 0 to 1.');
const why = sentence('What speaks for it.');
const mapping = described(
  importProfileInput.fields.mapping.kind.schema,
  'Header, [E] or sheet![E] -> field key, or null to leave the column out.',
);
const defaults = described(
  importProfileInput.fields.defaults.kind.schema,
  'Field key -> value for fields without a column.',
);

const column = named(
  'SurveyedColumn',
  object({
    column: text('Column letter as Excel shows it.'),
    header: text('Header text, its first 200 characters.'),
    field: nullable(text('Key of the field that the column is read as.')),
    how: choice(recognitions, 'By what the column was recognised.'),
    unit: nullable(text('Unit in which the values are read.')),
    samples: list(text(), 'The first five different values.'),
    filled: count('Data rows with a value.'),
    invalid: count('Values that the field does not take.'),
    unknownWords: list(
      named(
        'UnknownWord',
        object({
          word: text('Word of the column that is no choice, unit or size that is known.'),
          count: count('Data rows that have it.'),
          proposals: list(text(), 'At most three values that it may mean, best first.'),
        }),
      ),
      'The commonest 50 of such words; the part `values` says what they mean.',
    ),
    proposals: list(
      named('ColumnProposal', object({ field: text('Key of the field.'), confidence, why })),
      'What the column may be, best first; applied only when they are sent back.',
    ),
  }),
);

const remedy = named('ImportFormParts', {
  type: 'object',
  description: 'Form parts that solve the problem when they are sent with the import.',
  additionalProperties: true,
});

const problem = named(
  'SurveyProblem',
  object({
    code: choice(surveyProblemCodes, 'For programs.'),
    columns: list(text(), 'Letters of the columns that are meant.'),
    field: nullable(text('Key of the field that is meant.')),
    message: sentence('For a person.'),
    remedy: described(nullable(remedy), 'Form parts that solve it; null where only the file can be changed.'),
  }),
);

const sheet = named(
  'SurveyedSheet',
  object({
    sheet: text('Name of the sheet.'),
    read: flag('Whether an import with the same parts reads the sheet.'),
    reason: nullable(sentence('Why it is not read.')),
    headerRow: nullable(count('Row of the headers as Excel shows it; 0 where every row is data.')),
    dataRows: count('Rows with data.'),
    headingRows: count('Rows that head a section.'),
    totalRows: count('Rows with totals.'),
    discipline: nullable(
      choice(disciplines, 'Discipline of the lines, of most rows where they differ.', 'Discipline'),
    ),
    disciplineSource: choice(disciplineSources, 'Where the discipline comes from.'),
    disciplineProposals: list(
      object({ discipline: choice(disciplines, 'Discipline.', 'Discipline'), confidence, why }),
      'What the discipline may be, best first.',
    ),
    columns: list(column, 'All columns with a header, of the first 5000 of a file.'),
    problems: list(problem, 'Everything that a person must decide.'),
  }),
);

const fieldKeys = (what: string) => list(text('Key of a field.'), what);

const identity = named(
  'SurveyedIdentity',
  object({
    matchBy: described(
      nullable(fieldKeys('Field keys.')),
      'What the mode revise finds lines by with these parts; null when no column serves.',
    ),
    keys: list(
      named(
        'SurveyedKey',
        object({
          matchBy: fieldKeys('Field keys that together find a line.'),
          rows: count('Rows of the file that have a value.'),
          lines: count('Lines of the takeoff in scope that have a value, void ones among them.'),
          matched: count('Rows that find one line.'),
          ambiguous: count('Rows whose value several rows or several lines have.'),
        }),
      ),
      'Fields that could be matched by; matched and ambiguous are 0 while the takeoff has no lines in scope.',
    ),
  }),
);

const suggested = object({
  mapping,
  defaults,
  discipline: nullable(choice(disciplines, 'Discipline to name with the upload.', 'Discipline')),
  sheet: list(text(), 'Sheets to name with the upload; none is all.'),
  headerRow: list(text(), 'Rows of the headers, where an import does not find them by itself.'),
  totals: nullable(
    choice(
      totalRules,
      'The total of the file, where the calculated ones would come to something else.',
      'TotalRule',
    ),
  ),
  headings: nullable(text('What becomes of rows that head a section; null where the profile says it.')),
  decimalSeparator: nullable(
    choice(['.', ','], 'Decimal separator to name with the upload.', 'DecimalSeparator'),
  ),
  convertCurrency: nullable(
    flag('Whether price columns in another currency are to be converted; null where the profile says it.'),
  ),
  currencies: described(
    importProfileInput.fields.currencies.kind.schema,
    'Word or symbol for a currency -> its code.',
  ),
  values: described(
    importProfileInput.fields.values.kind.schema,
    'Field key -> word in its column -> the value that it means; null leaves the cell empty.',
  ),
  profileId: nullable(responseSchema.id('Profile whose headers fit best.')),
});

export const importSurvey = exampled(
  named(
    'ImportSurvey',
    object({
      taskId: responseSchema.id('Identifier of the import.'),
      fileName: text('Name of the file.'),
      problems: list(problem, 'What concerns the whole file, such as an upsert whose rows have no identity.'),
      identity: described(
        nullable(identity),
        'By what rows of a revised takeoff would find their lines; null unless `survey` was sent.',
      ),
      sheets: list(sheet, 'Every sheet of the file; none when the file cannot be read.'),
      suggested: described(nullable(suggested), 'Form parts of an import that reads the file best.'),
      error: importFailure,
    }),
  ),
  { taskId: exampleIds.importTask, error: null, ...example },
);
