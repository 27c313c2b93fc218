import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  commonTradeSystem,
  faultsOf,
  fileForm,
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

const pathOf = (code: string, designation?: string, more = '') =>
  `/api/v1/crews/trades/${code}${more}${
    designation === undefined ? '' : `?laborDesignation=${encodeURIComponent(designation)}`
  }`;

/** A trade with a foreman, who comes first, a journeyman and a helper. */
async function newGroup(more: object = {}) {
  const tradeCode = freshCode('G');
  const helper = await system.newTrade({ tradeCode, laborDesignation: 'Helper', ...more });
  const journeyman = await system.newTrade({ tradeCode, ...more });
  const foreman = await system.newTrade({ tradeCode, laborDesignation: 'Foreman', sortOrder: 1, ...more });
  return { tradeCode, foreman, journeyman, helper };
}

const designationsOf = (body: { designations: { laborDesignation: string }[] }) =>
  body.designations.map(({ laborDesignation }) => laborDesignation);

describe('GET /api/v1/crews/trades', () => {
  test('200: paginated list of records, one per designation', async () => {
    const { tradeCode, foreman } = await newGroup();
    const query = `tradeCode=${tradeCode.toLowerCase()}&limit=1`;
    const { status, body } = await request('GET', `/api/v1/crews/trades?${query}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, skip: 0, limit: 1, hasMore: true, data: [{ id: foreman.id }] });
  });

  test('200: search and isActive filter', async () => {
    const { tradeCode, helper } = await newGroup();
    await request('PUT', `/v1/crew-trades/${helper.id}`, { json: { isActive: false } });
    const query = `search=${tradeCode.toLowerCase()}&isActive=false`;
    const { body } = await request('GET', `/api/v1/crews/trades?${query}`);
    expect(body).toMatchObject({ total: 1, hasMore: false, data: [{ tradeId: helper.id }] });
  });

  test('422: limit and unknown parameter', async () => {
    const { status, body } = await request('GET', '/api/v1/crews/trades?limit=0&country=CA');
    expect([status, faultsOf(body)]).toEqual([422, { limit: 'MIN', country: 'UNKNOWN_FIELD' }]);
  });
});

describe('POST /api/v1/crews/trades', () => {
  test('201: the record', async () => {
    const json = { tradeCode: freshCode('T'), laborDesignation: 'Foreman', isSupervisory: true };
    const { status, body } = await request('POST', '/api/v1/crews/trades', { json });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...json, tradeId: body.id, version: 1 });
  });

  test('422: required keys', async () => {
    const { status, body } = await request('POST', '/api/v1/crews/trades', { json: { tradeName: 'Welder' } });
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(faultsOf(body)).toEqual({ tradeCode: 'REQUIRED', laborDesignation: 'REQUIRED' });
  });

  test('409: the combination exists', async () => {
    const { tradeCode, laborDesignation } = await system.newTrade();
    const json = { tradeCode, laborDesignation };
    const { status, body } = await request('POST', '/api/v1/crews/trades', { json });
    expect([status, body.code]).toEqual([409, 'TRADE_EXISTS']);
  });
});

describe('GET /api/v1/crews/trades/{tradeCode}', () => {
  test('200: the group, lowest sortOrder first, then designation, with the fields of the first', async () => {
    const { tradeCode, foreman } = await newGroup({ tradeName: 'Welder', disciplines: ['piping'] });
    const { status, body } = await request('GET', pathOf(tradeCode.toLowerCase()));
    expect(status).toBe(200);
    expect(designationsOf(body)).toEqual(['Foreman', 'Helper', 'Journeyman']);
    expect(body).toMatchObject({ tradeCode, tradeName: 'Welder', disciplines: ['piping'], isActive: true });
    expect(body).toMatchObject({ id: foreman.id, tradeId: foreman.id, laborDesignation: 'Foreman' });
    expect(body.designations[0]).toEqual(foreman);
  });

  test('200: laborDesignation selects one', async () => {
    const { tradeCode, helper } = await newGroup();
    const { headers, body } = await request('GET', pathOf(tradeCode, ' HELPER'));
    expect(designationsOf(body)).toEqual(['Helper']);
    expect([body.id, headers.get('etag')]).toEqual([helper.id, '"1"']);
  });

  test('200: the ETag of a group changes with any of its designations', async () => {
    const { tradeCode, journeyman, helper } = await newGroup();
    const etag = async () => (await request('GET', pathOf(tradeCode))).headers.get('etag');
    const seen = [await etag()];
    await request('PUT', `/v1/crew-trades/${journeyman.id}`, { json: { description: 'changed' } });
    seen.push(await etag());
    await system.newTrade({ tradeCode, laborDesignation: 'Apprentice' });
    seen.push(await etag());
    await request('DELETE', `/v1/crew-trades/${helper.id}`);
    seen.push(await etag());
    expect(new Set(seen).size).toBe(4);
    expect(await etag()).toBe(seen[3] ?? '');
  });

  test('404: unknown code, unknown designation', async () => {
    const { tradeCode } = await newGroup();
    for (const path of [pathOf('none'), pathOf(unknownId), pathOf(tradeCode, 'Diver')]) {
      const { status, body } = await request('GET', path);
      expect([status, body.resource]).toEqual([404, 'trade']);
    }
  });

  test('405: there is no plain delete in this set', async () => {
    const { status, headers } = await request('DELETE', pathOf('WELD'));
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH']);
  });

  test('422: unknown parameter', async () => {
    expect((await request('GET', `${pathOf('WELD')}?designation=x`)).status).toBe(422);
  });
});

describe('PATCH /api/v1/crews/trades/{tradeCode}', () => {
  const patch = (path: string, json: unknown, headers?: Record<string, string>) =>
    request('PATCH', path, { json, headers });

  test('200: a trade with one designation, any key', async () => {
    const trade = await system.newTrade();
    const tradeCode = freshCode('N');
    const json = { tradeCode, laborDesignation: 'Fitter', skillLevel: 'skilled' };
    const { status, headers, body } = await patch(pathOf(trade.tradeCode), json);
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(body).toMatchObject({ ...json, id: trade.id, designations: [{ ...json, id: trade.id }] });
    expect((await request('GET', pathOf(trade.tradeCode))).status).toBe(404);
  });

  test('200: with laborDesignation that record alone', async () => {
    const { tradeCode, foreman, helper } = await newGroup();
    const { body } = await patch(pathOf(tradeCode, 'helper'), { sortOrder: 9, description: 'Helps' });
    expect(body).toMatchObject({ id: helper.id, sortOrder: 9, description: 'Helps', version: 2 });
    expect(designationsOf(body)).toEqual(['Helper']);
    expect((await request('GET', `/v1/crew-trades/${foreman.id}`)).body).toEqual(foreman);
  });

  test('200: for several designations what they have in common', async () => {
    const { tradeCode } = await newGroup();
    const json = { tradeName: 'Rigger', description: 'Lifts', disciplines: ['structural'], isActive: false };
    const { status, body } = await patch(pathOf(tradeCode), json);
    expect(status).toBe(200);
    expect(body.designations).toHaveLength(3);
    for (const record of body.designations) expect(record).toMatchObject({ ...json, version: 2 });
    expect((await request('GET', pathOf(tradeCode))).body).toEqual(body);
  });

  test('200: a new designation is that of crews and equipment too', async () => {
    const { tradeCode, helper } = await newGroup();
    const crew = await system.addCrew(helper);
    const crane = await system.newEquipment(helper);
    await patch(pathOf(tradeCode, 'Helper'), { laborDesignation: 'Labourer' });
    expect(await system.crew(crew.id)).toMatchObject({ members: [`${tradeCode} Labourer`] });
    await until(async () => (await system.operatorOf(crane))[1] === 'Labourer');
  });

  test('404: unknown code, unknown designation', async () => {
    const { tradeCode } = await newGroup();
    for (const path of [pathOf('none'), pathOf(tradeCode, 'Diver')]) {
      expect((await patch(path, { description: 'x' })).status).toBe(404);
    }
  });

  for (const json of [
    { skillLevel: 'skilled' },
    { laborDesignation: 'Fitter' },
    { tradeCode: 'X', isActive: false },
  ]) {
    test(`409: ${Object.keys(json)[0]} of several designations`, async () => {
      const { tradeCode, foreman } = await newGroup();
      const { status, body } = await patch(pathOf(tradeCode), json);
      expect([status, body.code]).toEqual([409, 'TRADE_AMBIGUOUS']);
      expect((await request('GET', `/v1/crew-trades/${foreman.id}`)).body).toEqual(foreman);
    });
  }

  test('409: the combination exists', async () => {
    const { tradeCode } = await newGroup();
    const { status, body } = await patch(pathOf(tradeCode, 'Helper'), { laborDesignation: 'FOREMAN' });
    expect([status, body.code]).toEqual([409, 'TRADE_EXISTS']);
  });

  test('412: any designation of the group was changed', async () => {
    const { tradeCode, helper } = await newGroup();
    const etag = (await request('GET', pathOf(tradeCode))).headers.get('etag') ?? '';
    await request('PUT', `/v1/crew-trades/${helper.id}`, { json: { description: 'changed' } });
    const { status, body } = await patch(pathOf(tradeCode), { tradeName: 'X' }, { 'if-match': etag });
    expect([status, body.code]).toEqual([412, 'VERSION_MISMATCH']);
    const now = (await request('GET', pathOf(tradeCode))).headers.get('etag') ?? '';
    expect((await patch(pathOf(tradeCode), { tradeName: 'X' }, { 'if-match': now })).status).toBe(200);
  });

  test('422: unknown key, cleared required key, no key', async () => {
    const { tradeCode } = await newGroup();
    expect(faultsOf((await patch(pathOf(tradeCode), { colour: 'red' })).body)).toEqual({
      colour: 'UNKNOWN_FIELD',
    });
    expect((await patch(pathOf(tradeCode, 'Helper'), { laborDesignation: null })).status).toBe(422);
    expect((await patch(pathOf(tradeCode), {})).status).toBe(422);
  });
});

describe('GET /api/v1/crews/trades/{tradeCode}/dependencies', () => {
  const dependencies = async (code: string, designation?: string) =>
    (await request('GET', pathOf(code, designation, '/dependencies'))).body;

  const none = { count: 0, items: [] };

  test('200: nothing refers to it', async () => {
    const { tradeCode } = await system.newTrade();
    const { status, body } = await request(
      'GET',
      pathOf(tradeCode.toLowerCase(), undefined, '/dependencies'),
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      tradeCode,
      laborDesignation: null,
      canDelete: true,
      crews: none,
      crewMembers: none,
      serviceCrews: none,
      equipment: none,
    });
  });

  test('200: everything that refers to it, of all designations or of one', async () => {
    const { tradeCode, foreman, helper } = await newGroup();
    const crew = await system.addCrew(foreman, helper);
    const place = { region: 'West', province: 'Alberta', projectType: 'power' };
    const card = await system.newCard(helper, place);
    const crane = await system.newEquipment(helper);
    const serviceCrewId = await system.addServiceCrew(helper);
    const inCrew = { crewId: crew.id, code: crew.code, name: 'Pipe crew', quantity: 2 };
    const all = await dependencies(tradeCode);
    expect(all).toMatchObject({ laborDesignation: null, canDelete: false });
    expect(all.crews).toEqual({
      count: 2,
      items: [
        { ...inCrew, laborDesignation: 'Foreman' },
        { ...inCrew, laborDesignation: 'Helper' },
      ],
    });
    const ofHelper = await dependencies(tradeCode, 'helper');
    expect(ofHelper).toMatchObject({ laborDesignation: 'Helper', canDelete: false });
    expect(ofHelper.crews).toEqual({ count: 1, items: [{ ...inCrew, laborDesignation: 'Helper' }] });
    const { country, year, quarter } = card;
    expect(ofHelper.crewMembers).toEqual({
      count: 1,
      items: [{ memberId: card.id, laborDesignation: 'Helper', country, ...place, year, quarter }],
    });
    expect(ofHelper.equipment).toEqual({
      count: 1,
      items: [
        {
          equipmentId: crane.id,
          equipmentCode: crane.equipmentCode,
          name: 'Crane',
          laborDesignation: 'Helper',
        },
      ],
    });
    expect(ofHelper.serviceCrews).toMatchObject({
      count: 1,
      items: [{ serviceCrewId, code: 'SC-1', name: 'Site crew', laborDesignation: 'Helper', quantity: 4 }],
    });
    expect(await dependencies(tradeCode, 'Journeyman')).toMatchObject({
      canDelete: true,
      serviceCrews: none,
    });
  });

  test('200: canDelete counts equipment and leaves service crews out', async () => {
    const [operator, snapshot] = [await system.newTrade(), await system.newTrade()];
    await system.newEquipment({ tradeCode: operator.tradeCode });
    await system.addServiceCrew(snapshot);
    expect(await dependencies(operator.tradeCode)).toMatchObject({
      canDelete: false,
      equipment: { count: 1 },
    });
    expect(await dependencies(snapshot.tradeCode)).toMatchObject({
      canDelete: true,
      serviceCrews: { count: 1 },
    });
  });

  test('200: at most 50 of a kind, counted in full', async () => {
    const { tradeCode } = await system.newTrade();
    const rows = Array.from({ length: 53 }, (_, n) => `${tradeCode},Journeyman,CA,${2000 + n},Q1,CAD,50`);
    const file = ['tradeCode,laborDesignation,country,year,quarter,currency,baseWage', ...rows].join('\n');
    await request('POST', '/v1/crew-members/bulk-import', { form: fileForm(file, 'cards.csv') });
    const { crewMembers } = await dependencies(tradeCode);
    expect([crewMembers.count, crewMembers.items.length]).toEqual([53, 50]);
  });

  test('200: figures of equipment are null while it does not answer', async () => {
    const [free, used] = [await system.newTrade(), await system.newTrade()];
    await system.newCard(used);
    await system.withoutEquipment(async () => {
      expect(await dependencies(free.tradeCode)).toMatchObject({
        canDelete: null,
        equipment: null,
        unavailable: ['equipment', 'canDelete'],
      });
      expect(await dependencies(used.tradeCode)).toMatchObject({
        canDelete: false,
        equipment: null,
        unavailable: ['equipment'],
      });
    });
  });

  test('404: unknown code, unknown designation', async () => {
    const { tradeCode } = await system.newTrade();
    for (const [code, designation] of [['none'], [tradeCode, 'Diver']] as const) {
      const { status } = await request('GET', pathOf(code, designation, '/dependencies'));
      expect(status).toBe(404);
    }
  });
});

describe('DELETE /api/v1/crews/trades/{tradeCode}/cascade', () => {
  const cascade = (code: string, designation?: string, headers?: Record<string, string>) =>
    request('DELETE', pathOf(code, designation, '/cascade'), { headers });

  test('204: every designation, its rate cards, its places in crews, its part as operator', async () => {
    const { tradeCode, foreman, helper } = await newGroup();
    const other = await system.newTrade();
    const card = await system.newCard(helper);
    const otherCard = await system.newCard(other);
    const [mixed, bare] = [await system.addCrew(foreman, other), await system.addCrew(helper)];
    const cranes = [await system.newEquipment(helper), await system.newEquipment({ tradeCode })];
    const stored = await system.newEquipment(other);
    const { status } = await cascade(tradeCode.toLowerCase());
    expect(status).toBe(204);
    expect((await request('GET', pathOf(tradeCode))).status).toBe(404);
    expect((await request('GET', `/v1/crew-members/${card.id}`)).status).toBe(404);
    expect(await system.card(otherCard.id)).toEqual(otherCard);
    expect(await system.crew(mixed.id)).toEqual({
      is_active: true,
      version: 2,
      members: [`${other.tradeCode} Journeyman`],
    });
    expect(await system.crew(bare.id)).toEqual({ is_active: false, version: 2, members: [] });
    for (const crane of cranes) await until(async () => (await system.operatorOf(crane))[0] === null);
    expect(await system.operatorOf(stored)).toEqual([other.tradeCode, 'Journeyman']);
  });

  test('204: the designation in the query alone', async () => {
    const { tradeCode, foreman, helper } = await newGroup();
    const stored = await system.newCard(foreman);
    const removed = await system.newCard(helper);
    const [ofHelper, ofCode] = [await system.newEquipment(helper), await system.newEquipment({ tradeCode })];
    expect((await cascade(tradeCode, 'HELPER')).status).toBe(204);
    const { body } = await request('GET', pathOf(tradeCode));
    expect(designationsOf(body)).toEqual(['Foreman', 'Journeyman']);
    expect((await system.card(stored.id)).id).toBe(stored.id);
    expect((await system.card(removed.id)).code).toBe('NOT_FOUND');
    await until(async () => (await system.operatorOf(ofHelper))[0] === null);
    expect(await system.operatorOf(ofCode)).toEqual([tradeCode, null]);
  });

  test('204: service crews keep their snapshot', async () => {
    const trade = await system.newTrade();
    const serviceCrewId = await system.addServiceCrew(trade);
    await cascade(trade.tradeCode);
    const [crew] = await system.sql`
      select labour_members from crews_rates.service_crew where id = ${serviceCrewId}`;
    expect(crew?.labour_members[0]).toMatchObject({ tradeCode: trade.tradeCode });
  });

  test('204: also while equipment does not answer; it follows when it is back', async () => {
    const trade = await system.newTrade();
    const crane = await system.newEquipment(trade);
    await system.withoutEquipment(async () => {
      expect((await cascade(trade.tradeCode)).status).toBe(204);
    });
    await until(async () => (await system.operatorOf(crane))[0] === null);
  });

  test('404: unknown code, unknown designation, and nothing is deleted', async () => {
    const { tradeCode } = await system.newTrade();
    expect((await cascade('none')).status).toBe(404);
    expect((await cascade(tradeCode, 'Diver')).status).toBe(404);
    expect((await request('GET', pathOf(tradeCode))).status).toBe(200);
  });

  test('412: another version', async () => {
    const { tradeCode } = await system.newTrade();
    expect((await cascade(tradeCode, undefined, { 'if-match': '"2"' })).status).toBe(412);
    expect((await cascade(tradeCode, undefined, { 'if-match': '"1"' })).status).toBe(204);
  });

  test('422: unknown parameter', async () => {
    const { tradeCode } = await system.newTrade();
    const { status } = await request('DELETE', `${pathOf(tradeCode, undefined, '/cascade')}?force=true`);
    expect(status).toBe(422);
  });
});
