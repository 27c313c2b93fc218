import { afterAll, describe, expect, test } from 'bun:test';
import { headerWithUnit } from '@consulting/mto-engine/headers/header';
import { type Discipline, disciplineLabels, disciplines } from '@consulting/takeoff-fields/discipline';
import type { Field } from '@consulting/takeoff-fields/field';
import { fieldsOf } from '@consulting/takeoff-fields/registry';
import { workbookFile } from '../../support/import-file';
import { commonTakeoffImports, counts } from '../../support/takeoff-import';

const imports = await commonTakeoffImports();
const { file, system, projectId, target } = imports;
const subcontractorId = system.records.addSubcontractor(projectId);

afterAll(() => imports.stop());

const own: Record<string, unknown> = {
  subcontractorId,
  currency: 'CAD',
  labourRateSource: 'manual',
  unitOfMeasure: 'kg',
};

/** A value that the field takes, its place in the list making it another than its neighbours'. */
function sample(
  { key, type, min = 0, max = 1e6, enum: values = [], maxLength = 20 }: Field,
  at: number,
): unknown {
  if (own[key] !== undefined) return own[key];
  switch (type) {
    case 'number':
      return Math.min(max, Math.max(min, 0) + ((at % 7) + 1) / 8);
    case 'integer':
      return Math.min(max, Math.max(min, 1) + (at % 5));
    case 'boolean':
      return at % 2 === 0;
    case 'date':
      return `2026-03-${String((at % 28) + 1).padStart(2, '0')}`;
    case 'enum':
      return values[at % values.length];
    case 'text':
      return `0${at} é`.slice(0, maxLength);
  }
}

const isInput = ({ key, computed }: Field) =>
  computed === undefined && !['projectId', 'serviceId', 'discipline'].includes(key);

/** Every input field of the discipline with a value. */
const samplesOf = (discipline: Discipline) =>
  fieldsOf(discipline)
    .filter(isInput)
    .map((field, at) => ({ field, value: sample(field, at) }));

const cellOf = (value: unknown, { type }: Field) =>
  type === 'date' ? new Date(`${value}T00:00:00Z`) : value;

describe('POST /api/v1/mto/import/async: disciplines', () => {
  test.each([...disciplines])('200 reads every field of %s under its label and unit', async (discipline) => {
    const samples = samplesOf(discipline);
    const header = samples.map(({ field }) => headerWithUnit(field, [discipline]));
    const cells = samples.map(({ field, value }) => cellOf(value, field));
    const { task, lines } = await file(workbookFile({ [disciplineLabels[discipline]]: [header, cells] }));
    expect([task.errors, task.warnings, counts(task)]).toEqual([[], [], [1, 0, 0, 0, 0]]);
    expect(lines[0]).toMatchObject({
      discipline,
      ...Object.fromEntries(samples.map(({ field, value }) => [field.key, value])),
    });
  });

  test('200 reads all of them from one sheet, each field as `Label [key]`', async () => {
    const all = disciplines.map((discipline) => ({ discipline, samples: samplesOf(discipline) }));
    const keys = [...new Set(all.flatMap(({ samples }) => samples.map(({ field }) => field.key)))];
    const rows = all.map(({ discipline, samples }) => {
      const byKey = new Map(samples.map(({ field, value }) => [field.key, cellOf(value, field)]));
      return [discipline, ...keys.map((key) => byKey.get(key) ?? null)];
    });
    const { task, lines } = await file(
      workbookFile({ All: [['Discipline', ...keys.map((key) => `Field [${key}]`)], ...rows] }),
    );
    expect([task.errors, counts(task)]).toEqual([[], [9, 0, 0, 0, 0]]);
    for (const { discipline, samples } of all) {
      const line = lines.find((one) => one.discipline === discipline);
      expect(line).toMatchObject(Object.fromEntries(samples.map(({ field, value }) => [field.key, value])));
    }
  });

  test('200 takes the discipline of the upload before the column, and an alias in the column before the sheet name', async () => {
    const rows = [
      ['Disc', 'Item No.', 'Quantity'],
      ['STEEL', 1, 1],
      [null, 2, 1],
    ];
    const book = () => workbookFile({ Civil: rows });
    const byColumn = await file(book());
    expect(byColumn.lines.map(({ discipline }) => discipline)).toEqual(['structural', 'civil']);
    const byUpload = await file(book(), { discipline: 'concrete' });
    expect(byUpload.lines.map(({ discipline }) => discipline)).toEqual(['concrete', 'concrete']);
  });

  test('200 leaves out a sheet without a discipline, reads the others, and refuses rows that name none', async () => {
    const rows = [
      ['Item No.', 'Quantity', 'UOM'],
      [1, 1, 'm'],
    ];
    const { task, lines } = await file(
      workbookFile({
        Misc: rows,
        Architectural: rows,
        Mixed: [
          ['Discipline', 'Item No.', 'Quantity'],
          ['plumbing', 1, 1],
          [null, 2, 1],
        ],
      }),
      {},
      target(),
    );
    expect(lines.map(({ discipline }) => discipline)).toEqual(['architectural']);
    expect(task.warnings.filter(({ code }) => code === 'SHEET_LEFT_OUT').map(({ sheet }) => sheet)).toEqual([
      'Misc',
    ]);
    expect(task.errors.map(({ row, column, code }) => [row, column, code])).toEqual([
      [2, 'A', 'ENUM'],
      [3, 'A', 'REQUIRED'],
    ]);
  });
});
