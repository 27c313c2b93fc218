import { afterAll, describe, expect, test } from 'bun:test';
import { importFile, linesOf } from '../../support/import-file';
import { readsExports } from '../../support/read-workbook';
import { commonTakeoffImports, counts, places, valuesOf } from '../../support/takeoff-import';

const imports = await commonTakeoffImports();
const { system, sheet, target } = imports;
const upsert = { mode: 'upsert' };

afterAll(() => imports.stop());

describe('POST /api/v1/mto/import/async: mode upsert, rates and totals', () => {
  const crewHeader = ['Item No.', 'Quantity', 'Unit MH', 'Crew Code'];
  const withCrew = async () => {
    const into = target();
    system.records.addCrew(into.serviceId, {
      crewCode: 'PF-01',
      labourRate: '100',
      equipmentRate: '10',
      crewSize: '8',
    });
    await sheet([crewHeader, [1, 10, 2, 'PF-01'], [2, 10, 2, null]], {}, into);
    return into;
  };
  const rates = ['crewCode', 'labourRate', 'labourRateSource', 'crewSize', 'crewRateMatched', 'version'];

  test('200 a crew is looked up anew only where the line changes in it', async () => {
    const into = await withCrew();
    system.records.crews.set(into.serviceId, []);
    system.records.addCrew(into.serviceId, {
      crewCode: 'PF-01',
      labourRate: '120',
      equipmentRate: '12',
      crewSize: '6',
    });
    const rows = [crewHeader, [1, 11, 2, 'PF-01'], [2, 10, 2, 'pf-01']];
    const { task, lines } = await sheet(rows, upsert, into);
    expect(counts(task)).toEqual([0, 2, 0, 0, 0]);
    expect(valuesOf(lines, ...rates)).toEqual([
      ['PF-01', 100, 'crew', 8, true, 2],
      ['pf-01', 120, 'crew', 6, true, 2],
    ]);
  });

  test('200 a rate without a source is manual; the crew of the line stays known', async () => {
    const into = await withCrew();
    const { lines } = await sheet(
      [
        ['Item No.', 'Quantity', 'Labour Rate'],
        [1, 10, 90],
        [2, 10, null],
      ],
      upsert,
      into,
    );
    expect(valuesOf(lines, ...rates)).toEqual([
      ['PF-01', 90, 'manual', 8, true, 2],
      [null, null, null, null, false, 1],
    ]);
    expect(lines[0]?.labourCost).toBe(1800);
  });

  test('200 a WBS code is matched anew only where it changes', async () => {
    const into = target();
    const wbs = ['Item No.', 'Quantity', 'WBS Code'];
    await sheet([wbs, [1, 1, '01.10'], [2, 1, '01.20']], {}, into);
    system.records.addWbsCode(into.projectId, '01.10');
    system.records.addWbsCode(into.projectId, '01.30');
    const { task, lines } = await sheet([wbs, [1, 1, '01.10'], [2, 1, '01.30']], upsert, into);
    expect(counts(task)).toEqual([0, 1, 1, 0, 0]);
    expect(valuesOf(lines, 'wbsMatched')).toEqual([[false], [true]]);
  });

  test('200 a total is taken for a line without cost inputs, and left where it is calculated', async () => {
    const into = target();
    const total = ['Item No.', 'Quantity', 'Unit Price', 'Total'];
    await sheet([total, [1, 10, null, 500], [2, 10, 5, null]], {}, into);
    const { task, lines } = await sheet([total, [1, 20, null, 700], [2, 10, 5, 999]], upsert, into);
    expect(counts(task)).toEqual([0, 1, 1, 0, 0]);
    expect(valuesOf(lines, 'totalCost', 'totalCostOverride')).toEqual([
      [700, 700],
      [50, null],
    ]);
    const again = await sheet([total, [1, 20, null, 700], [2, 10, 5, 50]], upsert, into);
    expect(counts(again.task)).toEqual([0, 0, 2, 0, 0]);
  });
});

describe('POST /api/v1/mto/import/async: mode upsert, an export', () => {
  const { workbookOf } = readsExports({
    call: (method, path, options) => system.mto.request(method, `/api/v1${path}`, options),
  });

  test.each(['single-sheet', 'multi-sheet'])(
    '200 %s sent back changes nothing, whatever the lines hold',
    async (format) => {
      const into = target(system.records.addProject());
      const post = async (json: object) => {
        const { status, body } = await system.mto.request('POST', '/api/v1/mto', {
          json: { ...into, quantity: 1, ...json },
        });
        expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
      };
      system.records.addCrew(into.serviceId, { crewCode: 'PF-01' });
      const texts = {
        description: '=1+1 <x> & _x0041_\r\n_x000D_',
        remarks: '\'quoted\ttab, "and" \u0007 🏗',
        itemCode: '007',
      };
      await post({
        discipline: 'piping',
        itemNumber: 1,
        ...texts,
        unitOfMeasure: 'Each',
        crewCode: 'PF-01',
        unitManHours: 1.234567,
      });
      await post({
        discipline: 'piping',
        itemNumber: 1,
        quantity: 123456789012.12345,
        unitOfMeasure: ' Lin. Ft ',
        materialUnitPrice: 0.1,
      });
      await post({
        discipline: 'piping',
        quantity: 3,
        totalCost: 500,
        takeoffDate: '1899-12-31',
        quoteDate: '1900-02-28',
        checkedDate: '9999-12-31',
      });
      await post({
        discipline: 'civil',
        itemNumber: 1,
        length: 0.000001,
        labourRate: 90,
        tag: 'Total',
        description: 'Item No.',
      });
      await post({
        discipline: 'concrete',
        itemNumber: 5,
        wbsCode: '1.10',
        status: 'in-review',
        wasteFactorPercent: 4.5,
      });
      const before = await linesOf(system, into);
      const { body } = await workbookOf(`projectId=${into.projectId}&format=${format}`);
      const task = await importFile(system, into, new File([body], 'export.xlsx'), upsert);
      expect([places(task.errors), counts(task)]).toEqual([[], [0, 0, 5, 0, 0]]);
      expect(await linesOf(system, into)).toEqual(before);
    },
  );
});
