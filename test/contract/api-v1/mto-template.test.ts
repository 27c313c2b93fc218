import { afterAll, describe, expect, test } from 'bun:test';
import { fieldOfHeader } from '@consulting/mto-engine/headers/header';
import { openTableFile } from '@consulting/spreadsheet/open-table-file';
import { type CellValue, DateCell } from '@consulting/spreadsheet/table/cell';
import { defaultTabularLimits } from '@consulting/spreadsheet/table/limits';
import { bytesSource } from '@consulting/spreadsheet/table/source';
import { type Discipline, disciplineLabels, disciplines } from '@consulting/takeoff-fields/discipline';
import { fieldsOf } from '@consulting/takeoff-fields/registry';
import * as xlsx from '@e965/xlsx';
import { importFile, linesOf, workbookFile } from '../../support/import-file';
import { commonImportSystem } from '../../support/import-system';
import { faultsOf } from '../../support/takeoff-lines';

const system = await commonImportSystem();

afterAll(() => system.stop());

const template = (query: string) => system.mto.request('GET', `/api/v1/mto/template?${query}`);

/** The rows of every sheet, hidden ones included, as a reader gives them. */
async function sheetsOf(
  bytes: ArrayBuffer,
): Promise<{ name: string; hidden: boolean; rows: CellValue[][] }[]> {
  const file = await openTableFile(bytesSource(new Uint8Array(bytes)), 't.xlsx', defaultTabularLimits);
  const sheets = [];
  for (const { name, hidden, ...sheet } of file.sheets) {
    const rows = (await Array.fromAsync(file.rows({ name, hidden, ...sheet }))).flat();
    sheets.push({ name, hidden, rows: rows.map(({ cells }) => cells) });
  }
  await file.close();
  return sheets;
}

/** The first sheet by its parts: names of the groups, headers, example row. */
async function takeoffSheet(query: string) {
  const [sheet] = await sheetsOf((await template(query)).body);
  const [groups = [], headers = [], example = []] = sheet?.rows ?? [];
  return { name: sheet?.name, groups, headers: headers.map(String), example, rowCount: sheet?.rows.length };
}

const forPeople = (discipline: Discipline) =>
  fieldsOf(discipline).filter(
    ({ key, computed }) =>
      key !== 'projectId' && key !== 'serviceId' && (computed === undefined || key === 'totalCost'),
  );

describe('GET /api/v1/mto/template', () => {
  test.each([...disciplines])(
    '200 %s has a column for every field that people fill in',
    async (discipline) => {
      const { name, headers, rowCount } = await takeoffSheet(`discipline=${discipline}`);
      expect(name).toBe(disciplineLabels[discipline]);
      expect(headers[0]).toBe('MTO ID');
      expect(headers.slice(1).map((header) => fieldOfHeader(discipline, header)?.key)).toEqual(
        forPeople(discipline).map(({ key }) => key),
      );
      expect(rowCount).toBe(3);
    },
  );

  test('200 names the section of each column above its header, and units in the headers', async () => {
    const { groups, headers } = await takeoffSheet('discipline=piping');
    const sectionOf = (header: string) => groups.slice(0, headers.indexOf(header) + 1).findLast(Boolean);
    expect(sectionOf('MTO ID')).toBe('Identification');
    expect(sectionOf('Quantity')).toBe('Quantity');
    expect(sectionOf('Design Pressure (barg)')).toBe('Service and Design Conditions');
    expect(sectionOf('OD (mm)')).toBe('Pipe Specification');
  });

  test.each([...disciplines])(
    '200 %s: what a person makes of the example row is imported without errors and warnings',
    async (discipline) => {
      for (const unitSystem of ['metric', 'us'] as const) {
        const { name, headers, example } = await takeoffSheet(
          `discipline=${discipline}&unitSystem=${unitSystem}`,
        );
        expect(example[0]).toBe('Example');
        const cells = example.slice(1).map((cell) => (cell instanceof DateCell ? cell.iso : cell));
        const file = workbookFile({ [String(name)]: [headers, [null, ...cells]] });
        const target = system.newTarget({ unitSystem });
        const task = await importFile(system, target, file, {});
        expect({ ...task.result, errors: task.errors, warnings: task.warnings }).toMatchObject({
          imported: 1,
          failed: 0,
          errors: [],
          warnings: [],
        });
        const [line] = await linesOf(system, target);
        expect(line).toMatchObject({ discipline, itemNumber: 1, takeoffDate: '2026-01-15' });
        expect(Number(line?.totalManHours)).toBeGreaterThan(0);
        expect(Number(line?.totalCost)).toBeGreaterThan(0);
      }
    },
  );

  test('200 as it is imports nothing: the example row is left out', async () => {
    const { body } = await template('discipline=civil');
    const target = system.newTarget();
    const task = await importFile(system, target, new File([body], 'template.xlsx'), {});
    expect(task.status).toBe('completed');
    expect(task.result).toMatchObject({ imported: 0, failed: 0 });
    expect(task.warnings.map(({ code, sheet, row }) => [code, sheet, row])).toEqual([
      ['ROW_LEFT_OUT', 'Civil', 3],
      ['NO_DATA_ROWS', 'Civil', null],
      ['SHEET_LEFT_OUT', 'Fields', null],
      ['SHEET_LEFT_OUT', 'Lists', null],
    ]);
  });

  test('200 unitSystem=us names US units, which the import converts', async () => {
    const { headers } = await takeoffSheet('discipline=piping&unitSystem=us');
    expect(headers).toContain('OD (in)');
    expect(headers).toContain('Design Temperature (degF)');
    expect(headers).toContain('NPS (in)');
    const file = workbookFile({
      Piping: [
        ['Description', 'UOM', 'Quantity', 'OD (in)'],
        ['Pipe', 'm', 1, 2],
      ],
    });
    const target = system.newTarget();
    await importFile(system, target, file, {});
    expect(await linesOf(system, target)).toMatchObject([{ outsideDiameter: 50.8 }]);
  });

  test('200 has a drop-down for every choice, number and date formats, a frozen header and wide enough columns', async () => {
    const { body } = await template('discipline=concrete');
    const book = xlsx.read(body, { bookFiles: true, cellStyles: true }) as xlsx.WorkBook & {
      files: Record<string, { content: Uint8Array }>;
    };
    const xml = new TextDecoder().decode(book.files['xl/worksheets/sheet1.xml']?.content);
    const choices = forPeople('concrete').filter(
      ({ type, key }) => type === 'enum' || type === 'boolean' || key === 'discipline',
    );
    expect([...xml.matchAll(/<dataValidation type="list"/g)]).toHaveLength(choices.length);
    expect(xml).toContain('<pane ySplit="2" topLeftCell="A3"');
    expect(xml).toMatch(/<autoFilter ref="A2:[A-Z]+3"\/>/);
    const { headers } = await takeoffSheet('discipline=concrete');
    const columnOf = (header: string) => headers.indexOf(header) + 1;
    const styleOf = (header: string) =>
      new RegExp(`<col min="${columnOf(header)}" max="\\d+" width="([\\d.]+)" style="(\\d+)"`).exec(xml) ??
      [];
    const styles = ['Description', 'Quantity', 'Material Unit Price', 'Takeoff Date'].map(
      (header) => styleOf(header)[2],
    );
    expect(new Set(styles).size).toBe(4);
    for (const header of headers) expect(Number(styleOf(header)[1])).toBeGreaterThan(9);
  });

  test('200 marks the required columns', async () => {
    const { body } = await template('discipline=concrete');
    const book = xlsx.read(body, { bookFiles: true }) as xlsx.WorkBook & {
      files: Record<string, { content: Uint8Array }>;
    };
    const read = (path: string) => new TextDecoder().decode(book.files[path]?.content);
    const xfs = [...(read('xl/styles.xml').split('<cellXfs')[1] ?? '').matchAll(/<xf [^>]*fontId="(\d+)"/g)];
    const fonts = [
      ...read('xl/worksheets/sheet1.xml').matchAll(
        /<c r="[A-Z]+2" s="(\d+)" t="inlineStr"><is><t[^>]*>([^<]*)/g,
      ),
    ];
    const marked = fonts.filter(([, style]) => xfs[Number(style)]?.[1] === '2').map(([, , header]) => header);
    expect(marked).toEqual(['Discipline', 'Quantity']);
  });

  test('200 explains every column on the second sheet', async () => {
    const [, fields] = await sheetsOf((await template('discipline=instrumentation')).body);
    expect(fields?.name).toBe('Fields');
    const [headers, identifier, ...rows] = fields?.rows ?? [];
    expect(headers).toEqual([
      'Column',
      'Key',
      'Section',
      'Unit',
      'Required',
      'Type',
      'Allowed values',
      'Description',
    ]);
    expect(identifier?.slice(0, 2)).toEqual(['MTO ID', 'mtoId']);
    expect(rows.map(([, key]) => key)).toEqual(forPeople('instrumentation').map(({ key }) => key));
    const rowOf = (wanted: string) => rows.find(([, key]) => key === wanted)?.slice(3, 7);
    expect(rowOf('quantity')).toEqual(['uom', 'yes', 'number', expect.any(String)]);
    expect(rowOf('safetyIntegrityLevel')).toEqual([null, 'no', 'choice', 'none, SIL1, SIL2, SIL3']);
    expect(rowOf('workElevation')?.[0]).toBe('m');
    for (const row of rows) expect(String(row[7]).length).toBeGreaterThan(10);
  });

  test('200 names the file by its discipline', async () => {
    const { headers } = await template('discipline=bulk_electrical');
    expect(headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    expect(headers.get('content-disposition')).toContain('filename="Bulk Electrical Takeoff Template.xlsx"');
  });

  test.each([
    ['', 'discipline REQUIRED'],
    ['discipline=plumbing', 'discipline ENUM'],
    ['discipline=civil&unitSystem=imperial', 'unitSystem ENUM'],
    ['discipline=civil&projectId=7', 'projectId UNKNOWN_FIELD'],
  ])('422 for the query "%s"', async (query, fault) => {
    const answer = await template(query);
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual([fault]);
  });
});
