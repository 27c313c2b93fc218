import { record, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { importProfileInput } from '@consulting/mto-imports';

const { count, id, list, nullable, text, time } = responseSchema;

export const newImportProfile = {
  name: 'Borealis bill of quantities',
  clientId: exampleIds.client,
  discipline: 'piping',
  mapping: { 'qty (net)': 'quantity', '[e]': 'description', 'cost code': null },
  defaults: { unitOfMeasure: 'm' },
  headerRow: ['boq!3'],
  headings: 'area',
  decimalSeparator: ',',
};

export const importProfileChanges = { defaults: { unitOfMeasure: null }, totals: 'file' };

export const importProfileAnswer = exampled(
  named(
    'ImportProfile',
    record({
      profileId: id('Same as id.'),
      ...importProfileInput.fields,
      headers: list(
        text('Header in lower case, its letters and digits alone.'),
        'Headers of the first file that stored rows with the profile, or of that by which it was saved; none before.',
      ),
      usedAt: nullable(time('When an import that applies it was accepted last, UTC; null if none was.')),
      useCount: count('Imports that apply it.'),
    }),
  ),
  {
    id: exampleIds.importProfile,
    profileId: exampleIds.importProfile,
    ...newImportProfile,
    normaliseUnits: false,
    fillBlanks: false,
    convertCurrency: false,
    totals: 'calculated',
    headers: ['itemno', 'description', 'qty', 'costcode'],
    usedAt: '2025-07-21T12:00:00.000Z',
    useCount: 3,
  },
);
