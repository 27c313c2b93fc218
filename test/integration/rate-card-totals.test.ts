import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cardTerms, startTradeSystem, type TradeSystem } from '../support/trade-system';

let system: TradeSystem;

beforeAll(async () => {
  system = await startTradeSystem();
});
afterAll(() => system.stop());

const totalOf = async (query: string): Promise<number> =>
  (await system.request('GET', `/v1/crew-members?${query}`)).body.total;

function importCards(tradeCode: string, years: number[], province: string) {
  const rows = years.map((year) => `${tradeCode},Journeyman,CA,${province},${year},Q1,CAD,50`);
  const columns = 'tradeCode,laborDesignation,country,province,year,quarter,currency,baseWage';
  const form = new FormData();
  form.set('file', new File([[columns, ...rows].join('\n')], 'cards.csv'));
  return system.request('POST', '/v1/crew-members/bulk-import', { form });
}

/** Numbers by trade and place that differ from the cards. */
const wrongNumbers = () => system.sql`
  select trade_id, place_id, counted, kept from (
    select trade_id, place_id, count(*)::int as counted from crews_rates.rate_card group by 1, 2) as cards
  full join (
    select trade_id, place_id, cards as kept from crews_rates.rate_card_count where cards <> 0) as kept
  using (trade_id, place_id)
  where counted is distinct from kept`;

test('the total of a list follows cards that are created, imported, moved to another trade and place, and deleted', async () => {
  const { tradeCode, laborDesignation, ...trade } = await system.newTrade();
  const other = await system.newTrade();
  const query = `tradeCode=${tradeCode}`;
  const card = await system.newCard({ tradeCode, laborDesignation, ...trade });
  expect(await totalOf(query)).toBe(1);
  await importCards(tradeCode, [2001, 2002, 2003], 'Yukon');
  expect(await totalOf(query)).toBe(4);
  expect(await totalOf(`${query}&province=yukon`)).toBe(3);
  const path = `/v1/crew-members/${card.memberId}`;
  await system.request('PUT', path, { json: { province: 'Yukon', baseWage: 60 } });
  expect(await totalOf(`${query}&province=yukon`)).toBe(4);
  await system.request('PUT', path, { json: { tradeCode: other.tradeCode } });
  expect([await totalOf(query), await totalOf(`tradeCode=${other.tradeCode}`)]).toEqual([3, 1]);
  expect(await totalOf(`search=${tradeCode}`)).toBe(3);
  await system.request('DELETE', path);
  expect(await totalOf(`tradeCode=${other.tradeCode}`)).toBe(0);
  expect((await system.request('DELETE', `/v1/crew-trades/${other.id}`)).status).toBe(204);
  await system.request('DELETE', `/api/v1/crews/trades/${tradeCode}/cascade`);
  expect(await totalOf('')).toBe(0);
  expect(await wrongNumbers()).toHaveLength(0);
});

test('the totals are right whatever is written at once', async () => {
  const trades = await Promise.all(Array.from({ length: 4 }, () => system.newTrade()));
  const provinces = ['Alberta', 'Yukon', 'Quebec'];
  const writes = trades.flatMap((trade, at) => [
    ...provinces.map((province) => importCards(trade.tradeCode, [2001, 2002, 2003, 2004], province)),
    ...Array.from({ length: 6 }, async (_, round) => {
      const { tradeCode, laborDesignation } = trade;
      const card = {
        ...cardTerms,
        tradeCode,
        laborDesignation,
        year: 2010 + round,
        province: provinces[round % 3],
      };
      const { body } = await system.request('POST', '/v1/crew-members', { json: card });
      const next = trades[(at + round) % trades.length];
      const moved = {
        tradeCode: next?.tradeCode,
        province: 'Ontario',
        remarks: `${at} ${round}`,
        quarter: `Q${at + 1}`,
      };
      await system.request('PUT', `/v1/crew-members/${body.memberId}`, { json: moved });
      if (round % 2) await system.request('DELETE', `/v1/crew-members/${body.memberId}`);
    }),
  ]);
  await Promise.all(writes);
  expect(await wrongNumbers()).toHaveLength(0);
  expect(await totalOf('')).toBe(4 * 12 + 4 * 3);
});
