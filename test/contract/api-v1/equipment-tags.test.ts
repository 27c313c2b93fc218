import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type EquipmentSystem, startEquipmentSystem } from '../../support/equipment-system';
import { faultsOf, freshCode, unknownId } from '../../support/project-system';
import type { ServiceUnderTest } from '../../support/system';

let system: EquipmentSystem;
let request: ServiceUnderTest['request'];

beforeAll(async () => {
  system = await startEquipmentSystem();
  request = system.request;
});
afterAll(() => system.stop());

const path = '/api/v1/equipment-tags';
const pathOf = (tagId: string) => `${path}/${tagId}`;

/** A project, a crane and short ways to tags that price it there. */
async function site(facts: object = {}) {
  const project = await system.newProject(facts);
  const crane = await system.newEquipment();
  const code: string = crane.equipmentCode;
  const tags = async () =>
    (await request('GET', `${path}?projectId=${project.id}&limit=100`)).body.data as Record<
      string,
      unknown
    >[];
  return {
    project,
    code,
    tags,
    newTag: (more: { equipmentCode?: string } & Record<string, unknown> = {}) =>
      system.newTag(project.id, more.equipmentCode ?? code, more),
    /** Numbers of the tags that are a default. */
    defaults: async () =>
      (await tags())
        .filter(({ isDefault }) => isDefault)
        .map(({ tagNumber }) => tagNumber)
        .sort(),
  };
}

describe('GET /api/v1/equipment-tags', () => {
  test('200: paginated list of the project, newest first', async () => {
    const { project, newTag } = await site();
    const older = await newTag();
    const newer = await newTag();
    await (await site()).newTag();
    const first = await request('GET', `${path}?projectId=${project.id}&limit=1`);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ data: [newer], total: 2, skip: 0, limit: 1, hasMore: true });
    const second = await request('GET', `${path}?projectId=${project.id.toUpperCase()}&limit=1&skip=1`);
    expect(second.body).toEqual({ data: [older], total: 2, skip: 1, limit: 1, hasMore: false });
  });

  test('404: unknown project', async () => {
    const { status, body } = await request('GET', `${path}?projectId=${unknownId}`);
    expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', 'project']);
  });

  test('422: no project, unknown parameter, value and paging', async () => {
    const missing = await request('GET', path);
    expect([missing.status, faultsOf(missing.body)]).toEqual([422, { projectId: 'REQUIRED' }]);
    const { status, body } = await request('GET', `${path}?projectId=nonsense&limit=0&colour=red`);
    expect(status).toBe(422);
    expect(faultsOf(body)).toEqual({ projectId: 'FORMAT', limit: 'MIN', colour: 'UNKNOWN_FIELD' });
  });

  test('503: clients-projects does not answer for the project', async () => {
    const { project } = await site();
    await system.withoutProjects(async () => {
      const { status, body } = await request('GET', `${path}?projectId=${project.id}`);
      expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    });
  });
});

describe('POST /api/v1/equipment-tags', () => {
  test('201: the least that is required, with defaults', async () => {
    const { project, code } = await site({ currency: 'CAD' });
    const json = { projectId: project.id.toUpperCase(), equipmentCode: code.toLowerCase() };
    const { status, headers, body } = await request('POST', path, { json });
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({
      tagId: body.id,
      projectId: project.id,
      equipmentCode: code,
      tagNumber: `${code}-1`,
      currency: 'CAD',
      hourlyRate: null,
      monthlyRate: null,
      rentalHoursPerMonth: null,
      fuelConsumptionPerHour: null,
      standbyPercent: null,
      quantity: 1,
      onHireDate: null,
      isDefault: true,
      isActive: true,
      version: 1,
      createdBy: 'tester',
    });
    expect(body).not.toHaveProperty('equipmentId');
  });

  test('201: every field as given', async () => {
    const { code, newTag } = await site({ currency: 'CAD' });
    const fields = {
      equipmentCode: code,
      tagNumber: 'CRN-001',
      description: 'Crane at the rack',
      supplier: 'Prairie Lift Rentals',
      quoteReference: 'Q-17',
      currency: 'USD',
      hourlyRate: 0,
      dailyRate: 1450,
      weeklyRate: 4800.25,
      monthlyRate: 14400,
      rentalHoursPerDay: 10,
      rentalHoursPerWeek: 50,
      rentalHoursPerMonth: 200,
      fuelConsumptionPerHour: 14,
      operatingCostPerHour: 9.5,
      standbyPercent: 50,
      mobilizationCost: 4750,
      demobilizationCost: 4000,
      quantity: 2,
      onHireDate: '2026-03-01',
      offHireDate: '2026-03-01',
      remarks: 'Two weeks of notice',
      isDefault: false,
      isActive: false,
    };
    const created = await newTag(fields);
    expect(created).toMatchObject({ ...fields, isDefault: true });
    expect((await request('GET', pathOf(created.id))).body).toEqual(created);
  });

  test('201: numbers go on from the tags of the equipment to the first that is free in the project', async () => {
    const { code, newTag } = await site();
    const other = await system.newEquipment();
    const numbers = [];
    for (const more of [
      { equipmentCode: other.equipmentCode, tagNumber: `${code.toLowerCase()}-2` },
      {},
      {},
      {},
    ])
      numbers.push((await newTag(more)).tagNumber);
    expect(numbers).toEqual([`${code.toLowerCase()}-2`, `${code}-1`, `${code}-3`, `${code}-4`]);
    await expect((await site()).newTag({ equipmentCode: code })).resolves.toMatchObject({
      tagNumber: `${code}-1`,
    });
  });

  test('201: the first of a project and equipment is the default, a later one when it says so', async () => {
    const { newTag, tags, defaults } = await site();
    const other = await system.newEquipment();
    const first = await newTag({ tagNumber: 'A', isDefault: false });
    expect(await newTag({ tagNumber: 'B' })).toMatchObject({ isDefault: false });
    await newTag({ tagNumber: 'C', equipmentCode: other.equipmentCode });
    expect(await defaults()).toEqual(['A', 'C']);
    await newTag({ tagNumber: 'D', isDefault: true });
    expect(await defaults()).toEqual(['C', 'D']);
    const deposed = (await tags()).find(({ id }) => id === first.id);
    expect(deposed).toMatchObject({ isDefault: false, version: 2 });
  });

  test('201: tags that are created at once get one default and numbers of their own', async () => {
    const { newTag, tags, defaults } = await site();
    await Promise.all(Array.from({ length: 8 }, (_, index) => newTag({ isDefault: index % 2 === 0 })));
    expect(await defaults()).toHaveLength(1);
    expect(new Set((await tags()).map(({ tagNumber }) => tagNumber)).size).toBe(8);
  });

  test('201: a repeat with its Idempotency-Key is the first answer', async () => {
    const { project, code, tags } = await site();
    const json = { projectId: project.id, equipmentCode: code };
    const options = { json, headers: { 'idempotency-key': freshCode('key') } };
    const first = await request('POST', path, options);
    const second = await request('POST', path, options);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await tags()).toHaveLength(1);
  });

  test('404: unknown project', async () => {
    const { code } = await site();
    const json = { projectId: unknownId, equipmentCode: code };
    const { status, body } = await request('POST', path, { json });
    expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', 'project']);
  });

  test('404: unknown equipment', async () => {
    const { project, tags } = await site();
    const json = { projectId: project.id, equipmentCode: 'nothing' };
    const { status, body } = await request('POST', path, { json });
    expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', 'equipment']);
    expect(await tags()).toEqual([]);
  });

  test('409: the number of another in the project, ignoring case; the default stays', async () => {
    const { project, code, newTag, defaults } = await site();
    await newTag({ tagNumber: 'Crn-1' });
    const json = { projectId: project.id, equipmentCode: code, tagNumber: 'CRN-1', isDefault: true };
    const { status, body } = await request('POST', path, { json });
    expect([status, body.code, body.field]).toEqual([409, 'CODE_EXISTS', 'tagNumber']);
    expect(await defaults()).toEqual(['Crn-1']);
    await expect((await site()).newTag({ tagNumber: 'CRN-1' })).resolves.toMatchObject({
      tagNumber: 'CRN-1',
    });
  });

  test('422: missing, unknown and broken fields, all at once', async () => {
    const json = {
      projectId: 'nonsense',
      tagNumber: 'x'.repeat(61),
      currency: 'XYZ',
      dailyRate: -1,
      weeklyRate: '5',
      rentalHoursPerDay: 0,
      standbyPercent: 101,
      quantity: 0,
      onHireDate: '2026-02-30',
      remarks: 'x'.repeat(2001),
      isDefault: 'yes',
      colour: 'red',
    };
    const { status, body } = await request('POST', path, { json });
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(faultsOf(body)).toEqual({
      projectId: 'FORMAT',
      equipmentCode: 'REQUIRED',
      tagNumber: 'MAX_LENGTH',
      currency: 'FORMAT',
      dailyRate: 'MIN',
      weeklyRate: 'TYPE',
      rentalHoursPerDay: 'MIN',
      standbyPercent: 'MAX',
      quantity: 'MIN',
      onHireDate: 'FORMAT',
      remarks: 'MAX_LENGTH',
      isDefault: 'TYPE',
      colour: 'UNKNOWN_FIELD',
    });
  });

  test('422: off hire before on hire', async () => {
    const { project, code } = await site();
    const dates = { onHireDate: '2026-03-02', offHireDate: '2026-03-01' };
    const json = { projectId: project.id, equipmentCode: code, ...dates };
    const { status, body } = await request('POST', path, { json });
    expect([status, faultsOf(body)]).toEqual([422, { offHireDate: 'MIN' }]);
  });

  test('503: clients-projects does not answer for the project', async () => {
    const { project, code, tags } = await site();
    await system.withoutProjects(async () => {
      const json = { projectId: project.id, equipmentCode: code, currency: 'USD' };
      const { status, body } = await request('POST', path, { json });
      expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    });
    expect(await tags()).toEqual([]);
  });
});

describe('GET /api/v1/equipment-tags/{tagId}', () => {
  test('200: the tag with its ETag', async () => {
    const created = await (await site()).newTag();
    const { status, headers, body } = await request('GET', pathOf(created.tagId.toUpperCase()));
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(body).toEqual(created);
  });

  test('404: unknown tag', async () => {
    for (const id of [unknownId, 'nonsense']) {
      const { status, body } = await request('GET', pathOf(id));
      expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', 'equipment tag']);
    }
  });
});

describe('PUT /api/v1/equipment-tags/{tagId}', () => {
  test('200: merges; null clears, or takes the default', async () => {
    const { code, newTag } = await site({ currency: 'CAD' });
    const fields = { tagNumber: 'X', currency: 'USD', quantity: 3, dailyRate: 10, supplier: 'S' };
    const created = await newTag(fields);
    const json = { tagNumber: null, currency: null, quantity: null, dailyRate: null, weeklyRate: 50 };
    const { status, headers, body } = await request('PUT', pathOf(created.id), { json });
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    const defaults = { tagNumber: `${code}-1`, currency: 'CAD', quantity: 1 };
    expect(body).toMatchObject({
      ...defaults,
      dailyRate: null,
      weeklyRate: 50,
      supplier: 'S',
      isDefault: true,
    });
    expect((await request('GET', pathOf(created.id))).body).toEqual(body);
  });

  test('200: what was read may be sent back and changes nothing', async () => {
    const created = await (await site()).newTag({ onHireDate: '2026-03-01', hourlyRate: 0.1 });
    await system.withoutProjects(async () => {
      const { status, body } = await request('PUT', pathOf(created.id), { json: created });
      expect(status).toBe(200);
      expect(body).toEqual(created);
    });
  });

  test('200: another default takes it from the present one', async () => {
    const { newTag, tags, defaults } = await site();
    const first = await newTag({ tagNumber: 'A' });
    const second = await newTag({ tagNumber: 'B' });
    const json = { isDefault: true, supplier: 'S' };
    const { body } = await request('PUT', pathOf(second.id), { json });
    expect(body).toMatchObject({ isDefault: true, supplier: 'S', version: 2 });
    expect(await defaults()).toEqual(['B']);
    expect((await tags()).find(({ id }) => id === first.id)).toMatchObject({ isDefault: false, version: 2 });
  });

  test('200: a default that is given up goes to the oldest other, and stays where there is none', async () => {
    const { newTag, defaults } = await site();
    const first = await newTag({ tagNumber: 'A' });
    const giveUp = (id: string) => request('PUT', pathOf(id), { json: { isDefault: false } });
    expect((await giveUp(first.id)).body).toMatchObject({ isDefault: true, version: 1 });
    const second = await newTag({ tagNumber: 'B' });
    await newTag({ tagNumber: 'C' });
    expect((await giveUp(first.id)).body).toMatchObject({ isDefault: false, version: 2 });
    expect(await defaults()).toEqual(['B']);
    await giveUp(second.id);
    expect(await defaults()).toEqual(['A']);
  });

  test('200: a tag of other equipment leaves its default behind', async () => {
    const { newTag, defaults } = await site();
    const other = await system.newEquipment();
    const first = await newTag({ tagNumber: 'A' });
    await newTag({ tagNumber: 'B' });
    const move = async (json: object) => (await request('PUT', pathOf(first.id), { json })).body;
    const moved = { equipmentCode: other.equipmentCode.toLowerCase() };
    expect(await move(moved)).toMatchObject({ equipmentCode: other.equipmentCode, isDefault: true });
    expect(await defaults()).toEqual(['A', 'B']);
    await newTag({ tagNumber: 'C', equipmentCode: other.equipmentCode });
    const third = await newTag({ tagNumber: 'D' });
    const taking = { equipmentCode: other.equipmentCode, isDefault: true };
    await request('PUT', pathOf(third.id), { json: taking });
    expect(await defaults()).toEqual(['B', 'D']);
  });

  test('404: unknown tag', async () => {
    for (const id of [unknownId, 'nonsense']) {
      const { status, body } = await request('PUT', pathOf(id), { json: { colour: 'red' } });
      expect([status, body.resource]).toEqual([404, 'equipment tag']);
    }
  });

  test('404: unknown equipment', async () => {
    const { id } = await (await site()).newTag();
    const { status, body } = await request('PUT', pathOf(id), { json: { equipmentCode: 'nothing' } });
    expect([status, body.resource]).toEqual([404, 'equipment']);
  });

  test('409: the number of another in the project', async () => {
    const { newTag } = await site();
    await newTag({ tagNumber: 'Crn-1' });
    const { id } = await newTag();
    const { status, body } = await request('PUT', pathOf(id), { json: { tagNumber: 'CRN-1' } });
    expect([status, body.code, body.field]).toEqual([409, 'CODE_EXISTS', 'tagNumber']);
  });

  test('412: If-Match of another version changes nothing', async () => {
    const { id } = await (await site()).newTag({ supplier: 'S' });
    const put = (version: number) =>
      request('PUT', pathOf(id), {
        json: { supplier: `S${version}` },
        headers: { 'if-match': `"${version}"` },
      });
    const { status, body } = await put(2);
    expect([status, body.code, body.version]).toEqual([412, 'VERSION_MISMATCH', 1]);
    expect((await put(1)).body).toMatchObject({ supplier: 'S1', version: 2 });
  });

  test('422: another project, cleared, unknown and broken fields, dates against the present ones', async () => {
    const { id } = await (await site()).newTag({ onHireDate: '2026-03-01' });
    const json = {
      projectId: unknownId,
      equipmentCode: null,
      monthlyRate: -1,
      offHireDate: '2026-02-28',
      colour: 'red',
    };
    const { status, body } = await request('PUT', pathOf(id), { json });
    expect(status).toBe(422);
    expect(faultsOf(body)).toEqual({
      projectId: 'READ_ONLY',
      equipmentCode: 'REQUIRED',
      monthlyRate: 'MIN',
      offHireDate: 'MIN',
      colour: 'UNKNOWN_FIELD',
    });
  });

  test('422: no key', async () => {
    const { id } = await (await site()).newTag();
    const { status, body } = await request('PUT', pathOf(id), { json: {} });
    expect([status, faultsOf(body)]).toEqual([422, { body: 'REQUIRED' }]);
  });

  test('503: clients-projects does not answer for the currency; other keys do not need it', async () => {
    const { id } = await (await site()).newTag({ currency: 'EUR' });
    await system.withoutProjects(async () => {
      const refused = await request('PUT', pathOf(id), { json: { currency: null } });
      expect([refused.status, refused.body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
      const { body } = await request('PUT', pathOf(id), { json: { supplier: 'S' } });
      expect(body).toMatchObject({ currency: 'EUR', supplier: 'S', version: 2 });
    });
  });
});

describe('DELETE /api/v1/equipment-tags/{tagId}', () => {
  test('204: gone, and its number is free', async () => {
    const { newTag } = await site();
    const { id } = await newTag({ tagNumber: 'A' });
    const { status, body } = await request('DELETE', pathOf(id));
    expect([status, body]).toEqual([204, null]);
    expect((await request('GET', pathOf(id))).status).toBe(404);
    expect(await newTag({ tagNumber: 'A' })).toMatchObject({ isDefault: true });
  });

  test('204: the oldest other becomes the default; no other loses it', async () => {
    const { newTag, defaults } = await site();
    const first = await newTag({ tagNumber: 'A' });
    await newTag({ tagNumber: 'B' });
    const third = await newTag({ tagNumber: 'C' });
    await request('DELETE', pathOf(third.id));
    expect(await defaults()).toEqual(['A']);
    await newTag({ tagNumber: 'D' });
    await request('DELETE', pathOf(first.id));
    expect(await defaults()).toEqual(['B']);
  });

  test('404: unknown tag', async () => {
    for (const id of [unknownId, 'nonsense']) {
      const { status, body } = await request('DELETE', pathOf(id));
      expect([status, body.resource]).toEqual([404, 'equipment tag']);
    }
  });

  test('412: If-Match of another version deletes nothing', async () => {
    const { id } = await (await site()).newTag();
    const { status, body } = await request('DELETE', pathOf(id), { headers: { 'if-match': '"2"' } });
    expect([status, body.code]).toEqual([412, 'VERSION_MISMATCH']);
    expect((await request('GET', pathOf(id))).status).toBe(200);
  });
});
