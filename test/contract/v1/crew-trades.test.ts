import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  cardTerms,
  commonTradeSystem,
  faultsOf,
  freshCode,
  type TradeSystem,
  unknownId,
  until,
} from '../../support/trade-system';

let system: TradeSystem;
let request: TradeSystem['request'];

beforeAll(async () => {
  system = await commonTradeSystem();
  request = system.request;
});
afterAll(() => system.stop());

const idsOf = async (query: string) =>
  (await request('GET', `/v1/crew-trades?limit=100&${query}`)).body.data.map(({ id }: { id: string }) => id);

describe('GET /v1/crew-trades', () => {
  test('200: list envelope, newest first', async () => {
    const older = await system.newTrade();
    const newer = await system.newTrade();
    const { status, body } = await request('GET', '/v1/crew-trades?limit=2');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['data', 'limit', 'skip', 'total']);
    expect(body.data.map(({ tradeId }: { tradeId: string }) => tradeId)).toEqual([newer.id, older.id]);
    expect((await request('GET', '/v1/crew-trades?skip=1&limit=1')).body).toMatchObject({
      total: body.total,
      data: [{ id: older.id }],
    });
  });

  test('200: search finds code and designation, case ignored, and not the name', async () => {
    const code = await system.newTrade({ tradeCode: 'needle-1', tradeName: 'Welder' });
    const designation = await system.newTrade({ laborDesignation: 'Lead NEEDLE hand' });
    await system.newTrade({ tradeName: 'needle' });
    expect(await idsOf('search=Needle')).toEqual([designation.id, code.id]);
  });

  test('200: each of the words is found in code, designation, name or description', async () => {
    const fitter = await system.newTrade({ laborDesignation: 'Lead hand', tradeName: 'Haystack fitter' });
    const described = await system.newTrade({ tradeName: 'Rigger', description: 'Lifts for haystack crews' });
    expect(await idsOf('words=HAYSTACK')).toEqual([described.id, fitter.id]);
    expect(await idsOf('words=hand%20%20haystack')).toEqual([fitter.id]);
    expect(await idsOf('words=haystack%20welder')).toEqual([]);
  });

  test('200: tradeCode and isActive filter', async () => {
    const { tradeCode, id } = await system.newTrade();
    const inactive = await system.newTrade({ tradeCode, laborDesignation: 'Helper', isActive: false });
    await system.newTrade({ tradeCode: `${tradeCode}X` });
    expect(await idsOf(`tradeCode=${tradeCode.toLowerCase()}`)).toEqual([inactive.id, id]);
    expect(await idsOf(`tradeCode=${tradeCode}&isActive=false`)).toEqual([inactive.id]);
    expect(await idsOf(`tradeCode=${tradeCode}&isActive=true`)).toEqual([id]);
    expect(await idsOf('tradeCode=none')).toEqual([]);
  });

  test('400: unknown parameter, values and limits', async () => {
    const { status, body } = await request('GET', '/v1/crew-trades?limit=101&skip=-1&isActive=yes&name=x');
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({ limit: 'MAX', skip: 'MIN', isActive: 'TYPE', name: 'UNKNOWN_FIELD' });
  });
});

describe('POST /v1/crew-trades', () => {
  test('201: the least that is required, with defaults', async () => {
    const tradeCode = freshCode('T');
    const json = { tradeCode, laborDesignation: ' Lead   hand ' };
    const { status, headers, body } = await request('POST', '/v1/crew-trades', { json });
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({ tradeCode, laborDesignation: 'Lead hand', tradeName: tradeCode });
    expect(body).toMatchObject({ isSupervisory: false, isActive: true, disciplines: null, sortOrder: null });
    expect(body).toMatchObject({ tradeId: body.id, version: 1, createdBy: 'tester', updatedBy: 'tester' });
  });

  test('201: every field as given', async () => {
    const fields = {
      tradeCode: freshCode('T.a-b_'),
      laborDesignation: 'Foreman',
      tradeName: 'Pipefitter',
      description: 'Leads',
      disciplines: ['piping', 'general'],
      skillLevel: 'semi-skilled',
      isSupervisory: true,
      sortOrder: -5,
      isActive: false,
    };
    const created = await system.newTrade(fields);
    expect(created).toMatchObject(fields);
    expect((await request('GET', `/v1/crew-trades/${created.id}`)).body).toEqual(created);
  });

  test('201: once for an Idempotency-Key', async () => {
    const json = { tradeCode: freshCode('T'), laborDesignation: 'Helper' };
    const send = () =>
      request('POST', '/v1/crew-trades', { json, headers: { 'idempotency-key': json.tradeCode } });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    expect(await idsOf(`tradeCode=${json.tradeCode}`)).toHaveLength(1);
  });

  test('400: required keys, kinds, lengths and unknown keys, all at once', async () => {
    const json = {
      tradeCode: 'A B',
      tradeName: 'x'.repeat(121),
      disciplines: ['plumbing'],
      skillLevel: 'expert',
      isSupervisory: 'no',
      sortOrder: 1.5,
      colour: 'red',
    };
    const { status, body } = await request('POST', '/v1/crew-trades', { json });
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(faultsOf(body)).toEqual({
      tradeCode: 'FORMAT',
      laborDesignation: 'REQUIRED',
      tradeName: 'MAX_LENGTH',
      'disciplines[0]': 'ENUM',
      skillLevel: 'ENUM',
      isSupervisory: 'TYPE',
      sortOrder: 'TYPE',
      colour: 'UNKNOWN_FIELD',
    });
  });

  for (const [tradeCode, code] of [
    ['x'.repeat(21), 'MAX_LENGTH'],
    ['..', 'FORMAT'],
    ['a/b', 'FORMAT'],
    ['', 'REQUIRED'],
  ]) {
    test(`400: trade code ${JSON.stringify(tradeCode)}`, async () => {
      const json = { tradeCode, laborDesignation: 'Helper' };
      const { status, body } = await request('POST', '/v1/crew-trades', { json });
      expect([status, faultsOf(body)]).toEqual([400, { tradeCode: code as string }]);
    });
  }

  test('409: the combination exists, case and spaces ignored; another designation is free', async () => {
    const { tradeCode } = await system.newTrade({ laborDesignation: 'Lead hand' });
    const json = { tradeCode: tradeCode.toLowerCase(), laborDesignation: ' LEAD  hand' };
    const { status, body } = await request('POST', '/v1/crew-trades', { json });
    expect([status, body.code]).toEqual([409, 'TRADE_EXISTS']);
    await system.newTrade({ tradeCode, laborDesignation: 'Leadhand' });
  });
});

describe('GET /v1/crew-trades/{tradeId}', () => {
  test('404: unknown and no UUID', async () => {
    for (const id of [unknownId, 'WELD']) {
      const { status, body } = await request('GET', `/v1/crew-trades/${id}`);
      expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', 'trade']);
    }
  });

  test('200: the record with its ETag', async () => {
    const trade = await system.newTrade();
    const { status, headers, body } = await request('GET', `/v1/crew-trades/${trade.id}`);
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(body).toEqual(trade);
  });
});

describe('PUT /v1/crew-trades/{tradeId}', () => {
  const put = (id: string, json: unknown, headers?: Record<string, string>) =>
    request('PUT', `/v1/crew-trades/${id}`, { json, headers });

  test('200: merges; null clears or restores the default', async () => {
    const trade = await system.newTrade({ tradeName: 'Welder', description: 'x', isActive: false });
    const { status, body } = await put(trade.id, { tradeName: null, description: null, isActive: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ tradeName: trade.tradeCode, description: null, isActive: true, version: 2 });
    expect(body.laborDesignation).toBe(trade.laborDesignation);
  });

  test('200: what was read, sent back, changes nothing', async () => {
    const trade = await system.newTrade({ tradeName: 'Welder' });
    expect((await put(trade.id, trade)).body).toEqual(trade);
  });

  test('200: a new name is that of crews and rate cards too, with a new version', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade);
    const crew = await system.addCrew(trade);
    const tradeCode = freshCode('N');
    const { status } = await put(trade.id, { tradeCode, laborDesignation: 'Fitter' });
    expect(status).toBe(200);
    expect(await system.card(card.id)).toMatchObject({ tradeCode, laborDesignation: 'Fitter', version: 2 });
    expect(await system.crew(crew.id)).toMatchObject({ members: [`${tradeCode} Fitter`], version: 2 });
    expect(await idsOf(`tradeCode=${trade.tradeCode}`)).toEqual([]);
  });

  test('200: another field leaves the versions of crews and rate cards', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade);
    await put(trade.id, { description: 'new' });
    expect(await system.card(card.id)).toMatchObject({ version: 1 });
  });

  test('200: equipment operators follow a new name', async () => {
    const trade = await system.newTrade();
    const helper = await system.newTrade({ tradeCode: trade.tradeCode, laborDesignation: 'Helper' });
    const named = await system.newEquipment(trade);
    const ofCode = await system.newEquipment({ tradeCode: trade.tradeCode });
    const tradeCode = freshCode('N');
    await put(trade.id, { tradeCode });
    await until(async () => (await system.operatorOf(named))[0] === tradeCode);
    expect(await system.operatorOf(named)).toEqual([tradeCode, 'Journeyman']);
    expect(await system.operatorOf(ofCode)).toEqual([trade.tradeCode, null]);
    await put(helper.id, { tradeCode });
    await until(async () => (await system.operatorOf(ofCode))[0] === tradeCode);
    expect(await system.operatorOf(ofCode)).toEqual([tradeCode, null]);
  });

  test('200: service crews keep the old name', async () => {
    const trade = await system.newTrade();
    const serviceCrewId = await system.addServiceCrew(trade);
    await put(trade.id, { tradeCode: freshCode('N') });
    const [crew] = await system.sql`
      select labour_members from crews_rates.service_crew where id = ${serviceCrewId}`;
    expect(crew?.labour_members[0]).toMatchObject({ tradeCode: trade.tradeCode });
  });

  test('400: no known key, cleared required keys', async () => {
    const { id } = await system.newTrade();
    expect(faultsOf((await put(id, {})).body)).toEqual({ body: 'REQUIRED' });
    const { status, body } = await put(id, { tradeCode: null, laborDesignation: '' });
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({ tradeCode: 'REQUIRED', laborDesignation: 'REQUIRED' });
  });

  test('404: unknown', async () => {
    expect((await put(unknownId, { description: 'x' })).status).toBe(404);
  });

  test('409: the combination exists', async () => {
    const trade = await system.newTrade();
    const helper = await system.newTrade({ tradeCode: trade.tradeCode, laborDesignation: 'Helper' });
    const { status, body } = await put(helper.id, { laborDesignation: 'journeyman' });
    expect([status, body.code]).toEqual([409, 'TRADE_EXISTS']);
  });

  test('412: another version', async () => {
    const { id } = await system.newTrade();
    const { status, body } = await put(id, { description: 'x' }, { 'if-match': '"7"' });
    expect([status, body.code]).toEqual([412, 'VERSION_MISMATCH']);
    expect((await put(id, { description: 'x' }, { 'if-match': '"1"' })).status).toBe(200);
  });
});

describe('DELETE /v1/crew-trades/{tradeId}', () => {
  test('204: operators that follow a new name only afterwards are cleared', async () => {
    const trade = await system.newTrade();
    const [named, ofCode] = [
      await system.newEquipment(trade),
      await system.newEquipment({ ...trade, laborDesignation: undefined }),
    ];
    const statuses = await system.sql.begin(async (tx) => {
      await tx`select from equipment_wbs.equipment where operator_trade_code = ${trade.tradeCode} for update`;
      const json = { tradeCode: freshCode('N') };
      const renamed = await request('PUT', `/v1/crew-trades/${trade.id}`, { json });
      return [renamed.status, (await request('DELETE', `/v1/crew-trades/${trade.id}`)).status];
    });
    expect(statuses).toEqual([200, 204]);
    for (const equipment of [named, ofCode])
      await until(async () => (await system.operatorOf(equipment))[0] === null);
  });

  const remove = (id: string, headers?: Record<string, string>) =>
    request('DELETE', `/v1/crew-trades/${id}`, { headers });

  test('204: and its combination is free', async () => {
    const { id, tradeCode } = await system.newTrade();
    expect((await remove(id)).status).toBe(204);
    expect((await remove(id)).status).toBe(404);
    await system.newTrade({ tradeCode });
  });

  test('204: a service crew keeps its snapshot and is no obstacle', async () => {
    const trade = await system.newTrade();
    await system.addServiceCrew(trade);
    expect((await remove(trade.id)).status).toBe(204);
  });

  test('404: unknown', async () => {
    expect((await remove(unknownId)).status).toBe(404);
  });

  test('409: rate cards and crews refer to it, named in blocking, without asking for equipment', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade, { province: 'Alberta' });
    const crew = await system.addCrew(trade);
    await system.withoutEquipment(async () => {
      const { status, body } = await remove(trade.id);
      expect([status, body.code]).toEqual([409, 'TRADE_IN_USE']);
      expect(body.blocking).toEqual({
        count: 2,
        items: [
          { id: crew.id, code: crew.code, name: 'Pipe crew' },
          { id: card.id, code: trade.tradeCode, name: 'Journeyman, Alberta, 2025 Q3' },
        ],
      });
    });
  });

  test('409: blocking holds at most 20 of them', async () => {
    const trade = await system.newTrade();
    for (let year = 2000; year < 2021; year++) await system.newCard(trade, { year });
    const { body } = await remove(trade.id);
    expect([body.blocking.count, body.blocking.items.length]).toEqual([21, 20]);
  });

  test('409: equipment has it as its operator', async () => {
    const trade = await system.newTrade();
    const crane = await system.newEquipment(trade);
    const { status, body } = await remove(trade.id);
    expect([status, body.code]).toEqual([409, 'TRADE_IN_USE']);
    expect(body.blocking).toEqual({
      count: 1,
      items: [{ id: crane.id, code: crane.equipmentCode, name: 'Crane' }],
    });
  });

  test('409: equipment names its code, and it is the last designation', async () => {
    const trade = await system.newTrade();
    const helper = await system.newTrade({ tradeCode: trade.tradeCode, laborDesignation: 'Helper' });
    await system.newEquipment({ tradeCode: trade.tradeCode });
    expect((await remove(helper.id)).status).toBe(204);
    expect((await remove(trade.id)).body.code).toBe('TRADE_IN_USE');
  });

  test('412: another version', async () => {
    const { id } = await system.newTrade();
    expect((await remove(id, { 'if-match': '"2"' })).status).toBe(412);
    expect((await remove(id, { 'if-match': '"1"' })).status).toBe(204);
  });

  test('503: equipment does not answer, and the trade stays', async () => {
    const trade = await system.newTrade();
    await system.withoutEquipment(async () => {
      const { status, headers, body } = await remove(trade.id);
      expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
      expect(headers.get('retry-after')).toBe('2');
    });
    expect((await remove(trade.id)).status).toBe(204);
  });

  test('204 or 409: no rate card outlives its trade, whoever comes first', async () => {
    for (let round = 0; round < 8; round++) {
      const { id, tradeCode, laborDesignation } = await system.newTrade();
      const json = { tradeCode, laborDesignation, ...cardTerms };
      const [removed, created] = await Promise.all([
        remove(id),
        request('POST', '/v1/crew-members', { json }),
      ]);
      expect([
        [204, 400],
        [409, 201],
      ]).toContainEqual([removed.status, created.status]);
    }
  });

  test('204 or 409: no equipment keeps a deleted operator, whoever comes first', async () => {
    for (let round = 0; round < 8; round++) {
      const trade = await system.newTrade();
      const { tradeCode: operatorTradeCode, laborDesignation: operatorLaborDesignation } = trade;
      const json = {
        operatorTradeCode,
        operatorLaborDesignation,
        equipmentCode: freshCode('E'),
        name: 'Crane',
      };
      const [removed, created] = await Promise.all([
        remove(trade.id),
        system.askEquipment('POST', '/api/v1/equipment', { json }),
      ]);
      expect(removed.status === 204 && created.status === 201).toBe(false);
    }
  });
});
