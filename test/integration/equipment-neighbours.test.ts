import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { tradeChanged } from '@consulting/shared/contracts/crews-rates';
import { findEquipment, getTradeUsage } from '@consulting/shared/contracts/equipment-wbs';
import { DomainError } from '@consulting/shared/errors';
import { type EquipmentHouse, startEquipmentHouse } from '../support/equipment-house';
import { freshCode, unknownId, until } from '../support/project-house';

let house: EquipmentHouse;

beforeAll(async () => {
  house = await startEquipmentHouse();
});
afterAll(() => house.stop());

const read = async (code: string) => (await house.request('GET', `/api/v1/equipment/${code}`)).body;
const tagsOf = async (projectId: string) =>
  house.sql`select id from equipment_wbs.equipment_tag where project_id = ${projectId}`;

const codeOf = (asking: Promise<unknown>) =>
  asking.then(
    () => 'answered',
    (error) => (error instanceof DomainError ? error.code : String(error)),
  );

/** A trade that no other test uses, known to crews-rates. */
function newTrade(...designations: string[]) {
  const tradeCode = freshCode('TR');
  for (const laborDesignation of designations)
    house.crews.trades.push({ tradeCode, laborDesignation, isActive: true });
  return tradeCode;
}

const operatedBy = (operatorTradeCode: string, operatorLaborDesignation?: string, more: object = {}) =>
  house.newEquipment({ operatorTradeCode, operatorLaborDesignation, ...more });

describe('findEquipment', () => {
  test('catalogue terms of the known codes, ignoring case, inactive ones too', async () => {
    const crane = await house.newEquipment({
      category: 'crane',
      currency: 'CAD',
      dailyRate: 860.123456,
      fuelType: 'diesel',
      fuelConsumptionPerHour: 11,
      operatorRequired: true,
      mobilizationCost: 3700,
      isActive: false,
    });
    const asked = { codes: [crane.equipmentCode.toLowerCase(), 'nothing'], projectId: null };
    const { equipment } = await house.bus.ask(findEquipment, asked);
    expect(equipment).toEqual([
      {
        equipmentCode: crane.equipmentCode,
        name: 'Crane',
        category: 'crane',
        isActive: false,
        currency: 'CAD',
        hourlyRate: null,
        dailyRate: 860.123456,
        weeklyRate: null,
        monthlyRate: null,
        rentalHoursPerDay: 8,
        rentalHoursPerWeek: 40,
        rentalHoursPerMonth: 176,
        fuelType: 'diesel',
        fuelConsumptionPerHour: 11,
        operatingCostPerHour: null,
        standbyPercent: 50,
        operatorRequired: true,
        operatorIncluded: false,
        operatorTradeCode: null,
        operatorLaborDesignation: null,
        mobilizationCost: 3700,
        demobilizationCost: null,
        tag: null,
      },
    ]);
    expect(await house.bus.ask(findEquipment, { ...asked, codes: [] })).toEqual({ equipment: [] });
  });

  test('the default tag of the project; of other active ones the first by number; none of other projects', async () => {
    const project = await house.newProject({ currency: 'CAD' });
    const { equipmentCode: code } = await house.newEquipment();
    const tagIn = async (projectId: string) => {
      const { equipment } = await house.bus.ask(findEquipment, { codes: [code], projectId });
      return equipment[0]?.tag;
    };
    expect(await tagIn(project.id)).toBeNull();
    const first = await house.newTag(project.id, code, { tagNumber: 'C', monthlyRate: 14400 });
    await house.newTag(project.id, code, { tagNumber: 'B' });
    await house.newTag(project.id, code, { tagNumber: 'A', isActive: false });
    expect(await tagIn(project.id)).toEqual({
      equipmentCode: code,
      tagId: first.id,
      tagNumber: 'C',
      isDefault: true,
      isActive: true,
      currency: 'CAD',
      hourlyRate: null,
      dailyRate: null,
      weeklyRate: null,
      monthlyRate: 14400,
      rentalHoursPerDay: null,
      rentalHoursPerWeek: null,
      rentalHoursPerMonth: null,
      fuelConsumptionPerHour: null,
      operatingCostPerHour: null,
      standbyPercent: null,
      mobilizationCost: null,
      demobilizationCost: null,
    });
    await house.request('PUT', `/api/v1/equipment-tags/${first.id}`, { json: { isActive: false } });
    expect(await tagIn(project.id)).toMatchObject({ tagNumber: 'B', isDefault: false });
    expect(await tagIn(unknownId)).toBeNull();
    expect(await tagIn('nonsense')).toBeNull();
  });

  test('no answer on equipment that is being deleted, until it is or stays', async () => {
    const { equipmentCode: deleted } = await house.newEquipment();
    const { equipmentCode: other } = await house.newEquipment();
    const ask = (code: string) => house.bus.ask(findEquipment, { codes: [code], projectId: null });
    const seen: string[] = [];
    const { status } = await house.crews.during(
      async () => seen.push(await codeOf(ask(deleted)), await codeOf(ask(other))),
      () => house.request('DELETE', `/api/v1/equipment/${deleted}`),
    );
    expect([status, ...seen]).toEqual([204, 'DEPENDENCY_UNAVAILABLE', 'answered']);
    expect(await ask(deleted)).toEqual({ equipment: [] });
  });

  test('equipment that is being deleted gets no tag', async () => {
    const project = await house.newProject();
    const { equipmentCode } = await house.newEquipment();
    let creating: Promise<{ status: number; body: { resource: string } }> | undefined;
    const json = { projectId: project.id, equipmentCode };
    const { status } = await house.crews.during(
      async () => {
        creating = house.request('POST', '/api/v1/equipment-tags', { json });
        await Bun.sleep(50);
      },
      () => house.request('DELETE', `/api/v1/equipment/${equipmentCode}`),
    );
    const created = await creating;
    expect([status, created?.status, created?.body.resource]).toEqual([204, 404, 'equipment']);
  });
});

describe('getTradeUsage', () => {
  test('equipment by code that has one of the operators, ignoring case', async () => {
    const trade = newTrade('Journeyman', 'Helper', 'Foreman');
    const journeyman = await operatedBy(trade, 'Journeyman', { equipmentCode: freshCode('A-') });
    const helper = await operatedBy(trade.toLowerCase(), 'HELPER', { equipmentCode: freshCode('B-') });
    const any = await operatedBy(trade);
    await operatedBy(trade, 'Foreman');
    const usage = (laborDesignations: string[], includesUnspecified: boolean) =>
      house.bus.ask(getTradeUsage, { tradeCode: trade, laborDesignations, includesUnspecified });
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
    const { count, items } = await house.bus.ask(getTradeUsage, asked);
    expect([count, items.length]).toEqual([51, 50]);
  });

  test('waits for writers that were told of the trade', async () => {
    const trade = newTrade('Journeyman');
    const asked = { tradeCode: trade, laborDesignations: [], includesUnspecified: true };
    let counting: Promise<{ count: number }> | undefined;
    await house.crews.during(
      async () => {
        counting = house.bus.ask(getTradeUsage, asked);
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
    house.crews.forget(tradeCode, laborDesignation);
    const changedAt = new Date().toISOString();
    return { from: { tradeCode, laborDesignation }, to, isLastOfCode, changedAt };
  };
  const tell = (change: object) => house.bus.publish(tradeChanged.subject, change, crypto.randomUUID());
  const operatorOf = async (code: string) => {
    const { operatorTradeCode, operatorLaborDesignation, version } = await read(code);
    return [operatorTradeCode, operatorLaborDesignation, version];
  };
  const create = (tradeCode: string, laborDesignation: string) =>
    house.crews.trades.push({ tradeCode, laborDesignation, isActive: true });
  /** Events are handled in order: when this one is, those before it are. */
  const handled = async () => {
    const trade = newTrade('Journeyman');
    const { equipmentCode } = await operatedBy(trade);
    await tell(changeOf(trade, 'Journeyman', null, true));
    await until(async () => (await read(equipmentCode)).operatorTradeCode === null);
  };

  test('a renamed trade changes the operators that name its designation', async () => {
    const trade = newTrade('Journeyman', 'Helper');
    const journeyman = await operatedBy(trade.toLowerCase(), 'JOURNEYMAN');
    const helper = await operatedBy(trade, 'Helper');
    const any = await operatedBy(trade);
    const to = { tradeCode: `${trade}X`, laborDesignation: 'Operator' };
    await tell(changeOf(trade, 'Journeyman', to, false));
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
    await tell(changeOf(trade, 'Journeyman', to, true));
    await until(async () => (await read(any.equipmentCode)).version === 2);
    expect(await operatorOf(any.equipmentCode)).toEqual([`${trade}X`, null, 2]);
  });

  test('a deleted trade is no operator any more', async () => {
    const trade = newTrade('Journeyman');
    const [named, any] = [await operatedBy(trade, 'Journeyman'), await operatedBy(trade)];
    await tell(changeOf(trade, 'Journeyman', null, true));
    await until(async () => (await read(any.equipmentCode)).version === 2);
    expect(await operatorOf(named.equipmentCode)).toEqual([null, null, 2]);
    expect(await operatorOf(any.equipmentCode)).toEqual([null, null, 2]);
  });

  test('an operator that is being set while its trade goes is cleared afterwards', async () => {
    const trade = newTrade('Journeyman');
    house.crews.afterFinding = async () => {
      await tell(changeOf(trade, 'Journeyman', null, true));
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
    await tell(deleted);
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
    await tell(renamed);
    await handled();
    expect(await operatorOf(old.equipmentCode)).toEqual([`${trade}X`, 'Operator', 2]);
    expect(await operatorOf(named.equipmentCode)).toEqual([trade, 'Journeyman', 1]);
  });

  test('another designation of the code saves only operators that name the code alone', async () => {
    const trade = newTrade('Journeyman');
    const deleted = changeOf(trade, 'Journeyman', null, true);
    create(trade, 'Journeyman');
    const [named, any] = [await operatedBy(trade, 'Journeyman'), await operatedBy(trade)];
    house.crews.forget(trade);
    create(trade, 'Helper');
    await tell(deleted);
    await until(async () => (await read(named.equipmentCode)).operatorTradeCode === null);
    expect(await operatorOf(any.equipmentCode)).toEqual([trade, null, 1]);
  });

  test('an operator written for a trade that is created again after the answer stays', async () => {
    const trade = newTrade('Journeyman');
    const old = await operatedBy(trade, 'Journeyman');
    const { equipmentCode } = await house.newEquipment();
    const deleted = changeOf(trade, 'Journeyman', null, true);
    const operator = { operatorTradeCode: trade, operatorLaborDesignation: 'Journeyman' };
    house.crews.afterFinding = async () => {
      create(trade, 'Journeyman');
      await house.request('PUT', `/api/v1/equipment/${equipmentCode}`, { json: operator });
    };
    await tell(deleted);
    await until(async () => (await read(old.equipmentCode)).operatorTradeCode === null);
    expect(await operatorOf(equipmentCode)).toEqual([trade, 'Journeyman', 2]);
  });

  test('waits for crews-rates, without which nobody knows whether the trade exists again', async () => {
    const trade = newTrade('Journeyman');
    const { equipmentCode } = await operatedBy(trade, 'Journeyman');
    await house.crews.without(async () => {
      await tell(changeOf(trade, 'Journeyman', null, true));
      await Bun.sleep(200);
      expect(await operatorOf(equipmentCode)).toEqual([trade, 'Journeyman', 1]);
    });
    await until(async () => (await read(equipmentCode)).operatorTradeCode === null);
  });
});

describe('projectDeleted', () => {
  test('the tags of the project go, those of others stay', async () => {
    const [gone, other] = [await house.newProject({ status: 'cancelled' }), await house.newProject()];
    const { equipmentCode } = await house.newEquipment();
    for (const project of [gone, gone, other]) await house.newTag(project.id, equipmentCode);
    expect((await house.deleteProject(gone)).status).toBe(204);
    await until(async () => (await tagsOf(gone.id)).length === 0);
    expect(await tagsOf(other.id)).toHaveLength(1);
    const json = { projectId: gone.id, equipmentCode };
    expect((await house.request('POST', '/api/v1/equipment-tags', { json })).status).toBe(404);
  });

  test('tags that are being created meanwhile go too', async () => {
    const project = await house.newProject({ status: 'cancelled' });
    const { equipmentCode } = await house.newEquipment();
    const json = { projectId: project.id, equipmentCode };
    const create = () => house.request('POST', '/api/v1/equipment-tags', { json });
    const early = [create(), create(), create()];
    const deleting = house.deleteProject(project);
    const late = [create(), create(), create()];
    expect((await deleting).status).toBe(204);
    for (const { status } of await Promise.all([...early, ...late])) expect([201, 404]).toContain(status);
    await until(async () => (await tagsOf(project.id)).length === 0);
  });
});
