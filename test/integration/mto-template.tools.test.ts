import { afterAll, describe, expect, test } from 'bun:test';
import { disciplines } from '@consulting/takeoff-fields/discipline';
import * as xlsx from '@e965/xlsx';
import { importFile, linesOf } from '../support/import-file';
import { startImportSystem } from '../support/import-system';
import { resave } from '../support/office';

const system = await startImportSystem();

afterAll(() => system.stop());

const templates = await Promise.all(
  disciplines.map(async (discipline) => {
    const { body } = await system.mto.request('GET', `/api/v1/mto/template?discipline=${discipline}`);
    return new File([body], `${discipline}.xlsx`);
  }),
);

/** The templates after a person has opened them and made a line of the example. */
async function filledIn(): Promise<File[]> {
  const opened = await resave(templates, 'fods');
  return Promise.all(
    opened.map(async (file) => {
      const text = await file.text();
      expect(text.split('<text:p>Example</text:p>')).toHaveLength(2);
      return new File([text.replace('<text:p>Example</text:p>', '')], file.name);
    }),
  );
}

const partOf = async (file: File, path: string): Promise<string> => {
  const book = xlsx.read(await file.arrayBuffer(), { bookFiles: true }) as xlsx.WorkBook & {
    files: Record<string, { content: Uint8Array }>;
  };
  return new TextDecoder().decode(book.files[path]?.content);
};

describe('a template in LibreOffice', () => {
  test('keeps its drop-downs and filter when it is saved', async () => {
    const saved = await resave(templates, 'xlsx');
    for (const [at, file] of saved.entries()) {
      const written = await partOf(templates[at] as File, 'xl/worksheets/sheet1.xml');
      const read = await partOf(file, 'xl/worksheets/sheet1.xml');
      const lists = (xml: string) => [...xml.matchAll(/<dataValidation [^>]*type="list"/g)].length;
      expect(lists(written)).toBeGreaterThan(8);
      expect(lists(read)).toBe(lists(written));
      expect(/<autoFilter ref="A2:[A-Z]+3"/.test(read)).toBe(true);
    }
  });

  test.each(['xlsx', 'csv'])('is imported when it was filled in and saved as %s', async (type) => {
    for (const [at, file] of (await resave(await filledIn(), type)).entries()) {
      const discipline = disciplines[at] ?? 'piping';
      const target = system.newTarget();
      const task = await importFile(system, target, file, { decimalSeparator: '.' });
      expect({ discipline, ...task.result, errors: task.errors }).toMatchObject({
        discipline,
        imported: 1,
        failed: 0,
        errors: [],
      });
      const [line] = await linesOf(system, target);
      expect(line).toMatchObject({ discipline, takeoffDate: '2026-01-15', estimateClass: '3' });
      expect(task.warnings.map(({ sheet, code }) => [sheet, code])).toEqual(
        type === 'csv'
          ? []
          : [
              ['Fields', 'SHEET_LEFT_OUT'],
              ['Lists', 'SHEET_LEFT_OUT'],
            ],
      );
    }
  });
});
