import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { tradeChanged } from '@consulting/kernel/contracts/crews-rates';
import { getTradeUsage } from '@consulting/kernel/contracts/equipment-wbs';
import { type EquipmentImports, startEquipmentImports } from '../support/equipment-imports';
import { freshCode, until } from '../support/project-system';

let system: EquipmentImports;

beforeAll(async () => {
  system = await startEquipmentImports();
});
afterAll(() => system.stop());

const read = async (code: string) => (await system.request('GET', `/api/v1/equipment/${code}`)).body;

/** A trade that no other test uses, known to crews-rates. */
function newTrade(...designations: string[]) {
  const tradeCode = freshCode('TR');
  for (const laborDesignation of designations)
    system.crews.trades.push({ tradeCode, laborDesignation, isActive: true });
  return tradeCode;
}

const operatedBy = (operatorTradeCode: string, operatorLaborDesignation?: string, more: object = {}) =>
  system.newEquipment({ operatorTradeCode, operatorLaborDesignation, ...more });

describe('getTradeUsage', () => {
  test('equipment by code that has one of the operators, ignoring case', async () => {
    const trade = newTrade('Journeyman', 'Helper', 'Foreman');
    const journeyman = await operatedBy(trade, 'Journeyman', { equipmentCode: freshCode('A-') });
    const helper = await operatedBy(trade.toLowerCase(), 'HELPER', { equipmentCode: freshCode('B-') });
    const any = await operatedBy(trade);
    await operatedBy(trade, 'Foreman');
    const usage = (laborDesignations: string[], includesUnspecified: boolean) =>
      system.bus.ask(getTradeUsage, { tradeCode: trade, laborDesignations, includesUnspecified });
    const named = ({ id, equipmentCode, name, operatorLaborDesignation }: Record<string, string>) => ({
      equipmentId: id ?? '',
      equipmentCode: equipmentCode ?? '',
      name: name ?? '',
      laborDesignation: operatorLaborDesignation ?? null,
    });
    expect(await usage(['journeyman', 'Helper'], false)).toEqual({
      count: 2,
      items: [named(journeyman), named(helper)],
    });
    expect(await usage([], true)).toEqual({ count: 1, items: [named(any)] });
    expect((await usage(['Helper'], true)).count).toBe(2);
    expect(await usage([], false)).toEqual({ count: 0, items: [] });
  });

  test('all are counted, 50 are named', async () => {
    const trade = newTrade('Journeyman');
    for (let made = 0; made < 51; made++) await operatedBy(trade);
    const asked = { tradeCode: trade, laborDesignations: [], includesUnspecified: true };
    const { count, items } = await system.bus.ask(getTradeUsage, asked);
    expect([count, items.length]).toEqual([51, 50]);
  });

  test('waits for writers that were told of the trade', async () => {
    const trade = newTrade('Journeyman');
    const asked = { tradeCode: trade, laborDesignations: [], includesUnspecified: true };
    let counting: Promise<{ count: number }> | undefined;
    await system.crews.during(
      async () => {
        counting = system.bus.ask(getTradeUsage, asked);
        await Bun.sleep(50);
      },
      () => operatedBy(trade),
    );
    expect((await counting)?.count).toBe(1);
  });
});

describe('tradeChanged', () => {
  /** What crews-rates tells of a change that it made just now. */
  const changeOf = (
    tradeCode: string,
    laborDesignation: string,
    to: object | null,
    isLastOfCode: boolean,
  ) => {
    system.crews.forget(tradeCode, laborDesignation);
    const changedAt = new Date().toISOString();
    return { from: { tradeCode, laborDesignation }, to, isLastOfCode, changedAt };
  };
  const report = (change: object) => system.bus.publish(tradeChanged.subject, change, crypto.randomUUID());
  const operatorOf = async (code: string) => {
    const { operatorTradeCode, operatorLaborDesignation, version } = await read(code);
    return [operatorTradeCode, operatorLaborDesignation, version];
  };
  const create = (tradeCode: string, laborDesignation: string) =>
    system.crews.trades.push({ tradeCode, laborDesignation, isActive: true });
  /** Events are handled in order: when this one is, those before it are. */
  const handled = async () => {
    const trade = newTrade('Journeyman');
    const { equipmentCode } = await operatedBy(trade);
    await report(changeOf(trade, 'Journeyman', null, true));
    await until(async () => (await read(equipmentCode)).operatorTradeCode === null);
  };

  test('a renamed trade changes the operators that name its designation', async () => {
    const trade = newTrade('Journeyman', 'Helper');
    const journeyman = await operatedBy(trade.toLowerCase(), 'JOURNEYMAN');
    const helper = await operatedBy(trade, 'Helper');
    const any = await operatedBy(trade);
    const to = { tradeCode: `${trade}X`, laborDesignation: 'Operator' };
    await report(changeOf(trade, 'Journeyman', to, false));
    await until(async () => (await read(journeyman.equipmentCode)).version === 2);
    expect(await operatorOf(journeyman.equipmentCode)).toEqual([`${trade}X`, 'Operator', 2]);
    expect(await operatorOf(helper.equipmentCode)).toEqual([trade, 'Helper', 1]);
    expect(await operatorOf(any.equipmentCode)).toEqual([trade, null, 1]);
    expect((await read(journeyman.equipmentCode)).updatedBy).toBe('crews-rates');
  });

  test('the last designation that is renamed takes those along that name the code alone', async () => {
    const trade = newTrade('Journeyman');
    const any = await operatedBy(trade);
    const to = { tradeCode: `${trade}X`, laborDesignation: 'Journeyman' };
    await report(changeOf(trade, 'Journeyman', to, true));
    await until(async () => (await read(any.equipmentCode)).version === 2);
    expect(await operatorOf(any.equipmentCode)).toEqual([`${trade}X`, null, 2]);
  });

  test('a deleted trade is no operator any more', async () => {
    const trade = newTrade('Journeyman');
    const [named, any] = [await operatedBy(trade, 'Journeyman'), await operatedBy(trade)];
    await report(changeOf(trade, 'Journeyman', null, true));
    await until(async () => (await read(any.equipmentCode)).version === 2);
    expect(await operatorOf(named.equipmentCode)).toEqual([null, null, 2]);
    expect(await operatorOf(any.equipmentCode)).toEqual([null, null, 2]);
  });

  test('an operator that is being set while its trade goes is cleared afterwards', async () => {
    const trade = newTrade('Journeyman');
    system.crews.afterFinding = async () => {
      await report(changeOf(trade, 'Journeyman', null, true));
      await Bun.sleep(100);
    };
    const equipment = await operatedBy(trade, 'Journeyman');
    expect(equipment.operatorTradeCode).toBe(trade);
    await until(async () => (await read(equipment.equipmentCode)).operatorTradeCode === null);
  });

  test('operators written for a trade that was created again stay, those of the deleted one go', async () => {
    const trade = newTrade('Journeyman');
    const old = [await operatedBy(trade, 'Journeyman'), await operatedBy(trade)];
    const deleted = changeOf(trade, 'Journeyman', null, true);
    create(trade, 'Journeyman');
    const [named, any] = [await operatedBy(trade, 'Journeyman'), await operatedBy(trade)];
    await report(deleted);
    await handled();
    for (const { equipmentCode } of old) expect(await operatorOf(equipmentCode)).toEqual([null, null, 2]);
    expect(await operatorOf(named.equipmentCode)).toEqual([trade, 'Journeyman', 1]);
    expect(await operatorOf(any.equipmentCode)).toEqual([trade, null, 1]);
  });

  test('operators written for a trade that was created again stay, those of the renamed one follow', async () => {
    const trade = newTrade('Journeyman');
    const old = await operatedBy(trade, 'Journeyman');
    const to = { tradeCode: `${trade}X`, laborDesignation: 'Operator' };
    const renamed = changeOf(trade, 'Journeyman', to, true);
    create(trade, 'Journeyman');
    const named = await operatedBy(trade, 'Journeyman');
    await report(renamed);
    await handled();
    expect(await operatorOf(old.equipmentCode)).toEqual([`${trade}X`, 'Operator', 2]);
    expect(await operatorOf(named.equipmentCode)).toEqual([trade, 'Journeyman', 1]);
  });

  test('operators of equipment that was edited after the trade was renamed and created again follow', async () => {
    const trade = newTrade('Journeyman');
    const equipment = [await operatedBy(trade, 'Journeyman'), await operatedBy(trade)];
    const to = { tradeCode: `${trade}X`, laborDesignation: 'Operator' };
    const renamed = changeOf(trade, 'Journeyman', to, true);
    create(trade, 'Journeyman');
    for (const { equipmentCode, operatorTradeCode, operatorLaborDesignation } of equipment) {
      const json = { name: 'Edited', operatorTradeCode, operatorLaborDesignation };
      await system.request('PUT', `/api/v1/equipment/${equipmentCode}`, { json });
    }
    await report(renamed);
    await handled();
    const operators = await Promise.all(equipment.map(({ equipmentCode }) => operatorOf(equipmentCode)));
    expect(operators).toEqual([
      [`${trade}X`, 'Operator', 3],
      [`${trade}X`, null, 3],
    ]);
  });

  test('operators that an import gave after the change stay, those that it left as they were follow', async () => {
    const trade = newTrade('Journeyman');
    const [old, other] = [await operatedBy(trade, 'Journeyman'), await system.newEquipment()];
    const to = { tradeCode: `${trade}X`, laborDesignation: 'Operator' };
    const renamed = changeOf(trade, 'Journeyman', to, true);
    create(trade, 'Journeyman');
    const rows = [old, other].map(({ equipmentCode }) => [equipmentCode, 'Edited', trade, 'Journeyman']);
    const header = ['equipmentCode', 'name', 'operatorTradeCode', 'operatorLaborDesignation'];
    const { result } = await system.importRows([header, ...rows], { updateExisting: 'true' });
    expect(result?.updated).toBe(2);
    await report(renamed);
    await handled();
    expect(await operatorOf(old.equipmentCode)).toEqual([`${trade}X`, 'Operator', 3]);
    expect(await operatorOf(other.equipmentCode)).toEqual([trade, 'Journeyman', 2]);
  });

  test('operators follow a trade that is renamed twice, though its second name was given anew before they did', async () => {
    const trade = newTrade('Journeyman');
    const { equipmentCode } = await operatedBy(trade, 'Journeyman');
    const named = (tradeCode: string) => ({ tradeCode, laborDesignation: 'Journeyman' });
    const first = changeOf(trade, 'Journeyman', named(`${trade}X`), true);
    await Bun.sleep(2);
    const second = changeOf(`${trade}X`, 'Journeyman', named(`${trade}Y`), true);
    create(`${trade}X`, 'Journeyman');
    await report(first);
    await report(second);
    await handled();
    expect(await operatorOf(equipmentCode)).toEqual([`${trade}Y`, 'Journeyman', 3]);
  });

  test('another designation of the code saves only operators that name the code alone', async () => {
    const trade = newTrade('Journeyman');
    const deleted = changeOf(trade, 'Journeyman', null, true);
    create(trade, 'Journeyman');
    const [named, any] = [await operatedBy(trade, 'Journeyman'), await operatedBy(trade)];
    system.crews.forget(trade);
    create(trade, 'Helper');
    await report(deleted);
    await until(async () => (await read(named.equipmentCode)).operatorTradeCode === null);
    expect(await operatorOf(any.equipmentCode)).toEqual([trade, null, 1]);
  });

  test('an operator written for a trade that is created again after the answer stays', async () => {
    const trade = newTrade('Journeyman');
    const old = await operatedBy(trade, 'Journeyman');
    const { equipmentCode } = await system.newEquipment();
    const deleted = changeOf(trade, 'Journeyman', null, true);
    const operator = { operatorTradeCode: trade, operatorLaborDesignation: 'Journeyman' };
    system.crews.afterFinding = async () => {
      create(trade, 'Journeyman');
      await system.request('PUT', `/api/v1/equipment/${equipmentCode}`, { json: operator });
    };
    await report(deleted);
    await until(async () => (await read(old.equipmentCode)).operatorTradeCode === null);
    expect(await operatorOf(equipmentCode)).toEqual([trade, 'Journeyman', 2]);
  });

  test('waits for crews-rates, without which nobody knows whether the trade exists again', async () => {
    const trade = newTrade('Journeyman');
    const { equipmentCode } = await operatedBy(trade, 'Journeyman');
    await system.crews.without(async () => {
      await report(changeOf(trade, 'Journeyman', null, true));
      await Bun.sleep(200);
      expect(await operatorOf(equipmentCode)).toEqual([trade, 'Journeyman', 1]);
    });
    await until(async () => (await read(equipmentCode)).operatorTradeCode === null);
  });
});
