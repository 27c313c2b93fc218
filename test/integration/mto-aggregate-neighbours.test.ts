import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { findServiceCrewNames } from '@consulting/kernel/contracts/crews-rates';
import { listWbsTree, wbsTreePageMax } from '@consulting/kernel/contracts/equipment-wbs';
import { type CrewSystem, commonCrewSystem, freshCode, unknownId } from '../support/crew-system';

let system: CrewSystem;

beforeAll(async () => {
  system = await commonCrewSystem();
});
afterAll(() => system.stop());

async function newItem(json: object) {
  const { status, body } = await system.askEquipment('POST', '/api/v1/wbs', { json });
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
}

describe('POST /api/v1/mto/aggregate with the owners of WBS and crews', () => {
  test('names crews and rolls lines up by the own items of the project before the universal ones', async () => {
    const { id: projectId } = await system.newProject();
    const { id: serviceId } = await system.newService(projectId);
    const code = freshCode('W-');
    await newItem({ scope: 'universal', wbsCode: code, name: 'Universal' });
    await newItem({ scope: 'universal', wbsCode: `${code}.1`, name: 'Pipe', parentCode: code });
    await newItem({ scope: 'project', projectId, wbsCode: code.toLowerCase(), name: 'Own' });
    const { crewCode } = await system.newServiceCrew(projectId, serviceId, {
      crewCode: freshCode('PF-'),
      name: 'Pipe fitters',
    });
    const lines = [{ wbsCode: `${code}.1`, crewCode: crewCode.toLowerCase() }, { wbsCode: code }, {}];
    for (const line of lines) await system.newLine(projectId, serviceId, { ...line, totalCostOverride: 10 });
    const groupBy = [{ wbsLevel: 1 }, { wbsLevel: 2 }, 'crewCode'];
    const measures = [{ field: 'totalCost', function: 'sum' }];
    const json = { projectId, groupBy, measures };
    const { body } = await system.askLines('POST', '/api/v1/mto/aggregate', { json });
    const own = { wbsLevel1: code.toLowerCase() };
    expect(body.data).toEqual([
      {
        group: { ...own, wbsLevel2: `${code}.1`, crewCode: crewCode.toLowerCase() },
        label: { wbsLevel1: 'Own', wbsLevel2: 'Pipe', crewCode: 'Pipe fitters' },
        values: { totalCost: 10 },
      },
      {
        group: { ...own, wbsLevel2: null, crewCode: null },
        label: { wbsLevel1: 'Own', wbsLevel2: null, crewCode: null },
        values: { totalCost: 10 },
      },
      {
        group: { wbsLevel1: null, wbsLevel2: null, crewCode: null },
        label: { wbsLevel1: null, wbsLevel2: null, crewCode: null },
        values: { totalCost: 10 },
      },
    ]);
  });
});

describe('the question for the WBS tree', () => {
  test('has every item of a project once, page by page, with the code of its parent', async () => {
    const { id: projectId } = await system.newProject();
    const count = wbsTreePageMax + 20;
    await system.sql`
      with root as (
        insert into equipment_wbs.wbs_item (id, scope, project_id, code, name, is_active, level, path, created_by, updated_by)
        values (gen_random_uuid(), 'project', ${projectId}, 'Root', 'Root', true, 1, 'Root', 'test', 'test') returning id)
      insert into equipment_wbs.wbs_item (id, scope, project_id, parent_id, code, name, is_active, level, path, created_by, updated_by)
      select gen_random_uuid(), 'project', ${projectId}, root.id, case when n % 2 = 0 then 'a-' else 'A-' end || n, 'Item', true, 2, 'Root/A', 'test', 'test'
      from root, generate_series(2, ${count}::int) n`;
    const first = await system.bus.ask(listWbsTree, { projectId, after: null });
    expect(first.items.length).toBe(wbsTreePageMax);
    const after = first.items.at(-1)?.wbsCode.toUpperCase() ?? null;
    const second = await system.bus.ask(listWbsTree, { projectId, after });
    const all = [...first.items, ...second.items];
    expect(new Set(all.map(({ wbsCode }) => wbsCode.toLowerCase())).size).toBe(count);
    expect(all.length).toBe(count);
    const parents = Map.groupBy(all, ({ parentCode }) => parentCode);
    expect([...parents.keys()].sort()).toEqual(['Root', null]);
    expect(parents.get(null)?.map(({ wbsCode }) => wbsCode)).toEqual(['Root']);
  });

  test('has no items of an unknown project, and none of what is no identifier', async () => {
    for (const projectId of [unknownId, 'x'])
      expect(await system.bus.ask(listWbsTree, { projectId, after: null })).toEqual({ items: [] });
  });
});

describe('the question for names of service crews', () => {
  test('has null where crews of several services have a code under different names, unless one service is asked for', async () => {
    const { id: projectId } = await system.newProject();
    const [first, second] = [await system.newService(projectId), await system.newService(projectId)];
    const crewCode = freshCode('RG-');
    await system.newServiceCrew(projectId, first.id, { crewCode, name: 'Riggers' });
    await system.newServiceCrew(projectId, second.id, { crewCode, name: 'Rigging crew' });
    const ask = async (serviceId: string | null, codes = [crewCode.toUpperCase(), 'NONE']) =>
      (await system.bus.ask(findServiceCrewNames, { projectId, serviceId, crewCodes: codes })).crews;
    expect(await ask(null)).toEqual([{ crewCode: crewCode.toLowerCase(), name: null }]);
    expect(await ask(second.id)).toEqual([{ crewCode: crewCode.toLowerCase(), name: 'Rigging crew' }]);
    expect(await ask(null, [])).toEqual([]);
    expect(await ask('x')).toEqual([]);
  });
});
