import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { fieldOfHeader } from '@consulting/mto-engine/headers/header';
import { type Discipline, disciplines } from '@consulting/takeoff-fields/discipline';
import { commonFields, fieldsOf } from '@consulting/takeoff-fields/registry';
import { expectedFigures, pipingTakeoff } from '../../support/piping-takeoff';
import { byKey, type ReadSheet, readsExports } from '../../support/read-workbook';
import { commonTakeoffLines, faultsOf, unknownId } from '../../support/takeoff-lines';

const lines = await commonTakeoffLines();
const { call, system, projectId, serviceId, projectWith, stored } = lines;
const { workbookOf, sheetsOf, sheetOf } = readsExports(lines);

beforeAll(async () => {
  for (const line of await pipingTakeoff()) await stored(line);
});

afterAll(() => system.stop());

const keysOf = (discipline: Discipline, { headers }: ReadSheet) =>
  headers.slice(1).map((header) => fieldOfHeader(discipline, header)?.key);

describe('GET /api/v1/mto/export', () => {
  test('200 single-sheet holds every value of every line, computed ones included', async () => {
    const { rows, headers } = await sheetOf(`projectId=${projectId}`);
    expect(headers[0]).toBe('MTO ID');
    const { body } = await call('GET', `/mto?projectId=${projectId}&limit=100`);
    const expected = body.data.map((line: Record<string, unknown>) => ({
      'MTO ID': line.mtoId,
      ...Object.fromEntries(
        fieldsOf('piping').flatMap(({ key }) => (line[key] === null ? [] : [[key, line[key]]])),
      ),
    }));
    expect(expected).toHaveLength(60);
    expect(rows.map((row) => byKey('piping', row))).toEqual(expected);
  });

  test('200 gives the figures of the worked example', async () => {
    const { rows } = await sheetOf(`projectId=${projectId}`);
    const figures = await expectedFigures();
    const exported = rows.map((row) => byKey('piping', row));
    for (const [at, figuresOfLine] of figures.entries()) {
      for (const [key, figure] of Object.entries(figuresOfLine))
        expect(exported[at]?.[key] ?? null).toBe(figure === '' ? null : Number(figure));
    }
  });

  test('200 single-sheet has all common columns and the discipline columns that hold data, as the registry orders them', async () => {
    const sheet = await sheetOf(`projectId=${projectId}`);
    const filled = new Set(sheet.rows.flatMap((row) => Object.keys(byKey('piping', row))));
    const expected = fieldsOf('piping').filter(
      (field) => commonFields.includes(field) || filled.has(field.key),
    );
    expect(keysOf('piping', sheet)).toEqual(expected.map(({ key }) => key));
    expect(expected.length).toBeLessThan(fieldsOf('piping').length);
    expect(sheet.headers).toContain('Design Pressure (barg)');
    expect(sheet.headers).toContain('Quantity');
  });

  test('200 names the file by project, discipline and day, as RFC 6266 writes names', async () => {
    const own = system.records.addProject({ code: 'Évry/7"%' });
    const { headers } = await workbookOf(`projectId=${own}&discipline=civil`);
    const day = new Date().toISOString().slice(0, 10);
    expect(headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="_vry_7__ Civil Takeoff ${day}.xlsx"; filename*=UTF-8''%C3%89vry_7_%25%20Civil%20Takeoff%20${day}.xlsx`,
    );
  });

  test('200 multi-sheet has a summary and one sheet per used discipline with all of its columns', async () => {
    const items = (['piping', 'civil', 'mechanical_equipment'] as const).map((discipline) => ({
      discipline,
    }));
    const { own } = await projectWith(...items);
    const [summary, ...sheets] = await sheetsOf(`projectId=${own}&format=multi-sheet`);
    expect(summary?.name).toBe('Summary');
    expect(sheets.map(({ name }) => name)).toEqual(['Mechanical Equipment', 'Piping', 'Civil']);
    for (const [at, discipline] of (['mechanical_equipment', 'piping', 'civil'] as const).entries()) {
      const sheet = sheets[at] as ReadSheet;
      expect(keysOf(discipline, sheet)).toEqual(fieldsOf(discipline).map(({ key }) => key));
      expect(sheet.headers.filter((header) => header.includes('['))).toEqual([]);
      expect(sheet.rows.map(({ Discipline }) => Discipline)).toEqual([discipline]);
    }
  });

  test('200 multi-sheet sums up by discipline as the takeoff summary does, in the currency of the project', async () => {
    const { own } = await projectWith(
      { discipline: 'piping', quantity: 10, materialUnitPrice: 12.5, unitManHours: 2, labourRate: 50 },
      { discipline: 'piping', quantity: 1, totalCost: 25 },
      { discipline: 'civil', quantity: 4, subcontractUnitPrice: 100 },
      { discipline: 'civil', quantity: 9, subcontractUnitPrice: 100, status: 'void' },
      { discipline: 'civil', quantity: 9, subcontractUnitPrice: 100, scopeType: 'excluded' },
    );
    const [summary] = await sheetsOf(`projectId=${own}&format=multi-sheet`);
    const figures = (summary?.rows ?? []).map((row) =>
      ['Discipline', 'Lines', 'Total MH', 'Labour Cost (CAD)', 'Total Cost (CAD)', '% of Total'].map(
        (header) => row[header],
      ),
    );
    expect(figures).toEqual([
      ['Piping', 2, 20, 1000, 1150, 74.19],
      ['Civil', 1, 0, 0, 400, 25.81],
      ['Total', 3, 20, 1000, 1550, 100],
    ]);
    const { body } = await call('GET', `/mto/project/${own}/summary`);
    expect(body.totals).toMatchObject({ itemCount: 3, totalManHours: 20, labourCost: 1000, totalCost: 1550 });
    const [civil] = await sheetsOf(`projectId=${own}&discipline=civil&format=multi-sheet`);
    expect(civil?.rows.at(-1)).toMatchObject({ Discipline: 'Total', Lines: 1, 'Total Cost (CAD)': 400 });
  });

  test('200 single-sheet of several disciplines writes Label [key] where a label has several meanings', async () => {
    const { own } = await projectWith(
      { discipline: 'piping', lineFrom: 'V-1', valveWeight: 1 },
      { discipline: 'instrumentation', instrumentWeight: 3 },
      { discipline: 'mechanical_equipment', surfaceArea: 4, equipmentLength: 5 },
      { discipline: 'civil', surfaceArea: 6, length: 7 },
    );
    const { headers, rows } = await sheetOf(`projectId=${own}`);
    expect(headers).toContain('Weight [instrumentWeight] (kg)');
    expect(headers).toContain('Heat Transfer Area (m2) [surfaceArea]');
    expect(new Set(headers).size).toBe(headers.length);
    const values = rows.map((row) => byKey(row.Discipline as Discipline, row));
    expect(values).toMatchObject([
      { lineFrom: 'V-1' },
      { instrumentWeight: 3 },
      { surfaceArea: 4, equipmentLength: 5 },
      { surfaceArea: 6, length: 7 },
    ]);
  });

  test.each(['single-sheet', 'multi-sheet'])(
    '200 %s of a project without lines has headers only',
    async (format) => {
      const own = system.records.addProject();
      const { headers, rows } = await sheetOf(`projectId=${own}&format=${format}`);
      expect(headers).toHaveLength(1 + commonFields.length);
      expect(rows).toEqual([]);
    },
  );

  test('200 multi-sheet of a discipline without lines has the headers of that discipline', async () => {
    const { name, headers, rows } = await sheetOf(
      `projectId=${projectId}&discipline=concrete&format=multi-sheet`,
    );
    expect(name).toBe('Concrete');
    expect(headers).toHaveLength(1 + fieldsOf('concrete').length);
    expect(rows).toEqual([]);
  });

  test('200 with serviceId and discipline holds only those lines', async () => {
    const other = system.records.addService(projectId);
    await stored({ serviceId: other, discipline: 'civil', description: 'Ditch' });
    await stored({ serviceId: other, description: 'Pipe' });
    const descriptions = async (query: string) =>
      (await sheetOf(`projectId=${projectId}&${query}`)).rows.map(({ Description }) => Description);
    expect(await descriptions(`serviceId=${other}`)).toEqual(['Ditch', 'Pipe']);
    expect(await descriptions(`serviceId=${other}&discipline=civil`)).toEqual(['Ditch']);
    expect(await descriptions('discipline=civil')).toEqual(['Ditch']);
    expect(await descriptions(`serviceId=${serviceId}`)).toHaveLength(60);
    expect(await descriptions(`serviceId=${unknownId}`)).toEqual([]);
  });

  test('200 when the owner of projects is silent and lines prove that the project exists', async () => {
    const answer = await system.without('clients-projects', () => workbookOf(`projectId=${projectId}`));
    expect(answer.status).toBe(200);
  });

  test('503 when the owner of projects is silent and there are no lines', async () => {
    const own = system.records.addProject();
    const { status, body } = await system.without('clients-projects', () => workbookOf(`projectId=${own}`));
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'DEPENDENCY_UNAVAILABLE' });
  });

  test('404 for an unknown project', async () => {
    const { status, body } = await workbookOf(`projectId=${unknownId}`);
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
  });

  test.each([
    ['', 'projectId REQUIRED'],
    ['projectId=7', 'projectId FORMAT'],
    [`projectId=${unknownId}&serviceId=7`, 'serviceId FORMAT'],
    [`projectId=${unknownId}&discipline=plumbing`, 'discipline ENUM'],
    [`projectId=${unknownId}&format=pdf`, 'format ENUM'],
    [`projectId=${unknownId}&skip=0`, 'skip UNKNOWN_FIELD'],
    [`projectId=${unknownId}&format=multi-sheet&format=single-sheet`, 'format FORMAT'],
  ])('422 for the query "%s"', async (query, fault) => {
    const answer = await workbookOf(query);
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual([fault]);
  });

  test('the disciplines of the document are those of the registry', async () => {
    const { body } = await system.mto.request('GET', '/openapi.json');
    const { parameters } = body.paths['/api/v1/mto/export'].get;
    const named = (name: string) => parameters.find((one: { name: string }) => one.name === name);
    expect(named('discipline').schema).toEqual({ $ref: '#/components/schemas/Discipline' });
    expect(body.components.schemas.Discipline.enum).toEqual([...disciplines]);
    expect(named('format').schema.default).toBe('single-sheet');
  });
});
