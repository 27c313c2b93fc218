import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { commonTradeSystem, faultsOf, type TradeSystem } from '../../support/trade-system';

let system: TradeSystem;

beforeAll(async () => {
  system = await commonTradeSystem();
});
afterAll(() => system.stop());

const to = { year: 2025, quarter: 'Q4' };
const roll = (json: object) => system.request('POST', '/v1/crew-members/roll-forward', { json });
const fromOf = (tradeCode: string) => ({ year: 2025, quarter: 'Q3', tradeCode });
const counts = ({ copied, updated, skipped, total }: Record<string, number>) => [
  copied,
  updated,
  skipped,
  total,
];
const cardsOf = async (tradeCode: string, quarter = 'Q4') =>
  (await system.request('GET', `/v1/crew-members?limit=100&tradeCode=${tradeCode}&quarter=${quarter}`)).body
    .data;
const eventCount = async () => {
  const [found] = await system.sql`select count(*)::int as events from crews_rates.outbox`;
  return found?.events;
};
const amounts = {
  baseWage: 51.2345,
  shiftPremiumPerHour: 1.5,
  healthWelfarePerHour: 2.75,
  pensionPerHour: 8.2,
  trainingFundPerHour: 0.85,
  industryFundPerHour: 0.3,
  otherFringePerHour: 0.0001,
  perDiemPerDay: 120,
  ppePerHour: 0.6,
};
const stored = {
  vacationHolidayPercent: 10,
  workersCompPercent: 2.1,
  smallToolsPercent: 3,
  source: 'Agreement',
};

describe('POST /v1/crew-members/roll-forward', () => {
  test('200: amounts rise by kind, rounded half away from zero to 4 decimals; all else stays', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade, { ...amounts, ...stored, province: 'Alberta', isActive: false });
    const before = await eventCount();
    const { status, body } = await roll({
      from: fromOf(trade.tradeCode.toLowerCase()),
      to,
      escalationPercent: { baseWage: 3, fringes: 2.5, other: -50 },
    });
    expect([status, counts(body)]).toEqual([200, [1, 0, 0, 1]]);
    const [copy] = await cardsOf(trade.tradeCode);
    expect(copy).toMatchObject({
      ...{ ...stored, ...to, province: 'Alberta', isActive: false, version: 1, createdBy: 'tester' },
      baseWage: 52.7715,
      shiftPremiumPerHour: 1.5375,
      healthWelfarePerHour: 2.8188,
      pensionPerHour: 8.405,
      trainingFundPerHour: 0.8713,
      industryFundPerHour: 0.3075,
      otherFringePerHour: 0.0001,
      perDiemPerDay: 123,
      ppePerHour: 0.3,
    });
    expect(body.items).toEqual([{ from: card, to: copy }]);
    expect(await system.card(card.id)).toEqual(card);
    expect(await eventCount()).toBe(before + 1);
    const { body: listed } = await system.request('GET', `/v1/crew-members?tradeCode=${trade.tradeCode}`);
    expect(listed.total).toBe(2);
  });

  test('200: cards of the quarter are skipped, or changed when they differ; unchanged ones keep their version', async () => {
    const trade = await system.newTrade();
    await system.newCard(trade, { province: 'Alberta' });
    await system.newCard(trade, { province: 'Ontario', projectType: 'mining' });
    await system.newCard(trade, { ...to, province: 'ALBERTA', baseWage: 49 });
    const order = { from: fromOf(trade.tradeCode), to };
    expect(counts((await roll(order)).body)).toEqual([1, 0, 1, 2]);
    expect(counts((await roll({ ...order, updateExisting: true })).body)).toEqual([0, 1, 1, 2]);
    const changed = await cardsOf(trade.tradeCode);
    expect(
      changed.map(({ province, baseWage, version }: Record<string, unknown>) => [
        province,
        baseWage,
        version,
      ]),
    ).toEqual([
      ['Ontario', 50, 1],
      ['Alberta', 50, 2],
    ]);
    const events = await eventCount();
    expect(counts((await roll({ ...order, updateExisting: true })).body)).toEqual([0, 0, 2, 2]);
    expect([await cardsOf(trade.tradeCode), await eventCount()]).toEqual([changed, events]);
  });

  test('200: a dry run answers as the run and stores nothing', async () => {
    const trade = await system.newTrade();
    await system.newCard(trade, { province: 'Alberta' });
    await system.newCard(trade, { province: 'Ontario' });
    const events = await eventCount();
    const order = {
      from: { ...fromOf(trade.tradeCode), province: 'alberta' },
      to,
      escalationPercent: { baseWage: 10 },
    };
    const { body: tried } = await roll({ ...order, dryRun: true });
    expect([await cardsOf(trade.tradeCode), await eventCount()]).toEqual([[], events]);
    const { body: done } = await roll(order);
    expect(counts(tried)).toEqual(counts(done));
    expect([tried.items[0].to.baseWage, done.items[0].to.baseWage]).toEqual([55, 55]);
  });

  test('200: copies stand in the order of the list; of many the first 100 are shown', async () => {
    const trade = await system.newTrade();
    for (let at = 0; at < 101; at++) await system.newCard(trade, { projectType: `Type ${at}` });
    const { body } = await roll({ from: fromOf(trade.tradeCode), to });
    expect([counts(body), body.items.length]).toEqual([[101, 0, 0, 101], 100]);
    const typesOf = (cards: { projectType: string }[]) => cards.map(({ projectType }) => projectType);
    expect(typesOf(await cardsOf(trade.tradeCode))).toEqual(typesOf(await cardsOf(trade.tradeCode, 'Q3')));
  });

  test('200: no card matches', async () => {
    const { status, body } = await roll({ from: fromOf('NO-SUCH'), to });
    expect([status, body]).toEqual([200, { copied: 0, updated: 0, skipped: 0, total: 0, items: [] }]);
  });

  test('400: nothing given, unknown keys, the same quarter, amounts that no card can have', async () => {
    const empty = await roll({});
    expect([empty.status, faultsOf(empty.body)]).toEqual([400, { from: 'REQUIRED', to: 'REQUIRED' }]);
    const wrong = await roll({
      from: { year: 2025, limit: 5 },
      to: { year: 1980, quarter: 'Q5' },
      escalationPercent: { baseWage: -100, wage: 3 },
    });
    expect(faultsOf(wrong.body)).toEqual({
      'from.limit': 'UNKNOWN_FIELD',
      'from.quarter': 'REQUIRED',
      'to.year': 'MIN',
      'to.quarter': 'ENUM',
      'escalationPercent.baseWage': 'MIN',
      'escalationPercent.wage': 'UNKNOWN_FIELD',
    });
    const same = await roll({ from: fromOf('T'), to: { year: 2025, quarter: 'Q3' } });
    expect(faultsOf(same.body)).toEqual({ to: 'DUPLICATE' });
    const trade = await system.newTrade();
    await system.newCard(trade, { baseWage: 0.0001, pensionPerHour: 999_999_999_999 });
    const unfit = await roll({
      from: fromOf(trade.tradeCode),
      to,
      escalationPercent: { baseWage: -60, fringes: 1 },
    });
    expect([unfit.status, faultsOf(unfit.body)]).toEqual([
      400,
      { 'escalationPercent.baseWage': 'MIN', 'escalationPercent.fringes': 'MAX' },
    ]);
    expect(await cardsOf(trade.tradeCode)).toEqual([]);
  });
});
