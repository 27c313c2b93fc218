import { afterAll, describe, expect, test } from 'bun:test';
import { type FormParts, workbookFile } from '../../support/import-file';
import { commonTakeoffImports, counts, valuesOf } from '../../support/takeoff-import';

const imports = await commonTakeoffImports();
const { system, sheet, file } = imports;

afterAll(() => imports.stop());

const surveyOf = async (taskId: string) =>
  (await system.mto.request('GET', `/api/v1/mto/import/status/${taskId}/survey`)).body;

const given = (parts: FormParts): FormParts =>
  Object.fromEntries(
    Object.entries(parts).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );

const ofModel = ['Long Description (Family)', 'Long Description (Size)', 'Spec', 'Size'];
const ofPlant = [...ofModel, 'Line Number Tag', 'Nominal Diameter', 'Status', 'PnPID', 'Position X'];

/** In the manner of a 3D plant model: a row for each piece, sheets that are called by what they show. */
const plantModel = () =>
  workbookFile({
    pipes: [
      ofPlant,
      [
        'PIPE, SMLS, BE, SCH 40, A106-B',
        'PIPE, 2" ND, SCH 40',
        'A1A',
        '2"',
        '2"-FG-100',
        2,
        'New',
        7001,
        12.5,
      ],
      [
        'PIPE, SMLS, BE, SCH 40, A106-B',
        'PIPE, 3/4" ND, SCH 80',
        'A1A',
        '3/4"',
        '2"-FG-100',
        0.75,
        'New',
        7002,
        13,
      ],
      [
        'PIPE, SMLS, BE, SCH 40, A106-B',
        'PIPE, 1 1/2" ND',
        'A1A',
        '1 1/2"',
        '2"-FG-101',
        1.5,
        'Existing',
        7003,
        14,
      ],
    ],
    pipeComponents: [
      ofPlant,
      ['ELBOW 90 LR, BW, B16.9', 'ELBOW 2" ND', 'A1A', '2"', '2"-FG-100', 2, 'New', 7101, 1],
      ['REDUCER CONC, BW, B16.9', 'REDUCER 4"x1/2"', 'A1A', '4"x1/2"', '2"-FG-101', 0.5, 'New', 7102, 2],
    ],
    structureMembers: [
      ['Long Description (Size)', 'Status', 'PnPID', 'DWG Number'],
      ['Member HEA-120 x 1943', 'New', 8001, 'RACK'],
      ['Member IPE-200 x 2500', 'New', 8002, 'RACK'],
    ],
  });

describe('POST /api/v1/mto/import/async: files of other tools', () => {
  test('200 an export of a 3D plant model goes in with one request after its survey, each sheet in its discipline', async () => {
    const { task, target } = await file(plantModel(), { survey: true });
    const { sheets, suggested } = await surveyOf(task.taskId);
    expect(
      sheets.map(
        (one: { disciplineProposals: { discipline: string }[] }) => one.disciplineProposals[0]?.discipline,
      ),
    ).toEqual(['piping', 'piping', 'structural']);
    expect(suggested).toMatchObject({
      discipline: null,
      defaults: { 'pipes!discipline': 'piping', 'structureMembers!discipline': 'structural' },
      sheet: ['pipes', 'pipeComponents', 'structureMembers'],
    });
    const quantity = { quantity: 1, unitOfMeasure: 'EA' };
    const decided = { sourceTaskId: task.taskId, defaults: { ...suggested.defaults, ...quantity } };
    const { task: run, lines } = await file(null, { ...given(suggested), ...decided }, target);
    expect([run.status, counts(run)]).toEqual(['completed', [7, 0, 0, 0, 0]]);
    expect(valuesOf(lines, 'discipline', 'nominalPipeSize', 'secondarySize')).toEqual([
      ['piping', 2, null],
      ['piping', 0.75, null],
      ['piping', 1.5, null],
      ['piping', 2, null],
      ['piping', 4, 0.5],
      ['structural', undefined, undefined],
      ['structural', undefined, undefined],
    ]);
  });

  test('200 a takeoff by plant codes with heading rows, pairs of sizes, blank units and lengths in mm has no failed row', async () => {
    const { task, lines } = await sheet(
      [
        ['KKS', 'Description', 'Size', 'Qty', 'UOM', 'Unit Price'],
        ['10LAB', 'Feedwater system'],
        ['10LAB10BR001', 'Pipe seamless', '8"', '22122 MM', null, 0.5],
        ['10LAB10BR002', 'Reducer', '8"x6"', 2, 'EA', 120],
        ['10LAB20', 'Bypass'],
        ['10LAB20BR001', 'Pipe seamless', '2 1/2"', 4500, 'mm', 0.25],
        ['10LAB20BR002', 'Elbow', '2 1/2"', 3, null, 15],
        [null, null, null, null, null, null],
      ],
      { mapping: { kks: 'tag' }, headings: 'system', normaliseUnits: true },
    );
    expect([task.status, counts(task), task.errorCount]).toEqual(['completed', [4, 0, 0, 0, 0], 0]);
    expect(
      valuesOf(lines, 'tag', 'quantity', 'unitOfMeasure', 'nominalPipeSize', 'secondarySize', 'totalCost'),
    ).toEqual([
      ['10LAB10BR001', 22.122, 'm', 8, null, 11061],
      ['10LAB10BR002', 2, 'EA', 8, 6, 240],
      ['10LAB20BR001', 4.5, 'm', 2.5, null, 1125],
      ['10LAB20BR002', 3, null, 2.5, null, 45],
    ]);
    expect(lines.map(({ system: text }) => text)).toEqual([
      ...Array(2).fill('10LAB Feedwater system'),
      ...Array(2).fill('10LAB20 Bypass'),
    ]);
  });

  test('200 a bill with quantities, prices and amounts tells every difference between its amounts and ours', async () => {
    const { task } = await sheet([
      ['Description', 'QTY', 'UOM', 'Unit Price', 'AMOUNT'],
      ['Door', 10, 'EA', 3551, 218890],
      ['Window', 4, 'EA', 250, 1000],
      ['Frame', 3, 'EA', 100, 299.99],
      ['Paint', null, 'LS', null, 5000],
    ]);
    expect(task.reconciliation).toMatchObject({
      totals: {
        ...{ differing: 2, inFile: '219189.99', calculated: '35810.00' },
        items: [
          { row: 2, inFile: '218890.00', calculated: '35510.00' },
          { row: 4, inFile: '299.99', calculated: '300.00' },
        ],
      },
    });
    const { columns } = task.reconciliation as { columns: Record<string, string>[] };
    expect(columns.find(({ header }) => header === 'AMOUNT')).toMatchObject({
      ...{ inFile: '225189.99', stored: '36810.00', failedRows: '5000.00', difference: '183379.99' },
    });
  });
});
