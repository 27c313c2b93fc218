import { afterAll, describe, expect, test } from 'bun:test';
import { disciplineLabels, disciplines } from '@consulting/takeoff-fields/discipline';
import { type FormParts, type ImportTarget, importFile, linesOf } from '../support/import-file';
import { startImportSystem } from '../support/import-system';
import { resave } from '../support/office';
import { randomTakeoff } from '../support/random-takeoff';
import { testSeed } from '../support/rounds';

const system = await startImportSystem();
const linesPerDiscipline = 12;
const seed = testSeed;
const target = system.newTarget();

/** Of the first line of concrete; no other cell of the workbook says the same. */
const knownQuantity = 87_654.321;
const takeoff = randomTakeoff(linesPerDiscipline, seed, { hostile: false });
const known = takeoff.find(({ discipline }) => discipline === 'concrete');
if (known) known.quantity = knownQuantity;

for (const line of takeoff) {
  const { status, body } = await system.mto.request('POST', '/api/v1/mto', { json: { ...target, ...line } });
  if (status !== 201) throw new Error(`seed ${seed}: ${JSON.stringify(body)}`);
}
const before = await linesOf(system, target);

afterAll(() => system.stop());

async function exported(query: string): Promise<File> {
  const { status, body } = await system.mto.request(
    'GET',
    `/api/v1/mto/export?projectId=${target.projectId}&${query}`,
  );
  if (status !== 200) throw new Error(`The export was answered ${status}.`);
  return new File([body], 'export.xlsx');
}

async function sendBack(file: File, parts: FormParts = {}, into: ImportTarget = target) {
  const { errors, error, result } = await importFile(system, into, file, { mode: 'upsert', ...parts });
  return { seed, errors, error, result };
}

const unchanged = (lineCount: number) => ({
  seed,
  errors: [],
  error: null,
  result: { imported: 0, updated: 0, skipped: lineCount, failed: 0, deleted: 0 },
});

/** Commas, quotes, UTF-8, and cells as they are shown, which is how people save a sheet. */
const csvAsDisplayed = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true';

describe('an export saved by LibreOffice and sent back', () => {
  test.each(['single-sheet', 'multi-sheet'])('%s as xlsx: nothing changes', async (format) => {
    const [saved] = await resave([await exported(`format=${format}`)], 'xlsx');
    expect(await sendBack(saved as File)).toEqual(unchanged(disciplines.length * linesPerDiscipline));
    expect(await linesOf(system, target)).toEqual(before);
  });

  test('each discipline as csv: nothing changes', async () => {
    const files = await Promise.all(disciplines.map((discipline) => exported(`discipline=${discipline}`)));
    for (const [at, saved] of (await resave(files, csvAsDisplayed)).entries())
      expect({ at, ...(await sendBack(saved, { decimalSeparator: '.' })) }).toEqual({
        at,
        ...unchanged(linesPerDiscipline),
      });
    expect(await linesOf(system, target)).toEqual(before);
  });

  test('one cell changed in it changes one line', async () => {
    const [opened] = await resave([await exported('format=multi-sheet')], 'fods');
    const text = await (opened as File).text();
    const sheet = `table:name="${disciplineLabels.concrete}"`;
    const cell = text.indexOf(`office:value="${knownQuantity}"`, text.indexOf(sheet));
    expect(text.indexOf(sheet)).toBeGreaterThan(0);
    expect(cell).toBeGreaterThan(text.indexOf(sheet));
    const changed = `${text.slice(0, cell)}office:value="4321"${text.slice(text.indexOf(' ', cell))}`;
    const [saved] = await resave([new File([changed], 'changed.fods')], 'xlsx');
    const count = disciplines.length * linesPerDiscipline;
    const { result, errors } = await sendBack(saved as File);
    expect({ seed, errors, result }).toEqual({
      seed,
      errors: [],
      result: { imported: 0, updated: 1, skipped: count - 1, failed: 0, deleted: 0 },
    });
    const after = await linesOf(system, target);
    const changedLines = after.flatMap((one, at) => (one.version === before[at]?.version ? [] : [one]));
    expect(changedLines.map(({ quantity }) => quantity)).toEqual([4321]);
  });
});
