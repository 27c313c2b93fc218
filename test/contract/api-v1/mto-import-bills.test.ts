import { afterAll, describe, expect, test } from 'bun:test';
import type { ImportSurvey } from '@consulting/mto-engine';
import { columnLetters } from '@consulting/spreadsheet/table/cell';
import { billsOf } from '../../support/bills';
import type { Role } from '../../support/bills/table';
import { importUnattended } from '../../support/bills/unattended';
import { testSeed } from '../../support/rounds';
import { commonTakeoffSystem } from '../../support/takeoff-system';

const system = await commonTakeoffSystem();
const bills = billsOf(testSeed);

afterAll(() => system.stop());

const codes = ['itemNumber', 'itemCode'];
const fieldsOf: Partial<Record<Role, string[]>> = {
  number: codes,
  code: codes,
  text: ['description'],
  unit: ['unitOfMeasure'],
  quantity: ['quantity'],
  price: ['subcontractUnitPrice', 'materialUnitPrice'],
  amount: ['totalCost'],
};
const columns = { right: 0, all: 0 };

/** Counts the columns that an estimator could name, and those whose first proposal names them. */
function countColumns({ sheets, suggested }: ImportSurvey, roles: Role[][]): void {
  for (const [at, sheet] of sheets.entries())
    for (const [index, role] of (roles[at] ?? []).entries()) {
      const letters = columnLetters(index);
      const column = sheet.columns.find((one) => one.column === letters);
      const fields = fieldsOf[role];
      if (fields === undefined || column === undefined || column.filled === 0) continue;
      const name = sheets.length === 1 ? `[${letters}]` : `${sheet.sheet}![${letters}]`;
      const read = suggested?.mapping[name] ?? column.field ?? column.proposals[0]?.field ?? '';
      columns.all += 1;
      if (fields.includes(read)) columns.right += 1;
    }
}

const centsOf = (text: string | undefined) => Math.round(Number(text) * 100);

describe('POST /api/v1/mto/import/async: bills in the manner of the trade, unattended', () => {
  test('each has a name of its own', () => {
    const names = new Set(bills.map(({ name }) => name));
    expect(names.size).toBe(bills.length);
    expect(names.size).toBeGreaterThanOrEqual(40);
  });

  for (const { name, file, currency, exchangeRates, itemRows, cents, differs, roles } of bills)
    test(`200 ${name}`, async () => {
      const projectId = system.records.addProject({ currency });
      system.records.exchangeRates.set(projectId, exchangeRates);
      const target = { projectId, serviceId: system.records.addService(projectId) };
      const landed = await importUnattended(system, target, file);
      expect([landed.refusal, landed.task?.error ?? null]).toEqual([null, null]);
      expect(landed.lines).toBeGreaterThanOrEqual(itemRows);
      countColumns(landed.survey, roles);
      const money = landed.reconciliation?.money;
      if (differs === null) {
        expect(landed.cents).toBe(cents);
        expect(money?.basis === null || money?.agrees).toBe(true);
      } else {
        expect(centsOf(money?.inFile)).toBe(Math.round(differs.cents));
        expect(money?.agrees).toBe(landed.cents === differs.cents);
      }
    });

  test('the first proposal is right for nine of ten columns that carry something', () => {
    expect(columns.all).toBeGreaterThan(300);
    expect(columns.right / columns.all).toBeGreaterThanOrEqual(0.9);
  });
});
