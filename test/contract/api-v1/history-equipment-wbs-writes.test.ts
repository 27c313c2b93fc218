import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CrewSystem, commonCrewSystem, freshCode } from '../../support/crew-system';
import { documentedWrites, leftBy, operationsOf, type Write } from '../../support/reported-history';
import { fileForm } from '../../support/trade-system';

let system: CrewSystem;
let target: Parameters<typeof leftBy>[0];

beforeAll(async () => {
  system = await commonCrewSystem();
  target = { request: system.askEquipment, sql: system.sql };
});
afterAll(() => system.stop());

const code = () => freshCode('H-');
const json = (values: object) => ({ json: values });
const one = (type: string, kind: string): Write['leaves'] => [[type, kind]];
const formOf = (rows: string[], parts: Record<string, string> = {}) => ({
  form: fileForm(rows.join('\n'), 'list.csv', parts),
});

const equipmentRows = () => ['equipmentCode,name,currency,monthlyRate', `${code()},Crane,CAD,900`];
const itemRows = (wbsCode = code()) => ['wbsCode,name', `${wbsCode},Piping`, `${wbsCode}.1,Below`];

async function newItem(more: object = {}) {
  const item = { scope: 'universal', wbsCode: code(), name: 'Piping', ...more };
  const { status, body } = await system.askEquipment('POST', '/api/v1/wbs', json(item));
  if (status !== 201) throw new Error(`The item was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** A default tag and another one of the same equipment. */
async function twoTags() {
  const project = await system.newProject();
  const { equipmentCode } = await system.newEquipment();
  const first = await system.newTag(project.id, equipmentCode);
  const other = await system.newTag(project.id, equipmentCode);
  return { projectId: project.id as string, equipmentCode: equipmentCode as string, first, other };
}

const imports = (path: string, type: string, rows: () => string[]): Write[] =>
  ['import', 'import/async'].map((way) => ({
    endpoint: `POST ${path}/${way}`,
    leaves: one(type, 'import'),
    arrange: async () => ({ path: `${path}/${way}`, ...formOf(rows()) }),
  }));

const equipmentWrites: Write[] = [
  {
    endpoint: 'POST /api/v1/equipment',
    leaves: one('equipment', 'create'),
    arrange: async () => ({
      path: '/api/v1/equipment',
      ...json({ equipmentCode: code(), name: 'Crane', currency: 'CAD' }),
    }),
  },
  {
    endpoint: 'PUT /api/v1/equipment/{equipmentCode}',
    leaves: one('equipment', 'update'),
    arrange: async () => ({
      path: `/api/v1/equipment/${(await system.newEquipment()).equipmentCode}`,
      ...json({ monthlyRate: 2000 }),
    }),
  },
  {
    endpoint: 'DELETE /api/v1/equipment/{equipmentCode}',
    leaves: one('equipment', 'delete'),
    arrange: async () => ({ path: `/api/v1/equipment/${(await system.newEquipment()).equipmentCode}` }),
  },
  ...imports('/api/v1/equipment', 'equipment', equipmentRows),
];

const tagWrites: Write[] = [
  {
    endpoint: 'POST /api/v1/equipment-tags',
    leaves: one('equipment-tags', 'create'),
    arrange: async () => {
      const { projectId, equipmentCode } = await twoTags();
      return { path: '/api/v1/equipment-tags', ...json({ projectId, equipmentCode, isDefault: true }) };
    },
  },
  {
    endpoint: 'PUT /api/v1/equipment-tags/{tagId}',
    leaves: one('equipment-tags', 'update'),
    arrange: async () => {
      const { other } = await twoTags();
      return { path: `/api/v1/equipment-tags/${other.id}`, ...json({ isDefault: true }) };
    },
  },
  {
    endpoint: 'DELETE /api/v1/equipment-tags/{tagId}',
    leaves: one('equipment-tags', 'delete'),
    arrange: async () => ({ path: `/api/v1/equipment-tags/${(await twoTags()).first.id}` }),
  },
];

const itemWrites: Write[] = [
  {
    endpoint: 'POST /api/v1/wbs',
    leaves: one('wbs', 'create'),
    arrange: async () => ({
      path: '/api/v1/wbs',
      ...json({ scope: 'universal', wbsCode: code(), name: 'Piping' }),
    }),
  },
  {
    endpoint: 'PUT /api/v1/wbs/{wbsId}',
    leaves: one('wbs', 'update'),
    arrange: async () => {
      const [item, parent] = [await newItem(), await newItem()];
      await newItem({ parentId: item.id });
      return { path: `/api/v1/wbs/${item.id}`, ...json({ parentId: parent.id }) };
    },
  },
  {
    endpoint: 'DELETE /api/v1/wbs/{wbsId}',
    leaves: one('wbs', 'delete'),
    arrange: async () => ({ path: `/api/v1/wbs/${(await newItem()).id}` }),
  },
  ...imports('/api/v1/wbs', 'wbs', itemRows),
];

const writes = [...equipmentWrites, ...tagWrites, ...itemWrites];

describe('writes of equipment-wbs', () => {
  test('are all known here', async () => {
    const known = writes.map(({ endpoint }) => endpoint);
    expect(known.sort()).toEqual((await documentedWrites(system.askEquipment)).sort());
  });

  test.each(writes)('$endpoint leaves one operation of its type', async (write) => {
    const { left, taskId } = await leftBy(target, 'equipment_wbs', write);
    expect(left.map(({ type, kind }) => [type, kind])).toEqual(write.leaves);
    expect(left).toMatchObject([{ by: 'tester', causedBy: null, taskId }]);
  });

  test('that are refused, tried or change nothing leave none', async () => {
    const { equipmentCode, name } = await system.newEquipment();
    const { projectId, first } = await twoTags();
    const [above, below] = [await newItem(), code()];
    await newItem({ wbsCode: below, parentId: above.id });
    const headers = { 'x-request-id': crypto.randomUUID() };
    const tried = { dryRun: 'true' };
    const tag = { projectId, equipmentCode, tagNumber: first.tagNumber, isDefault: true };
    const sent = [
      ['POST', '/api/v1/equipment', json({ equipmentCode, name, currency: 'CAD' }), 409],
      ['POST', '/api/v1/equipment', json({}), 422],
      ['PUT', `/api/v1/equipment/${equipmentCode}`, json({ name }), 200],
      ['DELETE', `/api/v1/equipment/${first.equipmentCode}`, {}, 409],
      ['POST', '/api/v1/equipment/import', formOf(equipmentRows(), tried), 200],
      ['POST', '/api/v1/equipment-tags', json(tag), 409],
      ['PUT', `/api/v1/equipment-tags/${first.id}`, json({ quantity: -1 }), 422],
      ['DELETE', `/api/v1/wbs/${above.id}`, {}, 409],
      ['PUT', `/api/v1/wbs/${above.id}`, json({ name: above.name }), 200],
      ['POST', '/api/v1/wbs', json({ scope: 'universal', wbsCode: below, name: 'Again' }), 409],
      ['POST', '/api/v1/wbs/import', formOf(itemRows(), tried), 200],
    ] as const;
    for (const [method, path, body, wanted] of sent) {
      const { status } = await system.askEquipment(method, path, { ...body, headers });
      expect([method, path, status]).toEqual([method, path, wanted]);
    }
    const left = await operationsOf(system.sql, 'equipment_wbs', headers['x-request-id']);
    expect([...left]).toEqual([]);
  });
});
