import { unguardedText } from '@consulting/spreadsheet/table/csv-text';
import { type Discipline, disciplines } from '@consulting/takeoff-fields/discipline';
import type { Field } from '@consulting/takeoff-fields/field';
import { fieldsOf } from '@consulting/takeoff-fields/registry';
import fc from 'fast-check';

type Json = Record<string, unknown>;

/** Texts that programs like to take for something else. */
const deceptive = [
  '=1+1',
  '=HYPERLINK("http://localhost","x")',
  '+5',
  '-5',
  '@SUM(A1)',
  "'quoted",
  '007',
  '1e5',
  '1/2',
  '3-4',
  '2026-01-31',
  '31.12.2025',
  'TRUE',
  'Total',
  '1,234',
  '12:30',
  '6"',
  '50 %',
  '(100)',
  'a;b,c',
  '- ditto',
  'x;=HYPERLINK("http://localhost")',
  '＝1',
  'one\ntwo',
  '"',
  '""',
  '<a & b>',
  '_x0041_',
  'Évry ß Σ 漢字 🏗',
  'a  b',
];

/** Texts that no delimited file of others and no office program carries unaltered, but a workbook of ours does. */
const hostile = [
  "'- ditto",
  "''- ditto",
  "x;'=1",
  'a\r\nb',
  'a\tb',
  'bell\u0007',
  '\u001f',
  '\u001funit',
  '_x000D_',
  '_x005F_x000D_',
  '\ufffe',
  'a\u00a0b',
  '#N/A',
  '#REF!',
  '#DIV/0!',
  '#VALUE!',
];

/** Texts that an export must carry unaltered and an import must not take for anything else. */
export const carriedTexts: readonly string[] = [...deceptive, ...hostile];

export interface Wildness {
  /** With texts that other programs alter. */
  hostile: boolean;
}

const isFilled = ({ key, computed, required }: Field): boolean =>
  computed === undefined &&
  !required &&
  !['currency', 'subcontractorId', 'projectId', 'serviceId', 'discipline', 'sourceId'].includes(key);

const texts = ({ maxLength = 40 }: Field, wildness: Wildness) =>
  fc
    .oneof(
      fc.constantFrom(...deceptive, ...(wildness.hostile ? hostile : [])),
      fc.string({
        unit: wildness.hostile ? 'grapheme' : 'grapheme-ascii',
        maxLength: Math.min(maxLength, 40),
      }),
    )
    .map((text) => text.trim())
    .filter((text) => text !== '' && text.length <= maxLength)
    // An apostrophe before a formula is taken away from delimited text, whoever wrote it.
    .filter((text) => wildness.hostile || unguardedText(text) === text);

/** Far below the size at which the total of a line could reach the largest number that is accepted. */
const sizeMax = 500;

const boundsOf = ({ min = -sizeMax, max = sizeMax }: Field) => ({
  min: Math.ceil(Math.max(min, -sizeMax)),
  max: Math.floor(Math.min(max, sizeMax)),
});

const decimals = (field: Field) => {
  const { min, max } = boundsOf(field);
  return fc
    .tuple(fc.integer({ min, max }), fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 6 }))
    .map(([whole, part, places]) => Number(`${whole}.${String(part).padStart(6, '0').slice(0, places)}`))
    .filter((value) => value >= min && value <= max);
};

const days = fc
  .oneof(
    fc.date({ min: new Date('1900-03-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
    fc.date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }),
  )
  .map((day) => day.toISOString().slice(0, 10));

function valueOf(field: Field, wildness: Wildness): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'text':
      return texts(field, wildness);
    case 'number':
      return decimals(field);
    case 'integer':
      return fc.integer(boundsOf(field));
    case 'boolean':
      return fc.boolean();
    case 'date':
      return days;
    case 'enum':
      return fc.constantFrom(...(field.enum ?? []));
  }
}

function lineOf(discipline: Discipline, wildness: Wildness): fc.Arbitrary<Json> {
  const values = fieldsOf(discipline)
    .filter(isFilled)
    .map((field) => [field.key, fc.option(valueOf(field, wildness), { freq: 3 })] as const);
  return fc
    .record({ ...Object.fromEntries(values), quantity: fc.integer({ min: 0, max: 5000 }) })
    .map((line) => ({ ...line, discipline }));
}

/** Lines of every discipline with random values in most of their fields, the same ones for the same seed. */
export const randomTakeoff = (linesPerDiscipline: number, seed: number, wildness: Wildness): Json[] =>
  disciplines.flatMap((discipline, at) =>
    fc
      .sample(lineOf(discipline, wildness), { numRuns: linesPerDiscipline, seed: seed + at })
      .map((line, position) => ({
        ...line,
        itemNumber: position + 1,
        sourceId: `${discipline}=${position}`,
      })),
  );

const isPlainText = (field: Field): boolean => isFilled(field) && field.type === 'text';

/** A line whose every text field that is long enough holds `text`. */
export const textLine = (discipline: Discipline, text: string, itemNumber: number): Json => ({
  ...Object.fromEntries(
    fieldsOf(discipline)
      .filter((field) => isPlainText(field) && text.length <= (field.maxLength ?? Infinity))
      .map(({ key }) => [key, text]),
  ),
  discipline,
  itemNumber,
  quantity: 1,
});
