import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { findEquipment } from '@consulting/kernel/contracts/equipment-wbs';
import { DomainError } from '@consulting/kernel/schema';
import { type EquipmentSystem, startEquipmentSystem } from '../support/equipment-system';
import { unknownId, until } from '../support/project-system';

let system: EquipmentSystem;

beforeAll(async () => {
  system = await startEquipmentSystem();
});
afterAll(() => system.stop());

const tagsOf = async (projectId: string) =>
  system.sql`select id from equipment_wbs.equipment_tag where project_id = ${projectId}`;

const codeOf = (asking: Promise<unknown>) =>
  asking.then(
    () => 'answered',
    (error) => (error instanceof DomainError ? error.code : String(error)),
  );

describe('findEquipment', () => {
  test('catalogue terms of the known codes, ignoring case, inactive ones too', async () => {
    const crane = await system.newEquipment({
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
    const { equipment } = await system.bus.ask(findEquipment, asked);
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
    expect(await system.bus.ask(findEquipment, { ...asked, codes: [] })).toEqual({ equipment: [] });
  });

  test('the default tag of the project; of other active ones the first by number; none of other projects', async () => {
    const project = await system.newProject({ currency: 'CAD' });
    const { equipmentCode: code } = await system.newEquipment();
    const tagIn = async (projectId: string) => {
      const { equipment } = await system.bus.ask(findEquipment, { codes: [code], projectId });
      return equipment[0]?.tag;
    };
    expect(await tagIn(project.id)).toBeNull();
    const first = await system.newTag(project.id, code, { tagNumber: 'C', monthlyRate: 14400 });
    await system.newTag(project.id, code, { tagNumber: 'B' });
    await system.newTag(project.id, code, { tagNumber: 'A', isActive: false });
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
    await system.request('PUT', `/api/v1/equipment-tags/${first.id}`, { json: { isActive: false } });
    expect(await tagIn(project.id)).toMatchObject({ tagNumber: 'B', isDefault: false });
    expect(await tagIn(unknownId)).toBeNull();
    expect(await tagIn('nonsense')).toBeNull();
  });

  test('no answer on equipment that is being deleted, until it is or stays', async () => {
    const { equipmentCode: deleted } = await system.newEquipment();
    const { equipmentCode: other } = await system.newEquipment();
    const ask = (code: string) => system.bus.ask(findEquipment, { codes: [code], projectId: null });
    const seen: string[] = [];
    const { status } = await system.crews.during(
      async () => seen.push(await codeOf(ask(deleted)), await codeOf(ask(other))),
      () => system.request('DELETE', `/api/v1/equipment/${deleted}`),
    );
    expect([status, ...seen]).toEqual([204, 'DEPENDENCY_UNAVAILABLE', 'answered']);
    expect(await ask(deleted)).toEqual({ equipment: [] });
  });

  test('equipment that is being deleted gets no tag', async () => {
    const project = await system.newProject();
    const { equipmentCode } = await system.newEquipment();
    let creating: Promise<{ status: number; body: { resource: string } }> | undefined;
    const json = { projectId: project.id, equipmentCode };
    const { status } = await system.crews.during(
      async () => {
        creating = system.request('POST', '/api/v1/equipment-tags', { json });
        await Bun.sleep(50);
      },
      () => system.request('DELETE', `/api/v1/equipment/${equipmentCode}`),
    );
    const created = await creating;
    expect([status, created?.status, created?.body.resource]).toEqual([204, 404, 'equipment']);
  });
});

describe('projectDeleted', () => {
  test('the tags of the project go, those of others stay', async () => {
    const [gone, other] = [await system.newProject({ status: 'cancelled' }), await system.newProject()];
    const { equipmentCode } = await system.newEquipment();
    for (const project of [gone, gone, other]) await system.newTag(project.id, equipmentCode);
    expect((await system.deleteProject(gone)).status).toBe(204);
    await until(async () => (await tagsOf(gone.id)).length === 0);
    expect(await tagsOf(other.id)).toHaveLength(1);
    const json = { projectId: gone.id, equipmentCode };
    expect((await system.request('POST', '/api/v1/equipment-tags', { json })).status).toBe(404);
  });

  test('tags that are being created meanwhile go too', async () => {
    const project = await system.newProject({ status: 'cancelled' });
    const { equipmentCode } = await system.newEquipment();
    const json = { projectId: project.id, equipmentCode };
    const create = () => system.request('POST', '/api/v1/equipment-tags', { json });
    const early = [create(), create(), create()];
    const deleting = system.deleteProject(project);
    const late = [create(), create(), create()];
    expect((await deleting).status).toBe(204);
    for (const { status } of await Promise.all([...early, ...late])) expect([201, 404]).toContain(status);
    await until(async () => (await tagsOf(project.id)).length === 0);
  });
});
