import { afterAll, describe, expect, test } from 'bun:test';
import { billsOf } from '../../support/bills';
import { importUnattended } from '../../support/bills/unattended';
import { testSeed } from '../../support/rounds';
import { commonTakeoffSystem } from '../../support/takeoff-system';

const system = await commonTakeoffSystem();
const bills = billsOf(testSeed);

afterAll(() => system.stop());

const centsOf = (text: string | undefined) => Math.round(Number(text) * 100);

describe('POST /api/v1/mto/import/async: bills in the manner of the trade, unattended', () => {
  test('each has a name of its own', () => {
    const names = new Set(bills.map(({ name }) => name));
    expect(names.size).toBe(bills.length);
    expect(names.size).toBeGreaterThanOrEqual(40);
  });

  for (const { name, file, currency, exchangeRates, itemRows, cents, differs } of bills)
    test(`200 ${name}`, async () => {
      const projectId = system.records.addProject({ currency });
      system.records.exchangeRates.set(projectId, exchangeRates);
      const target = { projectId, serviceId: system.records.addService(projectId) };
      const landed = await importUnattended(system, target, file);
      expect([landed.refusal, landed.task?.error ?? null]).toEqual([null, null]);
      expect(landed.lines).toBeGreaterThanOrEqual(itemRows);
      const money = landed.reconciliation?.money;
      if (differs === null) {
        expect(landed.cents).toBe(cents);
        expect(money?.basis === null || money?.agrees).toBe(true);
      } else {
        expect(centsOf(money?.inFile)).toBe(Math.round(differs.cents));
        expect(money?.agrees).toBe(landed.cents === differs.cents);
      }
    });
});
