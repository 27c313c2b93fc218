import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  cardTerms,
  commonTradeSystem,
  faultsOf,
  freshCode,
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

const post = (json: unknown) => request('POST', '/v1/crew-members', { json });
const put = (id: string, json: unknown, headers?: Record<string, string>) =>
  request('PUT', `/v1/crew-members/${id}`, { json, headers });

/** The card of rates.md 9.1. */
const pipefitter = {
  country: 'CA',
  region: 'Western Canada',
  province: 'Alberta',
  year: 2025,
  quarter: 'Q3',
  projectType: 'petrochemical',
  currency: 'CAD',
  baseWage: 51.25,
  dailyStraightTimeLimit: 8,
  sixthDayRule: 'double',
  seventhDayRule: 'double',
  daysPerWeek: 6,
  vacationHolidayPercent: 10,
  healthWelfarePerHour: 2.75,
  pensionPerHour: 8.2,
  trainingFundPerHour: 0.85,
  industryFundPerHour: 0.3,
  socialSecurityPercent: 4.2,
  unemploymentInsurancePercent: 1.6,
  workersCompPercent: 2.1,
  generalLiabilityPercent: 0.75,
  perDiemPerDay: 120,
  smallToolsPercent: 3,
  consumablesPercent: 2,
  ppePerHour: 0.6,
};

describe('GET /v1/crew-members', () => {
  test('200: list envelope, newest first', async () => {
    const trade = await system.newTrade();
    const older = await system.newCard(trade);
    const newer = await system.newCard(trade, { year: 2024 });
    const query = `tradeCode=${trade.tradeCode}`;
    const { status, body } = await request('GET', `/v1/crew-members?${query}`);
    expect(status).toBe(200);
    expect(body).toEqual({ data: [newer, older], total: 2, skip: 0, limit: 20 });
    expect((await request('GET', `/v1/crew-members?${query}&skip=1&limit=1`)).body).toEqual({
      data: [older],
      total: 2,
      skip: 1,
      limit: 1,
    });
  });

  test('200: every filter compares exactly, ignoring case', async () => {
    const wanted = await system.newTrade({ laborDesignation: freshCode('Lead Hand ') });
    const { tradeCode, laborDesignation } = wanted;
    const place = { region: 'Golfe Élan', province: 'Île-du-Nord', projectType: 'Power  Plant' };
    const card = await system.newCard(wanted, { ...place, country: 'FR', year: 1999, quarter: 'Q2' });
    const other = await system.newTrade();
    await system.newCard(other, { region: 'Golfe Élan East', province: 'Île', projectType: 'Power Plant 2' });
    const filters = {
      tradeCode: tradeCode.toLowerCase(),
      laborDesignation: laborDesignation.toUpperCase(),
      country: 'fr',
      region: 'GOLFE ÉLAN',
      province: 'île-du-nord',
      year: '1999',
      quarter: 'q2',
      projectType: 'POWER PLANT',
    };
    const found = async (query: Record<string, string>) =>
      (await request('GET', `/v1/crew-members?${new URLSearchParams(query)}`)).body;
    for (const [key, value] of Object.entries(filters)) {
      const { data, total } = await found({ [key]: value, tradeCode });
      expect([key, total, data[0]?.id]).toEqual([key, 1, card.id]);
      const ofOther = await found({ tradeCode: other.tradeCode, [key]: value });
      expect([key, ofOther.total]).toEqual([key, key === 'tradeCode' ? 1 : 0]);
    }
    expect((await found(filters)).total).toBe(1);
    expect((await found({ tradeCode: 'none' })).data).toEqual([]);
    expect((await found({ province: 'Île-du' })).data).toEqual([]);
  });

  test('200: search finds code, designation, trade name, region and province, and nothing else', async () => {
    const needle = freshCode('nee_dle%');
    const plain = await system.newTrade();
    const byCode = await system.newCard(
      await system.newTrade({ tradeCode: `a.${needle.replace('%', '-')}` }),
    );
    const byDesignation = await system.newCard(await system.newTrade({ laborDesignation: `x ${needle}` }));
    const byName = await system.newCard(await system.newTrade({ tradeName: needle.toUpperCase() }));
    const byRegion = await system.newCard(plain, { region: `Big ${needle}` });
    const byProvince = await system.newCard(plain, { province: needle });
    await system.newCard(plain, { projectType: needle, source: needle, remarks: needle, year: 2001 });
    const search = async (text: string) => {
      const { body } = await request('GET', `/v1/crew-members?search=${encodeURIComponent(text)}`);
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect(await search(needle)).toEqual([byProvince, byRegion, byName, byDesignation].map(({ id }) => id));
    expect(await search(byCode.tradeCode.toUpperCase())).toEqual([byCode.id]);
    expect(await search('neexdle')).toEqual([]);
  });

  test('200: search and filters together', async () => {
    const trade = await system.newTrade({ tradeName: freshCode('Mason ') });
    const card = await system.newCard(trade, { year: 2010 });
    await system.newCard(trade, { year: 2011 });
    const query = new URLSearchParams({ search: trade.tradeName, year: '2010' });
    const { body } = await request('GET', `/v1/crew-members?${query}`);
    expect(body.data).toEqual([card]);
  });

  for (const [query, field, code] of [
    ['limit=101', 'limit', 'MAX'],
    ['limit=0', 'limit', 'MIN'],
    ['skip=-1', 'skip', 'MIN'],
    ['quarter=Q5', 'quarter', 'ENUM'],
    ['year=soon', 'year', 'TYPE'],
    ['year=99999999999', 'year', 'MAX'],
    ['currency=CAD', 'currency', 'UNKNOWN_FIELD'],
    ['country=CA&country=US', 'country', 'FORMAT'],
  ]) {
    test(`400: ${query}`, async () => {
      const { status, body } = await request('GET', `/v1/crew-members?${query}`);
      expect([status, faultsOf(body)]).toEqual([400, { [field as string]: code as string }]);
    });
  }
});

describe('POST /v1/crew-members', () => {
  test('201: the least that is required, with defaults', async () => {
    const { tradeCode, laborDesignation } = await system.newTrade();
    const json = { tradeCode: tradeCode.toLowerCase(), laborDesignation, ...cardTerms, country: 'ca' };
    const { status, headers, body } = await post(json);
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toMatchObject({ ...cardTerms, tradeCode, laborDesignation, memberId: body.id });
    expect(body).toMatchObject({
      region: null,
      province: null,
      projectType: null,
      shiftPremiumPerHour: 0,
      overtimeMultiplier: 1.5,
      doubleTimeMultiplier: 2,
      dailyStraightTimeLimit: null,
      weeklyStraightTimeLimit: 40,
      dailyDoubleTimeAfter: null,
      sixthDayRule: 'normal',
      seventhDayRule: 'normal',
      hoursPerShift: 10,
      daysPerWeek: 5,
      fringeBasis: 'hours-worked',
      workersCompBasis: 'gross',
      perDiemBasis: 'worked-day',
      unionStatus: null,
      effectiveFrom: null,
      isActive: true,
    });
    for (const [key, value] of Object.entries(body)) {
      if (/Percent$|PerHour$|PerDay$/.test(key)) expect([key, value]).toEqual([key, 0]);
    }
    expect(body).not.toContainAnyKeys(['tradeId', 'placeId', 'projectTypeKey']);
  });

  test('201: every field as given', async () => {
    const { tradeCode, laborDesignation } = await system.newTrade();
    const fields = {
      tradeCode,
      laborDesignation,
      ...pipefitter,
      shiftPremiumPerHour: 1.1234,
      overtimeMultiplier: 1.75,
      doubleTimeMultiplier: 2.5,
      weeklyStraightTimeLimit: 44,
      dailyDoubleTimeAfter: 12,
      sixthDayRule: 'overtime',
      hoursPerShift: 10.5,
      fringeBasis: 'hours-paid',
      otherFringePerHour: 0.1,
      employerHealthTaxPercent: 1.95,
      otherPayrollTaxPercent: 0.5,
      workersCompBasis: 'straight-time',
      perDiemBasis: 'calendar-day',
      unionStatus: 'labour-supply',
      agreementReference: 'CA-1',
      source: 'Survey',
      effectiveFrom: '2025-07-01',
      effectiveTo: '2025-09-30',
      isActive: false,
      remarks: 'none',
    };
    const created = await system.newCard({ id: '', tradeCode, laborDesignation }, fields);
    expect(created).toMatchObject(fields);
    expect(await system.card(created.id)).toEqual(created);
  });

  test('201: shows its rates in its own reference week (rates.md 9.1)', async () => {
    const card = await system.newCard(await system.newTrade(), pipefitter);
    expect(card.rates.straightTime).toEqual({
      wage: 51.25,
      vacationHoliday: 5.125,
      gross: 56.375,
      fringe: 12.1,
      payrollTax: 3.2698,
      workersComp: 1.1839,
      liability: 0.4228,
      burdened: 73.3515,
      perDiem: 12,
      smallTools: 2.2005,
      consumables: 1.467,
      ppe: 0.6,
      allIn: 89.619,
    });
    expect(card.rates.overtime).toMatchObject({ gross: 84.5625, burdened: 103.9771, allIn: 121.7759 });
    expect(card.rates.doubleTime).toMatchObject({ gross: 112.75, burdened: 134.6029, allIn: 153.9331 });
    expect(card).toMatchObject({
      straightTimeRate: 89.619,
      overtimeRate: 121.7759,
      doubleTimeRate: 153.9331,
    });
    expect(card.weeklyHours).toEqual({ straightTime: 40, overtime: 10, doubleTime: 10 });
    expect(card.compositeRate).toBe(105.6975);
  });

  test('201: no weekly limit is not the default limit', async () => {
    const trade = await system.newTrade();
    const none = await system.newCard(trade, { weeklyStraightTimeLimit: null });
    expect(none.weeklyStraightTimeLimit).toBeNull();
    expect(none.weeklyHours).toEqual({ straightTime: 50, overtime: 0, doubleTime: 0 });
  });

  test('201: what only the server sets is accepted and ignored', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade, { year: 2001 });
    const { status, body } = await post({ ...card, year: 2002, compositeRate: 1, rates: {} });
    expect(status).toBe(201);
    expect(body).toMatchObject({ compositeRate: card.compositeRate, rates: card.rates, version: 1 });
    expect(body.id).not.toBe(card.id);
  });

  test('400: required keys', async () => {
    const { status, body } = await post({});
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    const required = ['tradeCode', 'laborDesignation', 'country', 'year', 'quarter', 'currency', 'baseWage'];
    expect(faultsOf(body)).toEqual(Object.fromEntries(required.map((key) => [key, 'REQUIRED'])));
  });

  const refused: [string, unknown, string][] = [
    ['country', 'XX', 'FORMAT'],
    ['currency', 'DOL', 'FORMAT'],
    ['region', 'x'.repeat(81), 'MAX_LENGTH'],
    ['province', 'x'.repeat(81), 'MAX_LENGTH'],
    ['projectType', 'x'.repeat(61), 'MAX_LENGTH'],
    ['year', 1989, 'MIN'],
    ['year', 2101, 'MAX'],
    ['year', '2025', 'TYPE'],
    ['quarter', 'Q5', 'ENUM'],
    ['baseWage', 0, 'MIN'],
    ['baseWage', 50.12345, 'FORMAT'],
    ['baseWage', 1e12, 'MAX'],
    ['shiftPremiumPerHour', -1, 'MIN'],
    ['overtimeMultiplier', 0.9, 'MIN'],
    ['overtimeMultiplier', 5.1, 'MAX'],
    ['doubleTimeMultiplier', 5.1, 'MAX'],
    ['dailyStraightTimeLimit', 24.5, 'MAX'],
    ['weeklyStraightTimeLimit', 169, 'MAX'],
    ['dailyDoubleTimeAfter', -1, 'MIN'],
    ['sixthDayRule', 'triple', 'ENUM'],
    ['hoursPerShift', 0.5, 'MIN'],
    ['hoursPerShift', 16.5, 'MAX'],
    ['daysPerWeek', 8, 'MAX'],
    ['daysPerWeek', 5.5, 'TYPE'],
    ['vacationHolidayPercent', 100.1, 'MAX'],
    ['workersCompPercent', 1.23456, 'FORMAT'],
    ['fringeBasis', 'hours', 'ENUM'],
    ['unionStatus', 'none', 'ENUM'],
    ['effectiveFrom', '2025-02-30', 'FORMAT'],
    ['isActive', 'yes', 'TYPE'],
    ['wage', 5, 'UNKNOWN_FIELD'],
  ];
  test.each(refused)('400: %s %p', async (field, value, code) => {
    const trade = await system.newTrade();
    const { tradeCode, laborDesignation } = trade;
    const { status, body } = await post({ tradeCode, laborDesignation, ...cardTerms, [field]: value });
    expect([status, faultsOf(body)]).toEqual([400, { [field]: code }]);
  });

  test('400: unknown trade, with every other fault', async () => {
    const { tradeCode } = await system.newTrade();
    const effective = { effectiveFrom: '2025-09-30', effectiveTo: '2025-07-01' };
    const { status, body } = await post({ tradeCode, laborDesignation: 'Diver', ...cardTerms, ...effective });
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({ tradeCode: 'TRADE_NOT_FOUND', effectiveTo: 'MIN' });
  });

  const base = {
    ...cardTerms,
    region: 'Gulf Coast',
    province: 'Texas',
    projectType: 'petrochemical',
  };
  const same: [string, object][] = [
    ['as it is', {}],
    [
      'in other case and spacing',
      { region: ' GULF  coast', province: 'tEXAS ', projectType: 'Petrochemical' },
    ],
    ['in another currency, inactive, with another wage', { currency: 'USD', isActive: false, baseWage: 60 }],
    ['of another regime', { unionStatus: 'open-shop' }],
  ];
  test.each(same)('409: the combination exists, %s', async (_how, more) => {
    const trade = await system.newTrade();
    await system.newCard(trade, { ...base, isActive: false });
    const { tradeCode, laborDesignation } = trade;
    const { status, body } = await post({ tradeCode, laborDesignation, ...base, ...more });
    expect([status, body.code]).toEqual([409, 'RATE_CARD_EXISTS']);
  });

  test.each(['region', 'province', 'projectType'])('409: two cards without %s', async (key) => {
    const { tradeCode, laborDesignation, ...trade } = await system.newTrade();
    await system.newCard({ tradeCode, laborDesignation, ...trade }, { ...base, [key]: null });
    const { status } = await post({ tradeCode, laborDesignation, ...base, [key]: '  ' });
    expect(status).toBe(409);
    expect((await post({ tradeCode, laborDesignation, ...base })).status).toBe(201);
  });

  test('201: a card that differs in one of the eight', async () => {
    const trade = await system.newTrade();
    const helper = await system.newTrade({ tradeCode: trade.tradeCode, laborDesignation: 'Helper' });
    await system.newCard(trade, base);
    await system.newCard(helper, base);
    const others = {
      country: 'US',
      region: 'Gulf',
      province: 'Ohio',
      year: 2024,
      quarter: 'Q2',
      projectType: 'x',
    };
    for (const [key, value] of Object.entries(others)) await system.newCard(trade, { ...base, [key]: value });
  });

  test('201 and 409: of many at once one is stored', async () => {
    const { tradeCode, laborDesignation } = await system.newTrade();
    const json = { tradeCode, laborDesignation, ...cardTerms, region: freshCode('New place ') };
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(json)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(7).fill(409)]);
  });
});

describe('GET /v1/crew-members/{memberId}', () => {
  test('200: the record with its ETag', async () => {
    const card = await system.newCard(await system.newTrade());
    const { status, headers, body } = await request('GET', `/v1/crew-members/${card.memberId}`);
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(body).toEqual(card);
  });

  test('404: unknown and no UUID', async () => {
    for (const id of [unknownId, 'PIPF']) {
      const { status, body } = await request('GET', `/v1/crew-members/${id}`);
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    }
  });
});

describe('PUT /v1/crew-members/{memberId}', () => {
  test('200: merges; null clears or restores the default; rates follow', async () => {
    const card = await system.newCard(await system.newTrade(), { overtimeMultiplier: 3, region: 'West' });
    const json = { baseWage: 60, overtimeMultiplier: null, region: null, weeklyStraightTimeLimit: null };
    const { status, headers, body } = await put(card.id, json);
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(body).toMatchObject({ baseWage: 60, overtimeMultiplier: 1.5, region: null, straightTimeRate: 60 });
    expect(body).toMatchObject({ weeklyStraightTimeLimit: null, year: card.year, version: 2 });
    expect(await system.card(card.id)).toEqual(body);
  });

  test('200: what was read, sent back, changes nothing', async () => {
    const card = await system.newCard(await system.newTrade(), pipefitter);
    expect((await put(card.id, card)).body).toEqual(card);
  });

  test('200: another trade, another place', async () => {
    const card = await system.newCard(await system.newTrade());
    const { tradeCode } = await system.newTrade({ laborDesignation: 'Helper' });
    const moved = { tradeCode, laborDesignation: 'Helper', province: freshCode('Province ') };
    const { body } = await put(card.id, moved);
    expect(body).toMatchObject(moved);
    const query = new URLSearchParams({ tradeCode, province: moved.province });
    expect((await request('GET', `/v1/crew-members?${query}`)).body.data).toEqual([body]);
  });

  test('200: a place in another spelling is shown as entered', async () => {
    const card = await system.newCard(await system.newTrade(), { province: 'alberta' });
    expect((await put(card.id, { province: 'Alberta' })).body).toMatchObject({
      province: 'Alberta',
      version: 2,
    });
  });

  test('400: no key, cleared required key, bound, unknown trade, dates against what is stored', async () => {
    const card = await system.newCard(await system.newTrade(), { effectiveFrom: '2025-07-01' });
    const faults = async (json: object) => {
      const { status, body } = await put(card.id, json);
      return [status, faultsOf(body)];
    };
    expect(await faults({})).toEqual([400, { body: 'REQUIRED' }]);
    expect(await faults({ currency: null, baseWage: -1 })).toEqual([
      400,
      { currency: 'REQUIRED', baseWage: 'MIN' },
    ]);
    expect(await faults({ tradeCode: 'NONE' })).toEqual([400, { tradeCode: 'TRADE_NOT_FOUND' }]);
    expect(await faults({ effectiveTo: '2025-06-30' })).toEqual([400, { effectiveTo: 'MIN' }]);
    expect(await system.card(card.id)).toEqual(card);
  });

  test('404: unknown', async () => {
    expect((await put(unknownId, { baseWage: 5 })).status).toBe(404);
  });

  test('409: the combination exists', async () => {
    const trade = await system.newTrade();
    await system.newCard(trade, { province: 'Alberta' });
    const card = await system.newCard(trade, { province: 'Ontario' });
    const { status, body } = await put(card.id, { province: ' ALBERTA' });
    expect([status, body.code]).toEqual([409, 'RATE_CARD_EXISTS']);
    expect(await system.card(card.id)).toEqual(card);
  });

  test('412: another version', async () => {
    const card = await system.newCard(await system.newTrade());
    const { status, body } = await put(card.id, { baseWage: 5 }, { 'if-match': '"9"' });
    expect([status, body.code]).toEqual([412, 'VERSION_MISMATCH']);
  });
});

describe('DELETE /v1/crew-members/{memberId}', () => {
  const remove = (id: string, headers?: Record<string, string>) =>
    request('DELETE', `/v1/crew-members/${id}`, { headers });

  test('204: and its combination is free', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade);
    expect((await remove(card.id)).status).toBe(204);
    expect((await remove(card.id)).status).toBe(404);
    await system.newCard(trade);
  });

  test('404: unknown', async () => {
    expect((await remove(unknownId)).status).toBe(404);
  });

  test('412: another version', async () => {
    const card = await system.newCard(await system.newTrade());
    expect((await remove(card.id, { 'if-match': '"2"' })).status).toBe(412);
  });
});
