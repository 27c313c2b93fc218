import { afterAll, describe, expect, test } from 'bun:test';
import * as xlsx from '@e965/xlsx';
import { importFile } from '../../support/import-file';
import { commonTakeoffSystem } from '../../support/takeoff-system';

const system = await commonTakeoffSystem();
const { records } = system;

afterAll(() => system.stop());

const header = ['Item No.', 'Discipline', 'Quantity', 'UOM', 'Material Unit Price'];

async function imported(rows: (string | number)[][]) {
  const projectId = records.addProject();
  const target = { projectId, serviceId: records.addService(projectId) };
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([header, ...rows]), 'Bill');
  const file = new File([xlsx.write(book, { type: 'buffer', bookType: 'xlsx' })], 'bill.xlsx');
  return { ...target, ...(await importFile(system, target, file)) };
}

const none = {
  indirectAmount: '0',
  ownersCostAmount: '0',
  escalation: '0',
  escalationPercent: null,
  contingency: '0',
  contingencyPercent: null,
  managementReserve: '0',
  managementReservePercent: null,
};

function draftWith(of: { projectId: string; serviceId: string }, grandTotal: string, bidSpread?: object) {
  const estimationId = records.addEstimation(of.projectId, of.serviceId, 'draft');
  const version = { estimationId, versionNumber: 1, versionLabel: null, name: null, status: 'draft' };
  const by = { preparedBy: null, reviewedBy: null, approvedBy: null };
  records.reports.set(of.serviceId, { version: { ...version, ...by } });
  const spread = bidSpread as { method: string; weights: Record<string, number> | null } | undefined;
  records.buildUps.set(estimationId, {
    ...{ ...none, subtotal: grandTotal, grandTotal },
    ...(spread ? { bidSpread: spread } : {}),
  });
}

const returned = (taskId: string, query = 'bidSpread=true') =>
  system.mto.request('GET', `/api/v1/mto/import/status/${taskId}/workbook?${query}`);

async function figuresOf(taskId: string, query?: string): Promise<unknown[][]> {
  const { status, body } = await returned(taskId, query);
  expect(status).toBe(200);
  const sheet = xlsx.read(body).Sheets.Bill as xlsx.WorkSheet;
  return xlsx.utils.sheet_to_json<unknown[]>(sheet, { header: 1 }).map((row) => row.slice(header.length));
}

const bill = [
  [1, 'piping', 3, 'm', 10],
  [2, 'piping', 3, 'm', 10],
  [3, 'civil', 7, 'm3', 10],
];

describe('GET /api/v1/mto/import/status/{taskId}/workbook', () => {
  test('200 with bidSpread the amounts of the lines add up to the grand total to the cent', async () => {
    const own = await imported(bill);
    draftWith(own, '200.01', { method: 'proportional', weights: null });
    const [titles, ...rows] = await figuresOf(own.taskId);
    expect(titles).toEqual(['Unit Cost (CAD)', 'Total Cost (CAD)']);
    const amounts = rows.map((row) => Number(row[1]));
    expect(amounts.map((amount) => Math.round(amount * 100)).reduce((sum, cents) => sum + cents, 0)).toBe(
      20001,
    );
    expect(amounts[2]).toBeCloseTo(107.7, 1);
    expect(rows.map((row) => Number(row[0]))).toEqual(
      amounts.map((amount, at) => Number((amount / Number(bill[at]?.[2])).toFixed(4))),
    );
    expect((await figuresOf(own.taskId, 'columns=totalCost')).slice(1)).toEqual([[30], [30], [70]]);
  });

  test('200 with bidSpread as the bid spread of the version has each line, also with weights and less than cost', async () => {
    const spreads: [string, Record<string, number> | null][] = [
      ['1234.57', { piping: 3, civil: 0.5 }],
      ['99.98', null],
      ['130.01', { piping: 0, civil: 0 }],
    ];
    for (const [grandTotal, weights] of spreads) {
      const own = await imported(bill);
      draftWith(own, grandTotal, { method: weights ? 'weighted' : 'proportional', weights });
      const { projectId, serviceId } = own;
      const id = records.reports.get(serviceId)?.version?.estimationId;
      const path = `/v1/projects/${projectId}/services/${serviceId}/estimations/${id}/sheet/bid-spread`;
      const { body } = await system.mto.request('GET', path);
      const [, ...rows] = await figuresOf(own.taskId, 'bidSpread=true&columns=totalCost,unitCost');
      expect(rows).toEqual(
        body.data.map(({ amount, unitPrice }: { amount: number; unitPrice: number }) => [amount, unitPrice]),
      );
      const cents = rows.reduce((sum, row) => sum + Math.round(Number(row[0]) * 100), 0);
      expect(cents).toBe(Math.round(Number(grandTotal) * 100));
    }
  });

  test('409 NO_BID_SPREAD without a draft, and of a draft without a bid spread in its sheet', async () => {
    const own = await imported(bill);
    const codeOf = async () => {
      const { status, body } = await returned(own.taskId);
      return [status, body.code];
    };
    expect(await codeOf()).toEqual([409, 'NO_BID_SPREAD']);
    draftWith(own, '200');
    expect(await codeOf()).toEqual([409, 'NO_BID_SPREAD']);
    expect((await returned(own.taskId, 'bidSpread=perhaps')).status).toBe(422);
  });
});
