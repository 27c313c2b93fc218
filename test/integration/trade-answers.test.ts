import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { findTrades } from '@consulting/kernel/contracts/crews-rates';
import { startTradeHouse, type TradeHouse } from '../support/trade-house';

let house: TradeHouse;

beforeAll(async () => {
  house = await startTradeHouse();
});
afterAll(() => house.stop());

const ask = async (...trades: { tradeCode: string; laborDesignation: string | null }[]) =>
  (await house.bus.ask(findTrades, { trades })).trades;

describe('crews-rates answers which trades exist', () => {
  test('by code and designation, case ignored', async () => {
    const { tradeCode } = await house.newTrade({ isActive: false });
    await house.newTrade({ tradeCode, laborDesignation: 'Helper' });
    const pair = { tradeCode: tradeCode.toLowerCase(), laborDesignation: 'JOURNEYMAN' };
    const journeyman = { tradeCode, laborDesignation: 'Journeyman', isActive: false };
    expect(await ask(pair, { ...pair, laborDesignation: 'Diver' })).toEqual([journeyman]);
    expect(await ask({ tradeCode: 'none', laborDesignation: null })).toEqual([]);
    expect(await ask()).toEqual([]);
  });

  test('by code alone: every designation', async () => {
    const { tradeCode } = await house.newTrade();
    await house.newTrade({ tradeCode, laborDesignation: 'Helper' });
    const found = await ask({ tradeCode, laborDesignation: null });
    expect(found.map(({ laborDesignation }) => laborDesignation).sort()).toEqual(['Helper', 'Journeyman']);
  });

  test('and waits for who is deleting one', async () => {
    const { id, ...pair } = await house.newTrade();
    const found = await house.amid(
      (tx) => tx`delete from crews_rates.trade where id = ${id}`,
      () => ask(pair),
    );
    expect(found).toEqual([]);
  });

  test('and does not know while someone is deleting one for long', async () => {
    const { id, ...pair } = await house.newTrade();
    const other = await house.sql.reserve();
    await other`begin`;
    await other`select from crews_rates.trade where id = ${id} for update`;
    await expect(ask(pair)).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
    await other`rollback`;
    other.release();
    expect(await ask(pair)).toHaveLength(1);
  });
});
