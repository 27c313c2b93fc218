import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CrewSystem, commonCrewSystem, faultsOf, freshCode, unknownId } from '../../support/crew-system';
import type { ServiceUnderTest } from '../../support/system';

let system: CrewSystem;
let request: ServiceUnderTest['request'];
// biome-ignore lint/suspicious/noExplicitAny: records of other endpoints
type Record = any;
let foreman: Record;
let journeyman: Record;
let inactive: Record;
let crane: Record;

beforeAll(async () => {
  system = await commonCrewSystem();
  request = system.request;
  const tradeCode = freshCode('PIPF');
  const supervises = { isSupervisory: true, tradeName: 'Pipefitter' };
  foreman = await system.newTrade({ tradeCode, laborDesignation: 'Foreman', ...supervises });
  journeyman = await system.newTrade({ tradeCode, laborDesignation: 'Journeyman' });
  inactive = await system.newTrade({ isActive: false });
  crane = await system.newEquipment({ name: 'Rough terrain crane', category: 'crane' });
});
afterAll(() => system.stop());

const codesOf = async (query: string) =>
  (await request('GET', `/v1/crews?limit=100&${query}`)).body.data.map((one: { code: string }) => one.code);

const machines = ({ equipmentCode }: Record, quantity = 1, more: object = {}) => ({
  equipmentCode,
  quantity,
  ...more,
});

describe('GET /v1/crews', () => {
  test('200: list envelope, newest first, without members', async () => {
    const older = await system.newCrew();
    const newer = await system.newCrew({
      labourMembers: [system.persons(foreman, 0.5), system.persons(journeyman, 4)],
      equipmentMembers: [machines(crane, 2)],
    });
    const { status, body } = await request('GET', '/v1/crews?limit=1');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['data', 'limit', 'skip', 'total']);
    expect(body.total).toBeGreaterThanOrEqual(2);
    const [record] = body.data;
    expect(record).toMatchObject({
      id: newer.id,
      crewId: newer.id,
      code: newer.code,
      crewCode: newer.code,
      crewName: 'Pipe crew',
      labourCount: 4.5,
      equipmentCount: 2,
      memberSummary: `0.5 ${foreman.tradeCode} Foreman, 4 ${foreman.tradeCode} Journeyman`,
    });
    expect(record.labourMembers).toBeUndefined();
    expect(record.equipmentMembers).toBeUndefined();
    expect((await request('GET', '/v1/crews?limit=1&skip=1')).body.data[0].id).toBe(older.id);
  });

  test('200: search in name and description only, discipline ignoring case, isActive', async () => {
    const mark = freshCode('Mark');
    const byName = await system.newCrew({ name: `Crew ${mark}_%`, discipline: 'piping' });
    const byDescription = await system.newCrew({
      description: `of ${mark.toUpperCase()}`,
      discipline: 'Piping',
      isActive: false,
    });
    await system.newCrew({ code: mark });
    expect(await codesOf(`search=${mark}`)).toEqual([byDescription.code, byName.code]);
    expect(await codesOf(`search=${mark}_%25`)).toEqual([byName.code]);
    expect(await codesOf(`search=${mark}&discipline=PIPING`)).toEqual([byDescription.code, byName.code]);
    expect(await codesOf(`search=${mark}&isActive=true`)).toEqual([byName.code]);
    expect(await codesOf(`search=${mark}&isActive=false`)).toEqual([byDescription.code]);
    expect(await codesOf(`search=${mark}&discipline=civil`)).toEqual([]);
  });

  test('200: each of the words is found in code, name or description', async () => {
    const mark = freshCode('words');
    const { code } = await system.newCrew({ code: mark, name: 'Erection', description: 'Racks and lines' });
    await system.newCrew({ name: `${mark} racks` });
    expect(await codesOf(`words=${mark.toUpperCase()}%20racks%20erection`)).toEqual([code]);
    expect(await codesOf(`words=${mark}%20welders`)).toEqual([]);
  });

  test('400: unknown parameter, value and paging', async () => {
    const { status, body } = await request('GET', '/v1/crews?limit=101&skip=-1&isActive=maybe&code=A');
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(faultsOf(body)).toEqual({
      limit: 'MAX',
      skip: 'MIN',
      isActive: 'TYPE',
      code: 'UNKNOWN_FIELD',
    });
  });
});

describe('POST /v1/crews', () => {
  test('201: the least that is required, with defaults', async () => {
    const code = freshCode('C');
    const { status, headers, body } = await request('POST', '/v1/crews', {
      json: { code: ` ${code} `, name: 'Crew' },
    });
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({
      code,
      name: 'Crew',
      description: null,
      discipline: null,
      isActive: true,
      labourMembers: [],
      equipmentMembers: [],
      labourCount: 0,
      equipmentCount: 0,
      memberSummary: null,
      supervisionRatio: null,
      createdBy: 'tester',
    });
  });

  test('201: every field as given, members in any spelling, in their order of display', async () => {
    const labour = {
      ...system.persons(journeyman, 4, { tradeCode: journeyman.tradeCode.toLowerCase() }),
      straightTimeHours: 40,
      overtimeHours: 10.5,
      doubleTimeHours: null,
      rateOverride: { straightTime: 71.25, overtime: null, doubleTime: 150 },
      sequence: 20,
      remarks: 'Two welders among them',
    };
    const equipment = {
      ...machines(crane, 1.5),
      equipmentCode: crane.equipmentCode.toLowerCase(),
      rentalBasis: 'weekly',
      operatingShare: 33.3,
      standbyShare: 66.7,
      operatingHours: 18,
      standbyHours: 0,
      sequence: 1,
      remarks: 'On hire',
    };
    const fields = {
      crewCode: freshCode('PF-'),
      crewName: 'Pipe erection',
      description: 'Field erection',
      discipline: 'piping',
      workType: 'Erection',
      outputUnit: 'DI',
      outputPerDay: 42.5,
    };
    const { status, body } = await request('POST', '/v1/crews', {
      json: {
        ...fields,
        labourMembers: [labour, system.persons(foreman, 1, { sequence: 10 })],
        equipmentMembers: [equipment],
        isActive: false,
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...fields, code: fields.crewCode, name: fields.crewName, isActive: false });
    expect(body.labourMembers.map((one: Record) => one.laborDesignation)).toEqual(['Foreman', 'Journeyman']);
    expect(body.labourMembers[1]).toMatchObject({
      ...labour,
      tradeCode: journeyman.tradeCode,
      tradeName: journeyman.tradeName,
      isActive: true,
    });
    expect(body.equipmentMembers).toEqual([
      expect.objectContaining({
        ...equipment,
        equipmentCode: crane.equipmentCode,
        name: 'Rough terrain crane',
        category: 'crane',
      }),
    ]);
    expect(body.supervisionRatio).toBe(0.25);
  });

  test('400: every fault of the fields and of the members at once, named per member', async () => {
    const { status, body } = await request('POST', '/v1/crews', {
      json: {
        name: '',
        colour: 'red',
        labourMembers: [
          system.persons(foreman, 0),
          { tradeCode: 'NONE', laborDesignation: 'Foreman', quantity: 1.234 },
          system.persons(inactive, 1000),
          system.persons(journeyman, 1, { straightTimeHours: 169, rateOverride: { overtime: -1 } }),
          'Foreman',
          system.persons(foreman, 1, { overtimeHours: 100, doubleTimeHours: 68.1 }),
        ],
        equipmentMembers: [
          machines(crane, 1, { operatingShare: 101, rentalBasis: 'yearly' }),
          { equipmentCode: 'NONE', quantity: 1 },
          { quantity: 'one', operatingShare: 60, standbyShare: 41 },
        ],
      },
    });
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(faultsOf(body)).toEqual({
      code: 'REQUIRED',
      name: 'REQUIRED',
      colour: 'UNKNOWN_FIELD',
      'labourMembers[0].quantity': 'MIN',
      'labourMembers[1].tradeCode': 'TRADE_NOT_FOUND',
      'labourMembers[1].quantity': 'FORMAT',
      'labourMembers[2].tradeCode': 'REFERENCE',
      'labourMembers[2].quantity': 'MAX',
      'labourMembers[3].straightTimeHours': 'MAX',
      'labourMembers[3].rateOverride.straightTime': 'REQUIRED',
      'labourMembers[3].rateOverride.overtime': 'MIN',
      'labourMembers[4]': 'TYPE',
      'labourMembers[5].tradeCode': 'DUPLICATE',
      'labourMembers[5]': 'MAX',
      'equipmentMembers[0].operatingShare': 'MAX',
      'equipmentMembers[0].rentalBasis': 'ENUM',
      'equipmentMembers[1].equipmentCode': 'REFERENCE',
      'equipmentMembers[2].equipmentCode': 'REQUIRED',
      'equipmentMembers[2].quantity': 'TYPE',
      'equipmentMembers[2].standbyShare': 'MAX',
    });
  });

  test('400: a pair twice, hours above 168 and shares above 100 in sum, with an unknown trade', async () => {
    const { status, body } = await request('POST', '/v1/crews', {
      json: {
        code: freshCode('C'),
        name: 'Crew',
        labourMembers: [
          system.persons(foreman),
          system.persons(foreman, 2, { laborDesignation: ' foreman ' }),
          system.persons(journeyman, 1, { straightTimeHours: 100, overtimeHours: 68.1, doubleTimeHours: 0 }),
          system.persons({ ...journeyman, laborDesignation: 'Nobody' }),
        ],
        equipmentMembers: [machines(crane, 1, { operatingShare: 60, standbyShare: 40.1 })],
      },
    });
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({
      'labourMembers[1].tradeCode': 'DUPLICATE',
      'labourMembers[2]': 'MAX',
      'labourMembers[3].tradeCode': 'TRADE_NOT_FOUND',
      'equipmentMembers[0].standbyShare': 'MAX',
    });
  });

  test('400: more than 50 members', async () => {
    const { status, body } = await request('POST', '/v1/crews', {
      json: {
        code: freshCode('C'),
        name: 'Crew',
        labourMembers: Array.from({ length: 51 }, () => system.persons(foreman)),
        equipmentMembers: Array.from({ length: 51 }, () => machines(crane)),
      },
    });
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({ labourMembers: 'MAX_LENGTH', equipmentMembers: 'MAX_LENGTH' });
  });

  test('201: the same equipment twice, with different shares', async () => {
    const members = [machines(crane, 1, { operatingShare: 30 }), machines(crane, 1)];
    const { equipmentMembers } = await system.newCrew({ equipmentMembers: members });
    expect(equipmentMembers.map((one: Record) => one.operatingShare)).toEqual([30, 100]);
  });

  test('409: the code exists, case ignored', async () => {
    const { code } = await system.newCrew();
    const { status, body } = await request('POST', '/v1/crews', {
      json: { code: code.toLowerCase(), name: 'Other' },
    });
    expect([status, body.code, body.field]).toEqual([409, 'CODE_EXISTS', 'code']);
    const json = { crewCode: code, crewName: 'Other' };
    expect((await request('POST', '/v1/crews', { json })).body.field).toBe('crewCode');
  });

  test('503: the equipment service does not answer, and nothing is stored', async () => {
    const code = freshCode('C');
    const json = { code, name: 'Crew', equipmentMembers: [machines(crane)] };
    const { status, headers, body } = await system.without('equipment-wbs', () =>
      request('POST', '/v1/crews', { json }),
    );
    expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    expect(headers.get('retry-after')).toBe('2');
    expect((await request('POST', '/v1/crews', { json })).status).toBe(201);
  });
});

describe('GET /v1/crews/{crewId}', () => {
  test('200: CrewDetailed with members, supervision ratio and usage', async () => {
    const crew = await system.newCrew({
      labourMembers: [system.persons(foreman, 1), system.persons(journeyman, 3)],
      equipmentMembers: [machines(crane)],
    });
    const { status, headers, body } = await request('GET', `/v1/crews/${crew.id}`);
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toEqual({
      ...crew,
      usage: { projectCount: 0, serviceCrewCount: 0, takeoffLineCount: 0 },
    });
    expect(body.supervisionRatio).toBe(0.3333);
    expect(body.labourMembers[0]).toMatchObject({ tradeName: 'Pipefitter', isActive: true });
  });

  test('200: takeoff lines that carry its code, whatever its case', async () => {
    const { id, code } = await system.newCrew();
    const project = await system.newProject();
    const service = await system.newService(project.id);
    await system.newLine(project.id, service.id, { crewCode: code.toLowerCase() });
    await system.newLine(project.id, service.id, { crewCode: code });
    const { body } = await request('GET', `/v1/crews/${id}`);
    expect(body.usage).toEqual({ projectCount: 0, serviceCrewCount: 0, takeoffLineCount: 2 });
  });

  test('200: figures of services that do not answer are null and named', async () => {
    const { id } = await system.newCrew({ equipmentMembers: [machines(crane)] });
    const { status, body } = await system.without('mto', () =>
      system.without('equipment-wbs', () => request('GET', `/v1/crews/${id}`)),
    );
    expect(status).toBe(200);
    expect(body.usage.takeoffLineCount).toBeNull();
    expect(body.equipmentMembers[0]).toMatchObject({ name: null, category: null });
    expect(body.unavailable).toEqual([
      'equipmentMembers.name',
      'equipmentMembers.category',
      'usage.takeoffLineCount',
    ]);
  });

  test('404: unknown, and no UUID', async () => {
    for (const id of [unknownId, 'PF-01']) {
      const { status, body } = await request('GET', `/v1/crews/${id}`);
      expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', 'crew']);
    }
  });
});

describe('PUT /v1/crews/{crewId}', () => {
  test('200: a record that was read can be sent back with a change; equal members make no new version', async () => {
    const crew = await system.newCrew({
      labourMembers: [
        system.persons(foreman, 1, { sequence: 2 }),
        system.persons(journeyman, 3, { sequence: 1 }),
      ],
      equipmentMembers: [machines(crane)],
    });
    const { body: read } = await request('GET', `/v1/crews/${crew.id}`);
    const { status, body } = await request('PUT', `/v1/crews/${crew.id}`, { json: read });
    expect([status, body.version]).toEqual([200, 1]);
    const { body: renamed, headers } = await request('PUT', `/v1/crews/${crew.id}`, {
      json: { ...read, name: 'Other', crewName: 'Other' },
    });
    expect(renamed).toMatchObject({ name: 'Other', version: 2, labourMembers: read.labourMembers });
    expect(headers.get('etag')).toBe('"2"');
  });

  test('200: merges keys, replaces arrays whole, null empties them', async () => {
    const { id } = await system.newCrew({
      description: 'Erection',
      labourMembers: [system.persons(foreman), system.persons(journeyman)],
      equipmentMembers: [machines(crane)],
    });
    const put = async (json: object) => (await request('PUT', `/v1/crews/${id}`, { json })).body;
    const replaced = await put({ labourMembers: [system.persons(journeyman, 2)] });
    expect(replaced).toMatchObject({
      description: 'Erection',
      labourCount: 2,
      equipmentCount: 1,
      version: 2,
    });
    const emptied = await put({ labourMembers: null, description: null });
    expect(emptied).toMatchObject({ description: null, labourMembers: [], equipmentCount: 1, version: 3 });
  });

  test('200: a trade that has become inactive may stay', async () => {
    const trade = await system.newTrade();
    const { id, labourMembers } = await system.newCrew({ labourMembers: [system.persons(trade)] });
    await request('PUT', `/v1/crew-trades/${trade.id}`, { json: { isActive: false } });
    const json = { labourMembers: [...labourMembers, system.persons(foreman)] };
    const { status, body } = await request('PUT', `/v1/crews/${id}`, { json });
    expect(status).toBe(200);
    expect(body.labourMembers.map((one: Record) => one.isActive)).toEqual([false, true]);
  });

  test('400: required keys cleared, an inactive trade added, a rule broken with the present members', async () => {
    const { id } = await system.newCrew({ labourMembers: [system.persons(foreman)] });
    const { status, body } = await request('PUT', `/v1/crews/${id}`, {
      json: { code: null, name: ' ', labourMembers: [system.persons(inactive)], outputPerDay: -1 },
    });
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({
      code: 'REQUIRED',
      name: 'REQUIRED',
      outputPerDay: 'MIN',
      'labourMembers[0].tradeCode': 'REFERENCE',
    });
    const { body: empty } = await request('PUT', `/v1/crews/${id}`, { json: {} });
    expect(faultsOf(empty)).toEqual({ body: 'REQUIRED' });
  });

  test('404: unknown', async () => {
    const { status } = await request('PUT', `/v1/crews/${unknownId}`, { json: { name: 'Crew' } });
    expect(status).toBe(404);
  });

  test('409: the code of another crew; its own in another case is free', async () => {
    const other = await system.newCrew();
    const { id, code } = await system.newCrew();
    const put = (json: object) => request('PUT', `/v1/crews/${id}`, { json });
    const { status, body } = await put({ code: other.code.toLowerCase() });
    expect([status, body.code]).toEqual([409, 'CODE_EXISTS']);
    expect((await put({ code: code.toLowerCase() })).body.code).toBe(code.toLowerCase());
  });

  test('412: If-Match names another version', async () => {
    const { id } = await system.newCrew();
    const { status, body } = await request('PUT', `/v1/crews/${id}`, {
      json: { name: 'Crew' },
      headers: { 'if-match': '"7"' },
    });
    expect([status, body.code]).toEqual([412, 'VERSION_MISMATCH']);
  });
});

describe('DELETE /v1/crews/{crewId}', () => {
  test('204: the crew and its members are gone, its code is free', async () => {
    const { id, code } = await system.newCrew({
      labourMembers: [system.persons(foreman)],
      equipmentMembers: [machines(crane)],
    });
    const { status, body } = await request('DELETE', `/v1/crews/${id}`);
    expect([status, body]).toEqual([204, null]);
    expect((await request('GET', `/v1/crews/${id}`)).status).toBe(404);
    await system.newCrew({ code });
  });

  test('404: unknown', async () => {
    expect((await request('DELETE', `/v1/crews/${unknownId}`)).status).toBe(404);
  });

  test('409: takeoff lines carry its code', async () => {
    const { id, code } = await system.newCrew();
    const project = await system.newProject();
    const service = await system.newService(project.id);
    const line = await system.newLine(project.id, service.id, {
      crewCode: code,
      tag: 'L-100',
      description: 'Pipe',
    });
    const { status, body } = await request('DELETE', `/v1/crews/${id}`);
    expect([status, body.code]).toEqual([409, 'CREW_IN_USE']);
    expect(body.blocking).toEqual({ count: 1, items: [{ id: line.id, code: 'L-100', name: 'Pipe' }] });
  });

  test('503: the takeoff service does not answer', async () => {
    const { id } = await system.newCrew();
    const { status, body } = await system.without('mto', () => request('DELETE', `/v1/crews/${id}`));
    expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    expect((await request('GET', `/v1/crews/${id}`)).status).toBe(200);
  });
});

describe('POST /v1/crews/{crewId}/duplicate', () => {
  test('201: members and description are copied, the copy is active', async () => {
    const crew = await system.newCrew({
      description: 'Erection',
      discipline: 'piping',
      isActive: false,
      labourMembers: [system.persons(foreman, 1, { rateOverride: { straightTime: 80 } })],
      equipmentMembers: [machines(crane, 2)],
    });
    const code = freshCode('C');
    const { status, body } = await request('POST', `/v1/crews/${crew.id}/duplicate`, {
      json: { newName: 'Copy', newCode: code },
    });
    expect(status).toBe(201);
    const { id, crewId, createdAt, updatedAt, ...copied } = crew;
    expect(body).toMatchObject({
      ...copied,
      code,
      crewCode: code,
      name: 'Copy',
      crewName: 'Copy',
      isActive: true,
    });
    expect(body.id).not.toBe(crew.id);
  });

  test('400: name and code are required', async () => {
    const { id } = await system.newCrew();
    const { status, body } = await request('POST', `/v1/crews/${id}/duplicate`, {
      json: { newName: 'x'.repeat(201) },
    });
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({ newName: 'MAX_LENGTH', newCode: 'REQUIRED' });
  });

  test('404: unknown', async () => {
    const json = { newName: 'Copy', newCode: freshCode('C') };
    expect((await request('POST', `/v1/crews/${unknownId}/duplicate`, { json })).status).toBe(404);
  });

  test('409: the code exists', async () => {
    const { id, code } = await system.newCrew();
    const json = { newName: 'Copy', newCode: code };
    const { status, body } = await request('POST', `/v1/crews/${id}/duplicate`, { json });
    expect([status, body.code]).toEqual([409, 'CODE_EXISTS']);
  });
});
