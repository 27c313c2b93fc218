import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  cardTerms,
  commonTradeSystem,
  faultsOf,
  type TradeSystem,
  unknownId,
} from '../../support/trade-system';

let system: TradeSystem;
let request: TradeSystem['request'];

beforeAll(async () => {
  system = await commonTradeSystem();
  request = system.request;
});
afterAll(() => system.stop());

const path = '/api/v1/crews/members';

describe('GET /api/v1/crews/members', () => {
  test('200: paginated list, newest first', async () => {
    const trade = await system.newTrade();
    await system.newCard(trade);
    const newer = await system.newCard(trade, { year: 2024 });
    const { status, body } = await request('GET', `${path}?tradeCode=${trade.tradeCode}&limit=1`);
    expect(status).toBe(200);
    expect(body).toEqual({ data: [newer], total: 2, skip: 0, limit: 1, hasMore: true });
  });

  test('200: the filters of the document and of the other set', async () => {
    const trade = await system.newTrade();
    const place = { country: 'US', region: 'Gulf Coast', province: 'Texas', year: 2023, quarter: 'Q1' };
    const card = await system.newCard(trade, { ...place, projectType: 'power' });
    await system.newCard(trade);
    const { tradeCode, laborDesignation } = trade;
    const filters = { ...place, country: 'us', laborDesignation, projectType: 'POWER', search: 'TEX' };
    for (const [key, value] of Object.entries(filters)) {
      const query = new URLSearchParams({ tradeCode, [key]: String(value) });
      const { body } = await request('GET', `${path}?${query}`);
      expect([key, body.data.some(({ id }: { id: string }) => id === card.id), body.hasMore]).toEqual([
        key,
        true,
        false,
      ]);
      expect([key, body.total]).toEqual([key, key === 'laborDesignation' ? 2 : 1]);
    }
  });

  test('422: limit, quarter and unknown parameter', async () => {
    const { status, body } = await request('GET', `${path}?limit=101&quarter=5&isActive=true`);
    expect(status).toBe(422);
    expect(faultsOf(body)).toEqual({ limit: 'MAX', quarter: 'ENUM', isActive: 'UNKNOWN_FIELD' });
  });
});

describe('POST /api/v1/crews/members', () => {
  test('201: the same record as in the other set', async () => {
    const { tradeCode, laborDesignation } = await system.newTrade();
    const json = { tradeCode, laborDesignation, ...cardTerms };
    const { status, body } = await request('POST', path, { json });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...json, straightTimeRate: 50, compositeRate: 55 });
    expect(await system.card(body.memberId)).toEqual(body);
  });

  test('422: required keys, unknown trade', async () => {
    const { status, body } = await request('POST', path, { json: { country: 'CA' } });
    expect([status, body.code, faultsOf(body).baseWage]).toEqual([422, 'VALIDATION_ERROR', 'REQUIRED']);
    const unknown = await request('POST', path, {
      json: { tradeCode: 'NONE', laborDesignation: 'Helper', ...cardTerms },
    });
    expect([unknown.status, faultsOf(unknown.body)]).toEqual([422, { tradeCode: 'TRADE_NOT_FOUND' }]);
  });

  test('400: unreadable JSON', async () => {
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await request('POST', path, { text: '{"year":', headers });
    expect([status, body.code]).toEqual([400, 'INVALID_JSON']);
  });

  test('409: the combination exists', async () => {
    const { tradeCode, laborDesignation, ...trade } = await system.newTrade();
    await system.newCard({ tradeCode, laborDesignation, ...trade });
    const json = { tradeCode, laborDesignation, ...cardTerms };
    const { status, body } = await request('POST', path, { json });
    expect([status, body.code]).toEqual([409, 'RATE_CARD_EXISTS']);
  });
});

describe('GET /api/v1/crews/members/{memberId}', () => {
  test('200: the record', async () => {
    const card = await system.newCard(await system.newTrade());
    const { status, headers, body } = await request('GET', `${path}/${card.id}`);
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(body).toEqual(card);
  });

  test('404: unknown and no UUID', async () => {
    for (const id of [unknownId, 'x']) expect((await request('GET', `${path}/${id}`)).status).toBe(404);
  });
});

describe('PATCH /api/v1/crews/members/{memberId}', () => {
  const patch = (id: string, json: unknown, headers?: Record<string, string>) =>
    request('PATCH', `${path}/${id}`, { json, headers });

  test('200: merges', async () => {
    const card = await system.newCard(await system.newTrade(), { source: 'Survey' });
    const { status, body } = await patch(card.id, { baseWage: 60 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ baseWage: 60, source: 'Survey', straightTimeRate: 60, version: 2 });
  });

  test('404: unknown', async () => {
    expect((await patch(unknownId, { baseWage: 5 })).status).toBe(404);
  });

  test('405: PUT belongs to the other set', async () => {
    const card = await system.newCard(await system.newTrade());
    const { status, headers } = await request('PUT', `${path}/${card.id}`, { json: { baseWage: 5 } });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH, DELETE']);
  });

  test('409: the combination exists', async () => {
    const trade = await system.newTrade();
    await system.newCard(trade, { year: 2020 });
    const card = await system.newCard(trade);
    const { status, body } = await patch(card.id, { year: 2020 });
    expect([status, body.code]).toEqual([409, 'RATE_CARD_EXISTS']);
  });

  test('412: another version', async () => {
    const card = await system.newCard(await system.newTrade());
    expect((await patch(card.id, { baseWage: 5 }, { 'if-match': '"3"' })).status).toBe(412);
  });

  test('422: bound and unknown key', async () => {
    const card = await system.newCard(await system.newTrade());
    const { status, body } = await patch(card.id, { daysPerWeek: 0, wage: 5 });
    expect([status, faultsOf(body)]).toEqual([422, { daysPerWeek: 'MIN', wage: 'UNKNOWN_FIELD' }]);
  });
});

describe('DELETE /api/v1/crews/members/{memberId}', () => {
  test('204: and it is gone in both sets', async () => {
    const card = await system.newCard(await system.newTrade());
    expect((await request('DELETE', `${path}/${card.id}`)).status).toBe(204);
    expect((await request('GET', `/v1/crew-members/${card.id}`)).status).toBe(404);
  });

  test('404: unknown', async () => {
    expect((await request('DELETE', `${path}/${unknownId}`)).status).toBe(404);
  });

  test('412: another version', async () => {
    const card = await system.newCard(await system.newTrade());
    const headers = { 'if-match': '"2"' };
    expect((await request('DELETE', `${path}/${card.id}`, { headers })).status).toBe(412);
  });
});
