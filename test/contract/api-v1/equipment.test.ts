import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type EquipmentSystem, startEquipmentSystem } from '../../support/equipment-system';
import { faultsOf, freshCode, unknownId } from '../../support/project-system';
import type { ServiceUnderTest } from '../../support/system';

let system: EquipmentSystem;
let request: ServiceUnderTest['request'];

beforeAll(async () => {
  system = await startEquipmentSystem();
  request = system.request;
  system.crews.trades.push(
    { tradeCode: 'CRAN', laborDesignation: 'Journeyman', isActive: true },
    { tradeCode: 'OPER', laborDesignation: 'Lead Hand', isActive: false },
  );
});
afterAll(() => system.stop());

const path = '/api/v1/equipment';
const pathOf = (code: string) => `${path}/${encodeURIComponent(code)}`;
const operator = { operatorTradeCode: 'CRAN', operatorLaborDesignation: 'Journeyman' };

const codesOf = async (query: string) =>
  (await request('GET', `${path}?limit=100&${query}`)).body.data.map(
    (one: { equipmentCode: string }) => one.equipmentCode,
  );

describe('GET /api/v1/equipment', () => {
  test('200: paginated list, newest first', async () => {
    const older = await system.newEquipment();
    const newer = await system.newEquipment();
    const { status, body } = await request('GET', `${path}?limit=1`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ skip: 0, limit: 1, hasMore: true });
    expect(body.total).toBeGreaterThanOrEqual(2);
    expect(body.data).toEqual([newer]);
    expect((await request('GET', `${path}?limit=1&skip=1`)).body.data).toEqual([older]);
    const { body: end } = await request('GET', `${path}?skip=${body.total}`);
    expect([end.data, end.hasMore]).toEqual([[], false]);
  });

  test('200: search in code, name and description, as it is written', async () => {
    const mark = freshCode('Mark');
    const byCode = await system.newEquipment({ equipmentCode: `${mark}-30%` });
    const byName = await system.newEquipment({ name: `Crane ${mark}` });
    const byDescription = await system.newEquipment({ description: `Of ${mark} make` });
    expect(await codesOf(`search=${mark.toUpperCase()}`)).toEqual([
      byDescription.equipmentCode,
      byName.equipmentCode,
      byCode.equipmentCode,
    ]);
    expect(await codesOf(`search=${mark}-30%25`)).toEqual([byCode.equipmentCode]);
    expect(await codesOf(`search=${mark}_30`)).toEqual([]);
  });

  test('200: category ignoring case, ownership and isActive', async () => {
    const category = freshCode('Lifting');
    const owned = await system.newEquipment({ category, ownership: 'owned' });
    const idle = await system.newEquipment({ category, ownership: 'leased', isActive: false });
    const filter = `category=${category.toUpperCase()}`;
    expect(await codesOf(filter)).toEqual([idle.equipmentCode, owned.equipmentCode]);
    expect(await codesOf(`${filter}&ownership=owned`)).toEqual([owned.equipmentCode]);
    expect(await codesOf(`${filter}&isActive=false`)).toEqual([idle.equipmentCode]);
    expect(await codesOf(`${filter}&isActive=true&ownership=rented`)).toEqual([]);
  });

  test('422: unknown parameter, value and paging', async () => {
    const query = 'limit=101&skip=-1&ownership=stolen&isActive=maybe&fuelType=diesel';
    const { status, body } = await request('GET', `${path}?${query}`);
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(faultsOf(body)).toEqual({
      limit: 'MAX',
      skip: 'MIN',
      ownership: 'ENUM',
      isActive: 'TYPE',
      fuelType: 'UNKNOWN_FIELD',
    });
  });
});

describe('POST /api/v1/equipment', () => {
  test('201: the least that is required, with defaults', async () => {
    const code = freshCode('Crn.');
    const json = { equipmentCode: ` ${code} `, name: 'Crane', description: '' };
    const { status, headers, body } = await request('POST', path, { json });
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({
      equipmentCode: code,
      name: 'Crane',
      description: null,
      category: null,
      currency: 'USD',
      hourlyRate: null,
      rentalHoursPerDay: 8,
      rentalHoursPerWeek: 40,
      rentalHoursPerMonth: 176,
      fuelType: 'none',
      standbyPercent: 50,
      operatorRequired: false,
      operatorIncluded: false,
      operatorTradeCode: null,
      ownership: null,
      isActive: true,
      version: 1,
      createdBy: 'tester',
      updatedBy: 'tester',
    });
    expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/);
  });

  test('201: every field as given', async () => {
    const fields = {
      equipmentCode: freshCode('CRN-RT-'),
      name: 'Rough Terrain Crane 30 t',
      description: 'Two axles',
      manufacturer: 'Lift Works',
      model: 'RT 30',
      category: 'crane',
      capacity: 30,
      capacityUnit: 't',
      currency: 'CAD',
      hourlyRate: 135.123456,
      dailyRate: 860,
      weeklyRate: 2750,
      monthlyRate: 8200.1,
      rentalHoursPerDay: 10,
      rentalHoursPerWeek: 50,
      rentalHoursPerMonth: 173.33,
      fuelType: 'diesel',
      fuelConsumptionPerHour: 11,
      operatingCostPerHour: 6.5,
      standbyPercent: 0,
      operatorRequired: true,
      operatorIncluded: true,
      ...operator,
      mobilizationCost: 3700,
      demobilizationCost: 0,
      ownership: 'rented',
      weight: 26000,
      powerRating: 142.5,
      isActive: false,
    };
    const created = await system.newEquipment(fields);
    expect(created).toMatchObject(fields);
    expect((await request('GET', pathOf(fields.equipmentCode))).body).toEqual(created);
  });

  test('201: an operator of any designation, in any spelling, of a trade that is inactive', async () => {
    expect(await system.newEquipment({ operatorTradeCode: 'cran' })).toMatchObject({
      operatorTradeCode: 'cran',
      operatorLaborDesignation: null,
    });
    const spelling = { operatorTradeCode: 'oper', operatorLaborDesignation: 'LEAD   hand' };
    expect(await system.newEquipment(spelling)).toMatchObject({ operatorLaborDesignation: 'LEAD hand' });
  });

  test('201: a repeat with its Idempotency-Key is the first answer', async () => {
    const options = {
      json: { equipmentCode: freshCode('K'), name: 'Crane' },
      headers: { 'idempotency-key': freshCode('key') },
    };
    const first = await request('POST', path, options);
    const second = await request('POST', path, options);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
  });

  test('400: unreadable JSON', async () => {
    const { status, body } = await request('POST', path, {
      text: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect([status, body.code]).toEqual([400, 'INVALID_JSON']);
  });

  test('409: the code of another, ignoring case', async () => {
    const { equipmentCode } = await system.newEquipment({ equipmentCode: freshCode('Ünit-') });
    const json = { equipmentCode: equipmentCode.toUpperCase(), name: 'Crane' };
    const { status, body } = await request('POST', path, { json });
    expect([status, body.code, body.field]).toEqual([409, 'CODE_EXISTS', 'equipmentCode']);
  });

  test('422: missing, unknown and broken fields, all at once', async () => {
    const json = {
      name: 'x'.repeat(201),
      category: 'x'.repeat(61),
      capacity: -1,
      currency: 'EURO',
      hourlyRate: '5',
      dailyRate: -0.01,
      weeklyRate: 1e12,
      monthlyRate: 1.1234567,
      rentalHoursPerDay: 0,
      fuelType: 'coal',
      standbyPercent: 100.5,
      operatorRequired: 'yes',
      operatorLaborDesignation: 'Journeyman',
      ownership: 'stolen',
      colour: 'red',
    };
    const { status, body } = await request('POST', path, { json });
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(faultsOf(body)).toEqual({
      equipmentCode: 'REQUIRED',
      name: 'MAX_LENGTH',
      category: 'MAX_LENGTH',
      capacity: 'MIN',
      currency: 'MAX_LENGTH',
      hourlyRate: 'TYPE',
      dailyRate: 'MIN',
      weeklyRate: 'MAX',
      monthlyRate: 'FORMAT',
      rentalHoursPerDay: 'MIN',
      fuelType: 'ENUM',
      standbyPercent: 'MAX',
      operatorRequired: 'TYPE',
      operatorTradeCode: 'REQUIRED',
      ownership: 'ENUM',
      colour: 'UNKNOWN_FIELD',
    });
  });

  test('422: a code that is too long or cannot stand in a path', async () => {
    for (const [equipmentCode, code] of [
      ['x'.repeat(41), 'MAX_LENGTH'],
      ['..', 'FORMAT'],
      ['.', 'FORMAT'],
    ]) {
      const { status, body } = await request('POST', path, { json: { equipmentCode, name: 'Crane' } });
      expect([status, faultsOf(body)]).toEqual([422, { equipmentCode: code ?? '' }]);
    }
  });

  test('422: an operator that is no trade', async () => {
    const code = freshCode('OP-');
    for (const [operatorTradeCode, operatorLaborDesignation] of [
      ['CRAN', 'Helper'],
      ['NONE', 'Journeyman'],
      ['NONE', null],
    ]) {
      const json = { equipmentCode: code, name: 'Crane', operatorTradeCode, operatorLaborDesignation };
      const { status, body } = await request('POST', path, { json });
      expect([status, faultsOf(body)]).toEqual([422, { operatorTradeCode: 'REFERENCE' }]);
    }
    expect((await request('GET', pathOf(code))).status).toBe(404);
  });

  test('503: crews-rates does not answer for the operator', async () => {
    const code = freshCode('OP-');
    await system.crews.without(async () => {
      const refused = await request('POST', path, {
        json: { equipmentCode: code, name: 'Crane', ...operator },
      });
      expect([refused.status, refused.body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
      expect(refused.headers.get('retry-after')).not.toBeNull();
      expect((await request('GET', pathOf(code))).status).toBe(404);
      await system.newEquipment({ equipmentCode: code });
    });
  });
});

describe('GET /api/v1/equipment/{equipmentCode}', () => {
  test('200: by code, ignoring case, with its ETag', async () => {
    const created = await system.newEquipment({ equipmentCode: freshCode('Ünit 5/8 #') });
    for (const code of [created.equipmentCode, created.equipmentCode.toUpperCase()]) {
      const { status, headers, body } = await request('GET', pathOf(code));
      expect([status, headers.get('etag')]).toEqual([200, '"1"']);
      expect(body).toEqual(created);
    }
  });

  test('404: unknown code', async () => {
    for (const code of ['nothing', unknownId]) {
      const { status, body } = await request('GET', pathOf(code));
      expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', 'equipment']);
    }
  });
});

describe('PUT /api/v1/equipment/{equipmentCode}', () => {
  test('200: merges; null clears or takes the default', async () => {
    const { equipmentCode } = await system.newEquipment({
      description: 'Old',
      dailyRate: 860,
      standbyPercent: 60,
      currency: 'CAD',
    });
    const json = { name: 'New', description: null, standbyPercent: null, weeklyRate: 12.5 };
    const { status, headers, body } = await request('PUT', pathOf(equipmentCode.toLowerCase()), { json });
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(body).toMatchObject({
      equipmentCode,
      name: 'New',
      description: null,
      standbyPercent: 50,
      weeklyRate: 12.5,
      dailyRate: 860,
      currency: 'CAD',
      version: 2,
    });
    expect((await request('GET', pathOf(equipmentCode))).body).toEqual(body);
  });

  test('200: what was read may be sent back and changes nothing', async () => {
    const created = await system.newEquipment({ ...operator, hourlyRate: 0.1 });
    await system.crews.without(async () => {
      const { status, body } = await request('PUT', pathOf(created.equipmentCode), { json: created });
      expect(status).toBe(200);
      expect(body).toEqual(created);
    });
  });

  test('200: sets, narrows and clears the operator', async () => {
    const { equipmentCode } = await system.newEquipment();
    const put = async (json: object) => (await request('PUT', pathOf(equipmentCode), { json })).body;
    expect(await put({ operatorTradeCode: 'CRAN' })).toMatchObject({ operatorTradeCode: 'CRAN', version: 2 });
    expect(await put({ operatorLaborDesignation: 'Journeyman' })).toMatchObject({ ...operator, version: 3 });
    const none = { operatorTradeCode: null, operatorLaborDesignation: null };
    expect(await put(none)).toMatchObject({ ...none, version: 4 });
  });

  test('404: unknown code, before anything is said of the body', async () => {
    const { status, body } = await request('PUT', pathOf('nothing'), { json: { colour: 'red' } });
    expect([status, body.resource]).toEqual([404, 'equipment']);
  });

  test('412: If-Match of another version changes nothing', async () => {
    const { equipmentCode } = await system.newEquipment();
    const put = (version: number) =>
      request('PUT', pathOf(equipmentCode), {
        json: { name: `Version ${version}` },
        headers: { 'if-match': `"${version}"` },
      });
    expect((await put(1)).status).toBe(200);
    const { status, body } = await put(1);
    expect([status, body.code, body.version]).toEqual([412, 'VERSION_MISMATCH', 2]);
    expect((await put(2)).body).toMatchObject({ name: 'Version 2', version: 3 });
  });

  test('422: another code, cleared and broken fields', async () => {
    const { equipmentCode } = await system.newEquipment(operator);
    const json = {
      equipmentCode: `${equipmentCode}-2`,
      name: null,
      weight: -1,
      operatorTradeCode: null,
      colour: 'red',
    };
    const { status, body } = await request('PUT', pathOf(equipmentCode), { json });
    expect(status).toBe(422);
    expect(faultsOf(body)).toEqual({
      equipmentCode: 'READ_ONLY',
      name: 'REQUIRED',
      weight: 'MIN',
      operatorTradeCode: 'REQUIRED',
      colour: 'UNKNOWN_FIELD',
    });
  });

  test('422: no key', async () => {
    const { equipmentCode } = await system.newEquipment();
    const { status, body } = await request('PUT', pathOf(equipmentCode), { json: {} });
    expect([status, faultsOf(body)]).toEqual([422, { body: 'REQUIRED' }]);
  });

  test('422: an operator that is no trade, also when one of its keys stays', async () => {
    const { equipmentCode } = await system.newEquipment(operator);
    for (const json of [{ operatorLaborDesignation: 'Helper' }, { operatorTradeCode: 'OPER' }]) {
      const { status, body } = await request('PUT', pathOf(equipmentCode), { json });
      expect([status, faultsOf(body)]).toEqual([422, { operatorTradeCode: 'REFERENCE' }]);
    }
    expect((await request('GET', pathOf(equipmentCode))).body).toMatchObject({ ...operator, version: 1 });
  });

  test('503: crews-rates does not answer for a new operator; other keys do not need it', async () => {
    const { equipmentCode } = await system.newEquipment();
    await system.crews.without(async () => {
      const refused = await request('PUT', pathOf(equipmentCode), { json: operator });
      expect([refused.status, refused.body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
      expect((await request('PUT', pathOf(equipmentCode), { json: { name: 'New' } })).body).toMatchObject({
        name: 'New',
        operatorTradeCode: null,
        version: 2,
      });
    });
  });
});

describe('DELETE /api/v1/equipment/{equipmentCode}', () => {
  test('204: gone, ignoring case, and its code is free', async () => {
    const { equipmentCode } = await system.newEquipment();
    const { status, body } = await request('DELETE', pathOf(equipmentCode.toLowerCase()));
    expect([status, body]).toEqual([204, null]);
    expect((await request('GET', pathOf(equipmentCode))).status).toBe(404);
    await system.newEquipment({ equipmentCode });
  });

  test('404: unknown code', async () => {
    const { status, body } = await request('DELETE', pathOf('nothing'));
    expect([status, body.resource]).toEqual([404, 'equipment']);
  });

  test('409: equipment tags of any project, the first 20 of them', async () => {
    const { equipmentCode } = await system.newEquipment();
    const projects = [await system.newProject(), await system.newProject()];
    for (let number = 1; number <= 21; number++) {
      const tagNumber = `T-${String(number).padStart(2, '0')}`;
      await system.newTag(projects[number % 2].id, equipmentCode, { tagNumber, description: 'Hired' });
    }
    const { status, body } = await request('DELETE', pathOf(equipmentCode));
    expect([status, body.code, body.blocking.count]).toEqual([409, 'EQUIPMENT_IN_USE', 21]);
    expect(body.blocking.items).toHaveLength(20);
    expect(body.blocking.items[0]).toMatchObject({ code: 'T-01', name: 'Hired' });
    expect((await request('GET', pathOf(equipmentCode))).status).toBe(200);
  });

  test('409: crews and service crews', async () => {
    const { equipmentCode } = await system.newEquipment();
    const blocking = { count: 1, items: [{ id: crypto.randomUUID(), code: 'PF-01', name: 'Pipe Erection' }] };
    system.crews.usage.set(equipmentCode, blocking);
    const { status, body } = await request('DELETE', pathOf(equipmentCode));
    expect([status, body.code, body.blocking]).toEqual([409, 'EQUIPMENT_IN_USE', blocking]);
    system.crews.usage.delete(equipmentCode);
    expect((await request('DELETE', pathOf(equipmentCode))).status).toBe(204);
  });

  test('412: If-Match of another version deletes nothing', async () => {
    const { equipmentCode } = await system.newEquipment();
    const headers = { 'if-match': '"7"' };
    const { status, body } = await request('DELETE', pathOf(equipmentCode), { headers });
    expect([status, body.code]).toEqual([412, 'VERSION_MISMATCH']);
    expect((await request('GET', pathOf(equipmentCode))).status).toBe(200);
  });

  test('503: crews-rates does not answer whether it is in use', async () => {
    const { equipmentCode } = await system.newEquipment();
    await system.crews.without(async () => {
      const { status, body } = await request('DELETE', pathOf(equipmentCode));
      expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
      expect((await request('GET', pathOf(equipmentCode))).status).toBe(200);
    });
  });
});
