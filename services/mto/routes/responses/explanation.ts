import { responseSchema } from '@consulting/kernel/http';
import { exampled, named, plainValue } from '@consulting/kernel/schema';
import { originKinds } from '@consulting/mto-lines';

const { text, id, time, count, list, choice, nullable, constant, described, object } = responseSchema;

const origin = named(
  'ValueOrigin',
  object(
    {
      kind: choice(
        originKinds,
        'What gave the value: a cell of an import, a write of a person, a price book, a crew, a default of the import or of the server, a restored version or an undo, a quote; `unknown` when the write is older than the history.',
        'OriginKind',
      ),
    },
    {
      operationId: nullable(id('Operation that wrote it; the history has it.')),
      taskId: nullable(id('The import that wrote it.')),
      by: text('Who wrote it.'),
      at: time('When it was written, UTC.'),
      before: described(plainValue, 'The value before an edit, restore or undo.'),
      fileName: text('File of the import.'),
      sheet: nullable(text('Sheet of the file.')),
      row: nullable(count('Row of the sheet, from 1.')),
      column: nullable(text('Column of the sheet, in letters; null when no column is read as the field.')),
      header: nullable(text('Header of the column.')),
      text: text('What the cell has in the file; with `cells=true`, as long as the file is stored.'),
      unit: nullable(text('Unit of the value in the file.')),
      priceBook: text('Code of the price book.'),
      rowCode: text('Code of the row in its book.'),
      value: described(plainValue, 'Value of the row.'),
      driver: nullable(text('The field that the value of the row was multiplied by.')),
      conditions: nullable(
        list(
          { type: 'object', additionalProperties: true },
          'What the row asks of a line, as it is now; null when the row no longer exists.',
        ),
      ),
      crewCode: text('Crew that the rate follows.'),
      serviceCrewId: nullable(id('The service crew; null when it no longer exists.')),
      calculatedAt: nullable(
        time('When the rates of the crew were calculated, UTC; null when the crew has another rate by now.'),
      ),
    },
  ),
);

const below = { $ref: '#/components/schemas/ExplainedValue' };

const explainedValue = named(
  'ExplainedValue',
  object(
    {
      field: text('Key of the field.'),
      value: described(plainValue, 'Its value; null when it is empty.'),
      unit: nullable(text('Unit of the value.')),
    },
    {
      formula: text('How the server calculates it, in keys of fields.'),
      inputs: list(below, 'Values that the formula was calculated from.'),
      overriddenBy: text('The field whose given value the formula takes in place of calculating.'),
      isRepeated: described(
        constant(true),
        'The inputs are listed where the field comes first in the explanation.',
      ),
      from: described(origin, 'Where a value that is not calculated came from.'),
    },
  ),
);

const explainedValues = named(
  'ExplainedValues',
  object({ data: list(explainedValue, 'One for each field.') }),
);

const example = {
  field: 'labourCost',
  value: 44_635.12,
  unit: 'CAD',
  formula: 'round(totalManHours * labourRate, 2)',
  inputs: [
    { field: 'totalManHours', value: 297.6556, unit: 'h', formula: 'baseManHours', inputs: [] },
    {
      field: 'labourRate',
      value: 149.9556,
      unit: 'CAD/h',
      from: {
        kind: 'crew',
        crewCode: 'PF-01',
        serviceCrewId: '0198f2a4-7c1e-7d3b-9c55-2f6f0a1b3c4d',
        calculatedAt: '2026-11-20T08:00:00.000Z',
      },
    },
  ],
};

export const explanationAnswer = exampled(
  named('TakeoffLineExplanation', { anyOf: [explainedValue, explainedValues] }),
  example,
);
