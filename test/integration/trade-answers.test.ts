import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { findTrades } from '@consulting/kernel/contracts/crews-rates';
import { commonTradeSystem, type TradeSystem } from '../support/trade-system';

let system: TradeSystem;

beforeAll(async () => {
  system = await commonTradeSystem();
});
afterAll(() => system.stop());

const ask = async (...trades: { tradeCode: string; laborDesignation: string | null }[]) =>
  (await system.bus.ask(findTrades, { trades })).trades;

describe('crews-rates answers which trades exist', () => {
  test('by code and designation, case ignored', async () => {
    const { tradeCode } = await system.newTrade({ isActive: false });
    await system.newTrade({ tradeCode, laborDesignation: 'Helper' });
    const pair = { tradeCode: tradeCode.toLowerCase(), laborDesignation: 'JOURNEYMAN' };
    const journeyman = { tradeCode, laborDesignation: 'Journeyman', isActive: false };
    expect(await ask(pair, { ...pair, laborDesignation: 'Diver' })).toEqual([journeyman]);
    expect(await ask({ tradeCode: 'none', laborDesignation: null })).toEqual([]);
    expect(await ask()).toEqual([]);
  });

  test('by code alone: every designation', async () => {
    const { tradeCode } = await system.newTrade();
    await system.newTrade({ tradeCode, laborDesignation: 'Helper' });
    const found = await ask({ tradeCode, laborDesignation: null });
    expect(found.map(({ laborDesignation }) => laborDesignation).sort()).toEqual(['Helper', 'Journeyman']);
  });

  test('and waits for who is deleting one', async () => {
    const { id, ...pair } = await system.newTrade();
    const found = await system.amid(
      (tx) => tx`delete from crews_rates.trade where id = ${id}`,
      () => ask(pair),
    );
    expect(found).toEqual([]);
  });

  test('and does not know while someone is deleting one for long', async () => {
    const { id, ...pair } = await system.newTrade();
    const other = await system.sql.reserve();
    await other`begin`;
    await other`select from crews_rates.trade where id = ${id} for update`;
    await expect(ask(pair)).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
    await other`rollback`;
    other.release();
    expect(await ask(pair)).toHaveLength(1);
  });
});
