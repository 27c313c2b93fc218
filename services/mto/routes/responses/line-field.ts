import { responseSchema } from '@consulting/kernel/http';
import { exampled, named } from '@consulting/kernel/schema';
import { disciplines, operators } from '@consulting/mto-engine';

const { sentence, text, number, count, flag, list, choice, nullable, object } = responseSchema;

const types = ['text', 'number', 'integer', 'boolean', 'date', 'enum'];

const lineField = named(
  'TakeoffLineField',
  object({
    key: text('Key of the field in lines, filters and columns.'),
    label: sentence('What people call the field; the header of its column in exports.'),
    group: sentence('Group under which forms and exports show the field.'),
    description: sentence('What the field says.'),
    type: choice(types, 'Kind of its values.'),
    unit: nullable(
      text('Unit of its values; `currency` is that of the project, `uom` the unit of measure of the line.'),
    ),
    unitUs: nullable(text('Unit of the same value where people measure in inches and pounds.')),
    enum: nullable(
      list(
        object({ value: text('As it stands in a line.'), label: sentence('As people read it.') }),
        'The values that it takes, in their order.',
      ),
    ),
    usualValues: nullable(
      list(
        object({
          value: text('As it should stand in a line.'),
          spellings: list(text('Another spelling, that imports read as the value.'), 'Other spellings.'),
        }),
        'Values that are usual for a text; any other is accepted, too. Imports read them ignoring case.',
      ),
    ),
    min: nullable(number('Least value.')),
    max: nullable(number('Greatest value.')),
    maxLength: nullable(count('Most characters of a text.')),
    decimals: nullable(count('Most decimals of a number; to so many a computed value is rounded.')),
    required: flag('Whether every line has a value.'),
    computed: flag('Whether the server computes it; then a request cannot set it.'),
    formula: nullable(text('How the server computes it.')),
    operators: list(choice(operators, undefined, 'Operator'), 'Operators of filters that fit the field.'),
    disciplines: list(
      choice(disciplines, undefined, 'Discipline'),
      'Disciplines whose lines have the field in this form.',
    ),
  }),
);

const example = {
  key: 'materialCost',
  label: 'Material Cost',
  group: 'Material',
  description: 'Cost of the material of the line.',
  type: 'number',
  unit: 'currency',
  decimals: 2,
  required: false,
  computed: true,
  formula: 'purchaseQuantity * materialUnitPrice',
  operators: ['equals', 'greaterThan', 'isEmpty'],
  disciplines: ['piping'],
};

export const lineFieldList = exampled(
  named(
    'TakeoffLineFieldList',
    object({
      discipline: nullable(choice(disciplines, 'Discipline that was asked for.', 'Discipline')),
      data: list(exampled(lineField, example), 'Common fields first, then those of the disciplines.'),
      total: count('Number of fields.'),
    }),
  ),
  { discipline: 'piping', data: [example], total: 1 },
);
