import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  type FormParts,
  importFile,
  linesOf,
  type SheetCells,
  workbookFile,
} from '../../support/import-file';
import { commonImportSystem, type ImportSystem } from '../../support/import-system';

let system: ImportSystem;

beforeAll(async () => {
  system = await commonImportSystem();
});

afterAll(async () => {
  await system.stop();
});

const header = ['Item No.', 'Description', 'Qty', 'UOM'];
const rates = [
  { currency: 'USD', rate: 1.3712 },
  { currency: 'EUR', rate: 1.5 },
];

async function importPrices(rows: SheetCells, parts: FormParts) {
  const target = system.newTarget({ currency: 'CAD' });
  system.records.exchangeRates.set(target.projectId, rates);
  const task = await importFile(system, target, workbookFile({ Piping: rows }), parts);
  return { task, lines: await linesOf(system, target) };
}

describe('POST /api/v1/mto/import/async: convertCurrency', () => {
  const prices = [
    [...header, 'Unit Price (USD)', 'Labour Rate (EUR/h)', 'Unit MH', 'Special Equipment Cost (CAD)'],
    [1, 'Pipe', 10, 'm', 120.5, '80,00 €', 0.5, 7],
    [2, 'Pipe', 10, 'm', null, '10', null, '(7)'],
  ];

  test('columns of other currencies: 200, amounts by the rates of the project', async () => {
    const { task, lines } = await importPrices(prices, { convertCurrency: true });
    expect(task).toMatchObject({ status: 'completed', errorCount: 0 });
    expect(lines).toMatchObject([
      {
        materialUnitPrice: 165.2296,
        labourRate: 120,
        currency: 'CAD',
        materialCost: 1652.3,
        labourCost: 600,
      },
      { materialUnitPrice: null, labourRate: 15, specialEquipmentCost: -7 },
    ]);
    expect(lines[0]).toMatchObject({ specialEquipmentCost: 7, totalCost: 2259.3 });
  });

  test('a total in another currency: 200, rounded to cents', async () => {
    const { lines } = await importPrices(
      [
        [...header, 'Total Cost (USD)'],
        [1, 'Subcontract', 1, 'LS', 1.005],
      ],
      { convertCurrency: true },
    );
    expect(lines).toMatchObject([{ totalCost: 1.38, totalCostOverride: 1.38 }]);
  });

  test('without it: 200, the task fails with UNIT_MISMATCH', async () => {
    const { task, lines } = await importPrices(prices, {});
    expect(task).toMatchObject({ status: 'failed', error: { code: 'UNIT_MISMATCH' } });
    expect(task.error?.message).toContain('USD is not the currency of the project, CAD');
    expect(lines).toEqual([]);
  });

  test('without a rate: 200, UNIT_MISMATCH names the rate that is missing', async () => {
    const rows = [
      [...header, 'Unit Price (GBP)'],
      [1, 'Pipe', 10, 'm', 5],
    ];
    const { task } = await importPrices(rows, { convertCurrency: true });
    expect(task).toMatchObject({ status: 'failed', error: { code: 'UNIT_MISMATCH' } });
    expect(task.error?.message).toContain(
      'GBP is not the currency of the project, CAD, whose indirect costs have no exchange rate of GBP',
    );
  });
});
