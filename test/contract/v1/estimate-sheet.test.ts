import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { type CrewSystem, commonCrewSystem } from '../../support/crew-system';
import { faultsOf, unknownId } from '../../support/project-system';

let system: CrewSystem;
let projectId: string;
let serviceId: string;
let service: string;
let versions: string;

beforeAll(async () => {
  system = await commonCrewSystem();
});

afterAll(() => system.stop());

beforeEach(async () => {
  ({ projectId } = await system.newProject());
  ({ serviceId } = await system.newService(projectId));
  service = `/v1/projects/${projectId}/services/${serviceId}`;
  versions = `${service}/estimations`;
});

const get = (path: string) => system.askProjects('GET', path);
const put = (path: string, json: unknown, headers: Record<string, string> = {}) =>
  system.askProjects('PUT', path, { json, headers });
const newVersion = async (json: object = {}) =>
  (await system.askProjects('POST', versions, { json })).body.id as string;
const sheetOf = (id: string) => `${versions}/${id}/sheet`;
const totalsOf = async (id: string) => (await get(`${versions}/${id}`)).body.totals;

const line = (discipline: string, materialUnitPrice: number, more: object = {}) =>
  system.newLine(projectId, serviceId, { discipline, unitOfMeasure: 'ea', materialUnitPrice, ...more });

const where = (field: string, operator: string, value: unknown) => ({
  filters: { conditions: [{ field, operator, value }] },
});
const direct = (code: string, basis: object) => ({ code, name: code, kind: 'direct', basis });
const lumpSum = (code: string, value: number) => ({ code, name: code, kind: 'lump-sum', value });
const percent = (code: string, value: number, items: string[], more: object = {}) => ({
  code,
  name: code,
  kind: 'percent',
  value,
  basis: { items, ...more },
});

const piping = direct('PIPE', where('discipline', 'equals', 'piping'));
const amountsOf = (body: { items: { code: string; amount: number }[] }) =>
  Object.fromEntries(body.items.map(({ code, amount }) => [code, amount]));

describe('GET /v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}/sheet', () => {
  test('200 without a sheet everything is other direct cost, and the totals are as before', async () => {
    await line('piping', 10);
    const id = await newVersion();
    const { status, body } = await get(sheetOf(id));
    expect([status, body.items, body.otherDirect, body.sheetAmount]).toEqual([
      200,
      [],
      { lines: 1, amount: 10 },
      0,
    ]);
    expect(await totalsOf(id)).not.toHaveProperty('sheetAmount');
  });

  test('200 amounts are null and named while the takeoff service does not answer', async () => {
    const id = await newVersion();
    await put(sheetOf(id), { items: [piping] });
    await system.without('mto', async () => {
      const { status, body } = await get(sheetOf(id));
      expect([status, body.items[0].amount, body.otherDirect]).toEqual([200, null, null]);
      expect(body.unavailable).toContain('items.amount');
      const answer = await put(sheetOf(id), { items: [lumpSum('A', 1)] });
      expect(answer.status).toBe(503);
    });
  });

  test('404 an unknown version', async () => {
    expect((await get(sheetOf(unknownId))).status).toBe(404);
    expect((await put(sheetOf(unknownId), { items: [] })).status).toBe(404);
  });
});

describe('PUT /v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}/sheet', () => {
  test('200 every line is in the first direct item that takes it, and the totals have what is not direct', async () => {
    await line('piping', 100, { area: 'A1' });
    await line('piping', 50);
    await line('civil', 20, { area: 'a1' });
    await line('concrete', 5);
    await line('concrete', 7, { status: 'void' });
    const id = await newVersion({ indirectAmount: 1, escalationPercent: 10 });
    const { status, body } = await put(sheetOf(id), {
      items: [
        direct('AREA', where('area', 'equals', 'A1')),
        piping,
        lumpSum('FEE', 30),
        percent('TOOLS', 10, ['AREA', 'pipe']),
        { code: 'SUM', name: 'Sum', kind: 'subtotal' },
      ],
    });
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(amountsOf(body)).toEqual({ AREA: 120, PIPE: 50, FEE: 30, TOOLS: 17, SUM: 217 });
    expect(body).toMatchObject({
      otherDirect: { lines: 1, amount: 5 },
      directAmount: 175,
      sheetAmount: 47,
      version: 2,
    });
    expect(body.items.map(({ lines }: { lines: number | null }) => lines)).toEqual([2, 1, null, null, null]);
    expect(await totalsOf(id)).toMatchObject({
      lineTotal: 175,
      sheetAmount: 47,
      subtotal: 223,
      escalation: 22.3,
      grandTotal: 245.3,
    });
    const { body: list } = await get(versions);
    expect(list[0].totals.grandTotal).toBe(245.3);
    const { body: whole } = await get(service);
    expect(whole.details.estimations[0].totals.grandTotal).toBe(245.3);
    expect((await get(sheetOf(id))).body).toEqual(body);
    const again = await put(sheetOf(id), body);
    expect([again.status, again.body]).toEqual([200, body]);
  });

  test('200 totals by code, and those of single lines, take the same lines', async () => {
    for (const wbsCode of ['10', '20', null]) await line('piping', 10, { wbsCode });
    const id = await newVersion();
    const byCode = await put(sheetOf(id), { items: [direct('W', where('wbsCode', 'in', ['10', '20']))] });
    expect(amountsOf(byCode.body)).toEqual({ W: 20 });
    const all = await put(sheetOf(id), {
      items: [
        direct('W', where('wbsCode', 'isEmpty', undefined)),
        direct('D', where('description', 'isNotEmpty', undefined)),
        direct('ALL', { filters: { conditions: [] } }),
      ],
    });
    expect([all.status, amountsOf(all.body)]).toEqual([200, { W: 10, D: 0, ALL: 20 }]);
  });

  test('200 from review on the sheet and its amounts stand still; a copy has the sheet and follows the lines', async () => {
    await line('piping', 100);
    const id = await newVersion();
    await put(sheetOf(id), { items: [piping, percent('FEE', 10, ['PIPE'])] });
    await put(`${versions}/${id}`, { status: 'in-review' });
    await line('piping', 50);
    const { body } = await get(sheetOf(id));
    expect([amountsOf(body), body.sheetAmount, body.status]).toEqual([
      { PIPE: 100, FEE: 10 },
      10,
      'in-review',
    ]);
    expect((await totalsOf(id)).grandTotal).toBe(110);
    const refused = await put(sheetOf(id), { items: [] });
    expect([refused.status, faultsOf(refused.body)]).toEqual([400, { items: 'READ_ONLY' }]);
    const copy = await newVersion({ sourceEstimationId: id });
    expect(amountsOf((await get(sheetOf(copy))).body)).toEqual({ PIPE: 150, FEE: 15 });
    await put(`${versions}/${id}`, { status: 'approved' });
    expect((await get(sheetOf(id))).body.sheetAmount).toBe(10);
    const approved = await newVersion({ sourceEstimationId: id, status: 'approved' });
    expect(await totalsOf(approved)).toMatchObject({ sheetAmount: 15, grandTotal: 165 });
  });

  test('200 an empty list takes the sheet away, and the history has both', async () => {
    const id = await newVersion();
    await put(sheetOf(id), { items: [lumpSum('A', 5)] });
    const { body } = await put(sheetOf(id), { items: [] });
    expect([body.items, body.version, body.sheetAmount]).toEqual([[], 3, 0]);
    const { body: history } = await get(`/api/v1/history/estimations?recordId=${id}`);
    const { body: operation } = await get(`/api/v1/history/estimations/${history.data[0].operationId}`);
    expect(operation.changes[0].fields.sheet).toMatchObject({
      before: { items: [{ code: 'A', value: 5 }] },
      after: null,
    });
  });

  test('400 every fault of the items at once, named as sent', async () => {
    const id = await newVersion();
    const { status, body } = await put(sheetOf(id), {
      items: [
        { code: 'A', name: 'A', kind: 'lump-sum', quantity: 3 },
        { code: 'a', name: 'B', kind: 'quantity', quantity: 1, quantityFrom: 'months' },
        percent('P', 5, ['X']),
        { code: 'D', name: 'D', kind: 'direct', basis: { items: ['P'] } },
        percent('Q', 1001, ['P']),
      ],
      total: 5,
    });
    expect(status).toBe(400);
    expect(faultsOf(body)).toMatchObject({
      total: 'UNKNOWN_FIELD',
      'items[0].quantity': 'TYPE',
      'items[0].value': 'REQUIRED',
      'items[1].unitPrice': 'REQUIRED',
      'items[1].quantityFrom': 'UNKNOWN_FIELD',
      'items[3].basis.items': 'TYPE',
      'items[3].basis.filters': 'REQUIRED',
      'items[4].value': 'MAX',
    });
    const codes = await put(sheetOf(id), {
      items: [lumpSum('A', 1), lumpSum('a', 1), percent('P', 5, ['X'])],
    });
    expect(faultsOf(codes.body)).toEqual({
      'items[1].code': 'DUPLICATE',
      'items[2].basis.items[0]': 'REFERENCE',
    });
  });

  test('400 a circle, with its codes', async () => {
    const id = await newVersion();
    const { status, body } = await put(sheetOf(id), {
      items: [percent('A', 5, ['B']), percent('B', 5, ['C']), percent('C', 5, ['A'])],
    });
    expect([status, faultsOf(body)]).toEqual([400, { 'items[0].basis': 'REFERENCE' }]);
    expect(body.errors[0].message).toContain('A, B, C, A');
  });

  test('400 filters that a search would refuse, and more conditions than all filters may have', async () => {
    const id = await newVersion();
    const { status, body } = await put(sheetOf(id), {
      items: [
        lumpSum('L', 1),
        direct('A', where('paint colour', 'equals', 'red')),
        direct('B', { filters: { a: 1 } }),
      ],
    });
    expect([status, faultsOf(body)]).toEqual([
      400,
      {
        'items[1].basis.filters.conditions[0].field': 'UNKNOWN_FIELD',
        'items[2].basis.filters.a': 'UNKNOWN_FIELD',
        'items[2].basis.filters.conditions': 'TYPE',
      },
    ]);
    const review = direct('R', where('reviewCheck', 'equals', 'DUPLICATE_LINES'));
    expect(faultsOf((await put(sheetOf(id), { items: [review] })).body)).toEqual({
      'items[0].basis.filters': 'UNKNOWN_FIELD',
    });
    const one = { field: 'area', operator: 'equals', value: 'A1' };
    const many = Array.from({ length: 11 }, (_, at) =>
      direct(`D${at}`, { filters: { conditions: Array.from({ length: 46 }, () => one) } }),
    );
    const tooMany = await put(sheetOf(id), { items: many });
    expect([tooMany.status, faultsOf(tooMany.body)]).toEqual([400, { 'items[10].basis.filters': 'MAX' }]);
  });

  test('400 501 items, a sheet of more than 256 KiB, an amount of 10^15', async () => {
    const id = await newVersion();
    const items = Array.from({ length: 501 }, (_, at) => lumpSum(`L${at}`, 1));
    expect(faultsOf((await put(sheetOf(id), { items })).body)).toEqual({ items: 'MAX_LENGTH' });
    const long = items.slice(0, 200).map((one) => ({ ...one, note: 'x'.repeat(2000) }));
    expect(faultsOf((await put(sheetOf(id), { items: long })).body)).toEqual({ items: 'MAX_LENGTH' });
    const { body } = await put(sheetOf(id), {
      items: [
        lumpSum('A', 9e11),
        percent('B', 1000, ['A']),
        percent('C', 1000, ['B']),
        percent('D', 1000, ['C']),
        percent('E', 1000, ['D']),
      ],
    });
    expect(faultsOf(body)).toEqual({ 'items[4]': 'MAX' });
    const { status } = await put(sheetOf(id), { items: items.slice(0, 500) });
    expect(status).toBe(200);
  });

  test('409 SERVICE_APPROVED, 412 for another version, 400 for a service of another kind', async () => {
    const id = await newVersion();
    expect((await put(sheetOf(id), { items: [lumpSum('A', 1)] }, { 'if-match': '"9"' })).status).toBe(412);
    await put(service, { status: 'approved' });
    const { status, body } = await put(sheetOf(id), { items: [lumpSum('A', 1)] });
    expect([status, body.code]).toEqual([409, 'SERVICE_APPROVED']);
    const claims = await system.newService(projectId, { serviceType: 'claims' });
    const other = `/v1/projects/${projectId}/services/${claims.serviceId}/estimations/${id}/sheet`;
    for (const answer of [await get(other), await put(other, { items: [] })])
      expect([answer.status, answer.body.code]).toEqual([400, 'NOT_AN_ESTIMATION_SERVICE']);
  });
});

describe('GET /v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}/sheet/bid-spread', () => {
  const spread = (id: string, query = '') => system.askLines('GET', `${sheetOf(id)}/bid-spread${query}`);
  type Page = { data: { mtoId: string; amount: number; unitPrice: number | null }[] };
  const sumOf = ({ data }: Page) => Math.round(data.reduce((sum, { amount }) => sum + amount * 100, 0)) / 100;

  test('200 amounts add up to the grand total to the cent, by largest remainder, page by page', async () => {
    for (const price of [10, 10, 10])
      await line('piping', price, { quantity: 4, materialUnitPrice: price / 4 });
    const id = await newVersion();
    await put(sheetOf(id), { items: [lumpSum('FEE', 0.2)] });
    const { status, body } = await spread(id);
    expect([status, body.grandTotal, body.directAmount, body.method]).toEqual([
      200,
      30.2,
      30,
      'proportional',
    ]);
    expect(body.data.map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([
      10.06, 10.07, 10.07,
    ]);
    expect(sumOf(body)).toBe(30.2);
    expect(body.data[0].unitPrice * 4).toBeCloseTo(body.data[0].amount, 2);
    const pages = [await spread(id, '?limit=2'), await spread(id, '?limit=2&skip=2')];
    expect(pages.flatMap((page) => page.body.data)).toEqual(body.data);
  });

  test('200 weights by discipline move what is not direct, and a version in review has its own lines', async () => {
    const pipe = await line('piping', 10);
    const civil = await line('civil', 10);
    const id = await newVersion({ indirectAmount: 30 });
    const bidSpread = { method: 'weighted', weights: { piping: 3, civil: 0 } };
    await put(sheetOf(id), { items: [lumpSum('FEE', 10)], bidSpread });
    await put(`${versions}/${id}`, { status: 'in-review' });
    await line('piping', 999);
    const { body } = await spread(id);
    const amounts = Object.fromEntries(body.data.map((one: Page['data'][0]) => [one.mtoId, one.amount]));
    expect([body.method, body.grandTotal, amounts]).toEqual([
      'weighted',
      60,
      { [pipe.id]: 50, [civil.id]: 10 },
    ]);
    const draft = await newVersion();
    await put(sheetOf(draft), { items: [lumpSum('FEE', -0.01)] });
    expect(sumOf((await spread(draft)).body)).toBe(1018.99);
  });

  test('200 lines without cost have equal parts; 404 an unknown version; 400 a limit above 1000', async () => {
    await line('piping', 0);
    await line('piping', 0);
    const id = await newVersion();
    await put(sheetOf(id), { items: [lumpSum('FEE', 1.01)] });
    const { body } = await spread(id);
    expect(body.data.map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([0.5, 0.51]);
    expect((await spread(unknownId)).status).toBe(404);
    expect((await spread(id, '?limit=1001')).status).toBe(400);
  });
});
