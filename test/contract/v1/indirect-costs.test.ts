import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { commonProjectSystem, faultsOf, type ProjectSystem, unknownId } from '../../support/project-system';
import type { ServiceUnderTest } from '../../support/system';

let system: ProjectSystem;
let request: ServiceUnderTest['request'];

beforeAll(async () => {
  system = await commonProjectSystem();
  request = system.request;
});
afterAll(() => system.stop());

const pathOf = (projectId: string) => `/v1/projects/${projectId}/indirect-costs`;
const put = (projectId: string, json: unknown, version?: string) =>
  request('PUT', pathOf(projectId), { json, headers: version === undefined ? {} : { 'if-match': version } });

describe('GET /v1/projects/{projectId}/indirect-costs', () => {
  test('200: the defaults under version 0 before the first PUT', async () => {
    const project = await system.newProject({ currency: 'CAD' });
    const { status, headers, body } = await request('GET', pathOf(project.id));
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"0"');
    expect(body).toEqual({
      projectId: project.id,
      currency: 'CAD',
      workWeek: { hoursPerDay: 10, daysPerWeek: 5, shift: 'day' },
      labour: {},
      equipment: {},
      fuelPrices: {},
      exchangeRates: [],
      basisNotes: null,
      version: 0,
      createdAt: null,
      updatedAt: null,
      createdBy: null,
      updatedBy: null,
    });
  });

  test('200: what was written', async () => {
    const project = await system.newProject();
    const { body: written } = await put(project.id, { basisNotes: 'Site visit' });
    const { headers, body } = await request('GET', pathOf(project.id));
    expect(body).toEqual(written);
    expect(headers.get('etag')).toBe('"1"');
  });

  test('404: unknown project', async () => {
    for (const id of [unknownId, 'nonsense']) {
      const { status, body } = await request('GET', pathOf(id));
      expect([status, body.resource]).toEqual([404, 'project']);
    }
  });
});

describe('PUT /v1/projects/{projectId}/indirect-costs', () => {
  test('200: the first PUT is version 1, each change one more, and each is told', async () => {
    const project = await system.newProject();
    const first = await put(project.id, { labour: { traveling: { percentage: 2.5 } } });
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).toBe('"1"');
    expect(first.body).toMatchObject({ version: 1, createdBy: 'tester', updatedBy: 'tester' });
    expect(first.body.createdAt).toBeString();
    expect((await put(project.id, { basisNotes: 'x' })).body.version).toBe(2);
    const reported = (await system.events('evt.clients-projects.project.pricing-changed')).filter(
      (event) => (event as { projectId: string }).projectId === project.id,
    );
    expect(reported).toHaveLength(2);
  });

  test('200: what changes nothing keeps the version and is not told', async () => {
    const project = await system.newProject();
    await put(project.id, { basisNotes: 'x' });
    expect((await put(project.id, { basisNotes: 'x', labour: {} })).body.version).toBe(1);
    const { body } = await put(project.id, (await request('GET', pathOf(project.id))).body);
    expect(body.version).toBe(1);
  });

  test('200: labour and equipment merge per category; an entry is complete each time; null removes', async () => {
    const project = await system.newProject();
    await put(project.id, {
      labour: { traveling: { percentage: 2.5, amount: 1.1 }, smallTools: { percentage: 3 } },
      equipment: { markupProfitEquipment: { percentage: 8 } },
    });
    const { body } = await put(project.id, {
      labour: { traveling: { amount: 0 }, smallTools: null, overhead: {} },
    });
    expect(body.labour).toEqual({
      traveling: { percentage: 0, amount: 0 },
      overhead: { percentage: 0, amount: null },
    });
    expect(body.equipment).toEqual({ markupProfitEquipment: { percentage: 8, amount: null } });
  });

  test('200: workWeek and fuelPrices merge key by key, exchangeRates are replaced, null restores defaults', async () => {
    const project = await system.newProject();
    await put(project.id, {
      workWeek: { hoursPerDay: 12, shift: 'night' },
      fuelPrices: { diesel: 1.45, gasoline: 1.6 },
      exchangeRates: [
        { currency: 'usd', rate: 1.37, date: '2025-07-01' },
        { currency: 'EUR', rate: 0.000001 },
      ],
    });
    const { body } = await put(project.id, {
      workWeek: { daysPerWeek: 6 },
      fuelPrices: { gasoline: null, electricity: 0 },
      exchangeRates: [{ currency: 'SAR', rate: 0.37 }],
    });
    expect(body.workWeek).toEqual({ hoursPerDay: 12, daysPerWeek: 6, shift: 'night' });
    expect(body.fuelPrices).toEqual({ diesel: 1.45, electricity: 0 });
    expect(body.exchangeRates).toEqual([{ currency: 'SAR', rate: 0.37, date: null }]);
    const cleared = await put(project.id, {
      workWeek: null,
      fuelPrices: null,
      exchangeRates: null,
      labour: null,
    });
    expect(cleared.body).toMatchObject({
      workWeek: { hoursPerDay: 10, daysPerWeek: 5, shift: 'day' },
      fuelPrices: {},
      exchangeRates: [],
      labour: {},
    });
    expect(
      (await put(project.id, { workWeek: { hoursPerDay: null, shift: 'night' } })).body.workWeek,
    ).toEqual({
      hoursPerDay: 10,
      daysPerWeek: 5,
      shift: 'night',
    });
  });

  test('200: a category that no table lists, of 50 characters', async () => {
    const project = await system.newProject();
    const category = `a${'b'.repeat(49)}`;
    const { body } = await put(project.id, { labour: { [category]: { percentage: 1000, amount: null } } });
    expect(body.labour[category]).toEqual({ percentage: 1000, amount: null });
  });

  test('400: every fault at once', async () => {
    const project = await system.newProject();
    const { status, body } = await put(project.id, {
      workWeek: { hoursPerDay: 17, daysPerWeek: 5.5, shift: 'late', start: 7 },
      labour: {
        traveling: { percentage: 1000.1 },
        mobilization: { percentage: 1.23456, amount: -1 },
        perDiem: 5,
        supervision: { percent: 5 },
        'Not camel': { percentage: 1 },
        [`a${'b'.repeat(50)}`]: {},
      },
      fuelPrices: { coal: 1, diesel: -1 },
      exchangeRates: [{ currency: 'USD', rate: 0 }, { rate: 1 }, { currency: 'EUR' }],
      basisNotes: 'x'.repeat(4001),
      contingency: 5,
    });
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({
      'workWeek.hoursPerDay': 'MAX',
      'workWeek.daysPerWeek': 'TYPE',
      'workWeek.shift': 'ENUM',
      'workWeek.start': 'UNKNOWN_FIELD',
      'labour.traveling.percentage': 'MAX',
      'labour.mobilization.percentage': 'FORMAT',
      'labour.mobilization.amount': 'MIN',
      'labour.perDiem': 'TYPE',
      'labour.supervision.percent': 'UNKNOWN_FIELD',
      'labour.Not camel': 'UNKNOWN_FIELD',
      [`labour.a${'b'.repeat(50)}`]: 'UNKNOWN_FIELD',
      'fuelPrices.coal': 'UNKNOWN_FIELD',
      'fuelPrices.diesel': 'MIN',
      'exchangeRates[0].rate': 'MIN',
      'exchangeRates[1].currency': 'REQUIRED',
      'exchangeRates[2].rate': 'REQUIRED',
      basisNotes: 'MAX_LENGTH',
      contingency: 'UNKNOWN_FIELD',
    });
  });

  test('400 DUPLICATE: a currency twice, case ignored', async () => {
    const project = await system.newProject();
    const { body } = await put(project.id, {
      exchangeRates: [
        { currency: 'EUR', rate: 1 },
        { currency: 'USD', rate: 1 },
        { currency: 'eur', rate: 2 },
      ],
    });
    expect(faultsOf(body)).toEqual({ 'exchangeRates[2].currency': 'DUPLICATE' });
  });

  test('400: more than 100 categories, also when they came one by one', async () => {
    const project = await system.newProject();
    const many = (prefix: string, count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`${prefix}${index}`, { percentage: 1 }]),
      );
    expect((await put(project.id, { labour: many('a', 101) })).status).toBe(400);
    expect((await put(project.id, { labour: many('a', 100) })).status).toBe(200);
    const { status, body } = await put(project.id, { labour: many('b', 1) });
    expect([status, faultsOf(body)]).toEqual([400, { labour: 'MAX_LENGTH' }]);
  });

  test('400: a body that is no object, an empty one; hostile keys', async () => {
    const project = await system.newProject();
    for (const json of [[], 'text', null, {}]) expect((await put(project.id, json)).status).toBe(400);
    const text = '{"labour":{"__proto__":{"percentage":1},"constructor":{"percentage":1}}}';
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await request('PUT', pathOf(project.id), { text, headers });
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({ 'labour.__proto__': 'UNKNOWN_FIELD' });
  });

  test('404: unknown project', async () => {
    expect((await put(unknownId, { basisNotes: 'x' })).status).toBe(404);
  });

  test('412: If-Match with another version, from version 0 on', async () => {
    const project = await system.newProject();
    expect((await put(project.id, { basisNotes: 'x' }, '"1"')).status).toBe(412);
    expect((await put(project.id, { basisNotes: 'x' }, '"0"')).status).toBe(200);
    const stale = await put(project.id, { basisNotes: 'y' }, '"0"');
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ code: 'VERSION_MISMATCH', version: 1 });
  });

  test('200: first PUTs at once all count', async () => {
    const project = await system.newProject();
    const categories = ['traveling', 'mobilization', 'safety', 'training', 'overhead'];
    await Promise.all(categories.map((key) => put(project.id, { labour: { [key]: { percentage: 1 } } })));
    const { body } = await request('GET', pathOf(project.id));
    expect(body.version).toBe(5);
    expect(Object.keys(body.labour).sort()).toEqual(categories.toSorted());
  });

  test('405: POST', async () => {
    const { status, headers } = await request('POST', pathOf(unknownId), { json: {} });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT']);
  });
});
