import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CrewSystem, commonCrewSystem } from '../../support/crew-system';

let system: CrewSystem;
let projectId: string;
let serviceId: string;
let versions: string;

beforeAll(async () => {
  system = await commonCrewSystem();
  ({ projectId } = await system.newProject());
  ({ serviceId } = await system.newService(projectId));
  versions = `/v1/projects/${projectId}/services/${serviceId}/estimations`;
  const piping = { discipline: 'piping', unitOfMeasure: 'ea', quantity: 1 };
  await system.newLine(projectId, serviceId, { ...piping, materialUnitPrice: 100 });
});

afterAll(() => system.stop());

const office = { code: 'OFFICE', name: 'Site office', kind: 'quantity', unit: 'month', unitPrice: 8500 };
const pipes = { filters: { conditions: [{ field: 'discipline', operator: 'equals', value: 'piping' }] } };
const direct = { code: 'PIPE', name: 'Pipes', kind: 'direct', basis: pipes };
const fee = { code: 'FEE', name: 'Fee', kind: 'percent', value: 10, basis: { items: ['PIPE'] } };
const permit = { code: 'PERMIT', name: 'Permit', kind: 'lump-sum', value: 12 };

async function versionWith(items: object[], status: 'draft' | 'in-review'): Promise<string> {
  const { body } = await system.askProjects('POST', versions, { json: {} });
  const put = (path: string, json: object) =>
    system.askProjects('PUT', `${versions}/${body.id}${path}`, { json });
  expect((await put('/sheet', { items })).status).toBe(200);
  if (status !== 'draft') expect((await put('', { status })).status).toBe(200);
  return body.id;
}

const compared = async (query: string) => {
  const path = `/api/v1/mto/project/${projectId}/compare?${query}`;
  const { status, body } = await system.askLines('GET', path);
  expect(status).toBe(200);
  return body;
};

describe('GET /api/v1/mto/project/{projectId}/compare', () => {
  test('200 items of the estimate sheets: added, removed and changed with their amounts', async () => {
    const from = await versionWith([direct, fee, permit, { ...office, quantity: 12 }], 'in-review');
    const after = [
      { ...fee, value: 12 },
      { ...direct, code: 'pipe' },
      { ...office, name: 'Office', quantity: 14 },
    ];
    const to = await versionWith([...after, { ...permit, code: 'LAND', name: 'Land' }], 'in-review');
    const { sheet } = await compared(`from=${from}&to=${to}`);
    expect(sheet.added).toEqual([{ code: 'LAND', name: 'Land', kind: 'lump-sum', amount: 12 }]);
    expect(sheet.removed).toEqual([{ code: 'PERMIT', name: 'Permit', kind: 'lump-sum', amount: 12 }]);
    expect(sheet.changed).toEqual([
      {
        ...{ code: 'FEE', name: 'Fee', kind: 'percent' },
        amount: { before: 10, after: 12, growth: 2, growthPercent: 20 },
        fields: { percent: { before: 10, after: 12 } },
      },
      {
        ...{ code: 'OFFICE', name: 'Office', kind: 'quantity' },
        amount: { before: 102000, after: 119000, growth: 17000, growthPercent: 16.67 },
        fields: { name: { before: 'Site office', after: 'Office' }, quantity: { before: 12, after: 14 } },
      },
    ]);
  });

  test('200 the sheet of the newest draft goes with the current lines', async () => {
    const from = await versionWith([permit], 'in-review');
    const none = await compared(`from=${from}&to=current`);
    expect(none.sheet).toMatchObject({ added: [], removed: [{ code: 'PERMIT' }], changed: [] });
    await versionWith([{ ...permit, value: 15 }], 'draft');
    const { sheet } = await compared(`from=current&to=${from}`);
    expect(sheet).toMatchObject({
      added: [],
      removed: [],
      changed: [
        { code: 'PERMIT', amount: { before: 15, after: 12, growth: -3, growthPercent: -20 }, fields: {} },
      ],
    });
  });

  test('200 the sheet is null and named while the service of versions does not answer', async () => {
    const [from, to] = [await versionWith([permit], 'in-review'), await versionWith([], 'in-review')];
    await system.without('clients-projects', async () => {
      const body = await compared(`from=${from}&to=${to}`);
      expect([body.sheet, body.unavailable]).toEqual([null, ['currency', 'sheet']]);
    });
  });
});
