import { afterAll, describe, expect, test } from 'bun:test';
import { priceRowsChanged } from '@consulting/kernel/contracts/crews-rates';
import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import { bookOf } from '../../support/price-books';
import { storeReviews } from '../../support/reviewed-lines';
import { startTakeoffImports } from '../../support/takeoff-import';
import { until } from '../../support/until';

const imports = await startTakeoffImports();
const { system, sheet } = imports;
const { records } = system;

afterAll(() => imports.stop());

interface Check {
  code: string;
  count: number;
  filters: object | null;
  taskIds: string[];
}

const call = (method: string, path: string, json?: object) =>
  system.mto.request(method, `/api/v1${path}`, { json });

const newTarget = () => imports.target(records.addProject());

async function checkOf(projectId: string, code: string): Promise<Check | undefined> {
  const { status, body } = await call('GET', `/mto/project/${projectId}/review`);
  expect(status).toBe(200);
  return (body.checks as Check[]).find((check) => check.code === code);
}

async function linesOf(projectId: string, check: Check | undefined): Promise<number> {
  const { status, body } = await call('POST', '/mto/search', { projectId, filters: check?.filters });
  expect(status).toBe(200);
  return body.total;
}

const header = ['Item No.', 'Quantity', 'UOM', 'Unit MH', 'Labour Rate'];

describe('GET /api/v1/mto/project/{projectId}/review: imports, books and exchange rates', () => {
  test('200 FAILED_ROWS counts the rows of imports that wrote lines, until these are undone', async () => {
    const into = newTarget();
    const { task } = await sheet([header, [1, 10, 'm', 2, 100], [2, 'ten', 'm', 2, 100]], {}, into);
    expect(task.result).toMatchObject({ imported: 1, failed: 1 });
    const check = await checkOf(into.projectId, 'FAILED_ROWS');
    expect(check).toMatchObject({ severity: 'blocker', count: 1, filters: null, taskIds: [task.taskId] });
    await call('POST', '/mto/bulk-delete', {
      projectId: into.projectId,
      selection: {
        mode: 'filters',
        filters: { conditions: [{ field: 'itemNumber', operator: 'isNotEmpty' }] },
      },
      confirm: true,
    });
    expect(await checkOf(into.projectId, 'FAILED_ROWS')).toBeUndefined();
  });

  test('200 IMPORT_DIFFERS counts the imports whose file has another total', async () => {
    const into = newTarget();
    const withTotal = [...header, 'Total Cost'];
    const rows = [withTotal, [1, 10, 'm', 2, 100, 2000], [2, 10, 'm', 2, 100, 1999]];
    const { task } = await sheet(rows, {}, into);
    expect(await checkOf(into.projectId, 'IMPORT_DIFFERS')).toMatchObject({
      count: 1,
      taskIds: [task.taskId],
    });
    const other = newTarget();
    await sheet([withTotal, [1, 10, 'm', 2, 100, 2000]], {}, other);
    expect(await checkOf(other.projectId, 'IMPORT_DIFFERS')).toBeUndefined();
  });

  test('200 RATE_MISSING and PRICE_STALE find the lines of a book', async () => {
    const { projectId, serviceId } = newTarget();
    const code = `R-${crypto.randomUUID().slice(0, 8)}`;
    const row = { rowCode: 'P', target: 'materialUnitPrice', unitOfMeasure: 'm', value: 2 };
    records.priceBooks.set(
      code,
      bookOf(code, [{ ...row, conditions: [{ field: 'tag', equals: 'A' }] }], { currency: 'USD' }),
    );
    records.exchangeRates.set(projectId, [{ currency: 'USD', rate: 1.35 }]);
    for (const tag of ['A', 'B'])
      await call('POST', '/mto', {
        projectId,
        serviceId,
        discipline: 'piping',
        quantity: 1,
        unitOfMeasure: 'm',
        tag,
      });
    expect((await call('POST', '/mto/price', { projectId, books: [code] })).status).toBe(200);
    expect(await checkOf(projectId, 'RATE_MISSING')).toBeUndefined();
    expect(await checkOf(projectId, 'PRICE_STALE')).toBeUndefined();
    const at = new Date(Date.now() + 60_000).toISOString();
    const changed = { priceBook: code, rowCodes: ['P'], at };
    await system.bus.publish(priceRowsChanged.subject, changed, crypto.randomUUID());
    await until(() => checkOf(projectId, 'PRICE_STALE').then(Boolean, () => false));
    const stale = await checkOf(projectId, 'PRICE_STALE');
    expect(stale).toMatchObject({ severity: 'warning', count: 1 });
    expect(await linesOf(projectId, stale)).toBe(1);
    records.exchangeRates.delete(projectId);
    const check = await checkOf(projectId, 'RATE_MISSING');
    expect(check).toMatchObject({ severity: 'blocker', count: 1 });
    expect(await linesOf(projectId, check)).toBe(1);
  });

  test('200 OUTSIDE_HISTORY finds the lines whose row gives another figure than own work, until they are edited', async () => {
    const { projectId, serviceId } = newTarget();
    const code = `R-${crypto.randomUUID().slice(0, 8)}`;
    const ofTag = (tag: string, value: number) => ({
      ...{ rowCode: tag, target: 'unitManHours', unitOfMeasure: 'm', value },
      conditions: [{ field: 'tag', equals: tag }],
      statistics: { p10: 0.5, p90: 1.25 },
    });
    const others = [{ ...ofTag('D', 9), statistics: null }];
    const rows = [ofTag('A', 0.5), ofTag('B', 1.26), ofTag('C', 0.49), ...others];
    records.priceBooks.set(code, bookOf(code, rows));
    const ids: string[] = [];
    for (const tag of ['A', 'B', 'C', 'D']) {
      const line = { discipline: 'piping', quantity: 1, unitOfMeasure: 'm', tag };
      ids.push((await call('POST', '/mto', { projectId, serviceId, ...line })).body.mtoId);
    }
    const priced = await call('POST', '/mto/price', { projectId, books: [code] });
    expect(priced.body.updated).toBe(4);
    const check = await checkOf(projectId, 'OUTSIDE_HISTORY');
    expect(check).toMatchObject({ severity: 'warning', count: 2 });
    expect(await linesOf(projectId, check)).toBe(2);
    const edited = await call('PUT', `/mto/${ids[1]}?projectId=${projectId}`, { unitManHours: 1 });
    expect({ status: edited.status, errors: edited.body.errors }).toEqual({ status: 200, errors: undefined });
    expect((await checkOf(projectId, 'OUTSIDE_HISTORY'))?.count).toBe(1);
    const within = {
      conditions: [{ field: 'reviewCheck', operator: 'notEquals', value: 'OUTSIDE_HISTORY' }],
    };
    expect((await call('POST', '/mto/search', { projectId, filters: within })).body.total).toBe(3);
  });

  test('200 RATE_MISSING finds the lines of an import that was converted', async () => {
    const into = newTarget();
    records.exchangeRates.set(into.projectId, [{ currency: 'USD', rate: 1.35 }]);
    const rows = [
      ['Item No.', 'Quantity', 'UOM', 'Material Unit Price (USD)'],
      [1, 10, 'm', 5],
      [2, 10, 'm', 5],
    ];
    const { task } = await sheet(rows, { convertCurrency: 'true' }, into);
    expect(task.result).toMatchObject({ imported: 2 });
    expect(await checkOf(into.projectId, 'RATE_MISSING')).toBeUndefined();
    records.exchangeRates.delete(into.projectId);
    const check = await checkOf(into.projectId, 'RATE_MISSING');
    expect(check?.count).toBe(2);
    expect(await linesOf(into.projectId, check)).toBe(2);
  });

  test('200 a version keeps the result of the moment when it went to review', async () => {
    const { projectId, serviceId } = newTarget();
    const line = {
      projectId,
      serviceId,
      discipline: 'piping',
      quantity: 1,
      unitManHours: 2,
      labourRate: 100,
    };
    await call('POST', '/mto', { ...line, tag: 'A' });
    const estimationId = records.addEstimation(projectId, serviceId, 'in-review');
    await system.bus.ask(keepVersionLines, { estimationId, projectId, serviceId });
    const read = async () =>
      (await call('GET', `/mto/project/${projectId}/review?estimationId=${estimationId}`)).body;
    await storeReviews(system);
    const reason = 'Later.';
    const path = `/mto/project/${projectId}/review/NO_WBS`;
    await call('PUT', path, { serviceId, state: 'dismissed', reason });
    const isOpen = (checks: (Check & { dismissed: object | null })[]) =>
      checks.find(({ code }) => code === 'NO_WBS')?.dismissed === null;
    expect(isOpen((await read()).checks)).toBe(true);
    expect(isOpen((await call('GET', `/mto/project/${projectId}/review`)).body.checks)).toBe(false);
  });

  test('200 ratios divide sums of the lines', async () => {
    const { projectId, serviceId } = newTarget();
    const line = {
      projectId,
      serviceId,
      discipline: 'piping',
      unitOfMeasure: 'm',
      quantity: 10,
      labourRate: 100,
    };
    for (const unitManHours of [2, 3]) await call('POST', '/mto', { ...line, unitManHours });
    const { body } = await call('GET', `/mto/project/${projectId}/review`);
    const ratio = body.ratios.find(({ key }: { key: string }) => key === 'hoursPerMetreOfPipe');
    const own = { discipline: 'piping', unit: 'h/m', numerator: 50, denominator: 20, value: 2.5 };
    expect(ratio).toMatchObject({ ...own, reference: null, outside: false });
  });
});
