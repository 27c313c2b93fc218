import { afterAll, describe, expect, test } from 'bun:test';
import { commonTakeoffLines, faultsOf, unknownId } from '../../support/takeoff-lines';

const { call, system, projectId, put, serviceId, stored } = await commonTakeoffLines();

afterAll(() => system.stop());

describe('PUT /api/v1/mto/{mtoId}', () => {
  test('200 merges: a key is changed, null clears, an absent key stays, figures follow', async () => {
    const line = await stored({
      tag: 'P-1',
      area: 'A1',
      materialUnitPrice: 2,
      nominalPipeSize: 4,
      buttWeldShopCount: 2,
    });
    const answer = await put(line, { quantity: 30, area: null, nominalPipeSize: 6 });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe('"2"');
    expect(answer.body).toMatchObject({
      tag: 'P-1',
      area: null,
      quantity: 30,
      totalCost: 60,
      totalDiaInch: 12,
      version: 2,
    });
    expect(answer.body.createdAt).toBe(line.createdAt);
    expect((await call('GET', `/mto/${line.mtoId}`)).body).toEqual(answer.body);
  });

  test('200 a line that is read, changed and written back follows its formulas', async () => {
    const line = await stored({ materialUnitPrice: 2, crewCode: 'NONE', subcontractor: 'ACME' });
    const { body } = await put(line, { ...line, quantity: 50 });
    expect(body).toMatchObject({ totalCost: 100, totalCostOverride: null, subcontractor: 'ACME' });
  });

  test('200 without a writable key changes nothing, not even the version', async () => {
    const line = await stored();
    const answer = await put(line, { id: line.id, totalManHours: 5 });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(line);
  });

  test('200 (15.2 b) sets the total of a line without cost inputs', async () => {
    const line = await stored({ totalCost: 900 });
    expect((await put(line, { totalCost: [], materialUnitPrice: 2 })).status).toBe(422);
    expect((await put(line, { totalCost: 1000 })).body).toMatchObject({
      totalCost: 1000,
      totalCostOverride: 1000,
    });
    expect((await put(line, { totalCostOverride: null })).body).toMatchObject({ totalCost: 0 });
  });

  test('200 (15.2 c) ignores the total of a line with cost inputs', async () => {
    const line = await stored({ materialUnitPrice: 2 });
    expect((await put(line, { totalCost: 1000 })).body).toMatchObject({
      totalCost: 20,
      totalCostOverride: null,
    });
  });

  test('200 a labour rate makes the line manual; the source crew gives the crew’s rate back', async () => {
    system.records.addCrew(serviceId, { crewCode: 'PF-20', labourRate: '100.5' });
    const line = await stored({ crewCode: 'PF-20' });
    expect(line).toMatchObject({ labourRateSource: 'crew', labourRate: 100.5 });
    expect((await put(line, { labourRate: 80 })).body).toMatchObject({
      labourRateSource: 'manual',
      labourRate: 80,
      equipmentRate: 13.2771,
      crewRateMatched: true,
    });
    expect((await put(line, { labourRateSource: 'crew' })).body).toMatchObject({ labourRate: 100.5 });
  });

  test('200 another crew code, known or not', async () => {
    system.records.addCrew(serviceId, { crewCode: 'PF-30', labourRate: '10' });
    const line = await stored({ crewCode: 'NEW-CREW' });
    expect((await put(line, { crewCode: 'PF-30' })).body).toMatchObject({
      crewRateMatched: true,
      labourRate: 10,
    });
    const without = { crewRateMatched: false, labourRate: null, labourRateSource: null, equipmentRate: null };
    expect((await put(line, { crewCode: 'GONE' })).body).toMatchObject(without);
    await put(line, { crewCode: 'PF-30' });
    expect((await put(line, { crewCode: null })).body).toMatchObject({ ...without, crewCode: null });
  });

  test('200 a known crew without rates takes none of the crew before it, in every kind of edit', async () => {
    system.records.addCrew(serviceId, { crewCode: 'PF-50', labourRate: '50', equipmentRate: '5' });
    const incomplete = { crewCode: 'PF-51', labourRate: null, equipmentRate: null, crewSize: '4' };
    system.records.addCrew(serviceId, incomplete);
    const switched = { crewCode: 'PF-51' };
    const without = {
      crewRateMatched: true,
      labourRate: null,
      equipmentRate: null,
      labourRateSource: 'crew',
    };
    const [one, two, three] = [
      await stored({ crewCode: 'PF-50', unitManHours: 1 }),
      await stored({ crewCode: 'PF-50', unitManHours: 1 }),
      await stored({ crewCode: 'PF-50', unitManHours: 1 }),
    ];
    const only = (id: string) => ({ conditions: [{ field: 'id', operator: 'in', value: [id] }] });
    const changes = [{ filters: only(one.mtoId), updates: switched }];
    const whatIf = await call('POST', '/mto/what-if', { json: { projectId, changes } });
    expect(whatIf.body.total.labourCost.difference).toBe(-one.labourCost);
    expect((await put(one, switched)).body).toMatchObject({ ...without, crewSize: 4, labourCost: 0 });
    const items = [{ mtoId: two.mtoId, ...switched }];
    expect((await call('PATCH', '/mto/bulk', { json: { projectId, items } })).body).toMatchObject({
      updated: 1,
    });
    const selection = { mode: 'ids', ids: [three.mtoId] };
    expect(
      (await call('POST', '/mto/bulk-edit', { json: { projectId, selection, updates: switched } })).body,
    ).toMatchObject({ updated: 1 });
    for (const { mtoId } of [two, three])
      expect((await call('GET', `/mto/${mtoId}`)).body).toMatchObject({ ...without, crewSize: 4 });
  });

  test('200 another crew code leaves manual rates as they are', async () => {
    const line = await stored({ crewCode: 'NEW-CREW', labourRate: 80, equipmentRate: 5 });
    for (const crewCode of ['GONE', null])
      expect((await put(line, { crewCode })).body).toMatchObject({ labourRate: 80, equipmentRate: 5 });
  });

  test('200 while crews and WBS are silent, when the request does not speak of them', async () => {
    system.records.addCrew(serviceId, { crewCode: 'PF-40' });
    system.records.addWbsCode(projectId, '40');
    const line = await stored({ crewCode: 'PF-40', wbsCode: '40' });
    await system.without('crews-rates', async () => {
      expect((await put(line, { quantity: 11 })).body).toMatchObject({
        crewRateMatched: true,
        wbsMatched: true,
      });
      expect((await put(line, { crewCode: 'PF-41' })).status).toBe(503);
    });
  });

  test('200 with the If-Match of the present version, 412 with another', async () => {
    const line = await stored();
    expect((await put(line, { quantity: 1 }, { 'if-match': '"1"' })).status).toBe(200);
    const answer = await put(line, { quantity: 2 }, { 'if-match': '"1"' });
    expect(answer.status).toBe(412);
    expect(answer.body.code).toBe('VERSION_MISMATCH');
    expect((await call('GET', `/mto/${line.mtoId}`)).body.quantity).toBe(1);
  });

  test('200 for concurrent writers one after the other, none lost', async () => {
    const line = await stored();
    const tags = ['tag', 'area', 'system', 'phase', 'supplier'];
    const answers = await Promise.all(tags.map((key) => put(line, { [key]: key })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { body } = await call('GET', `/mto/${line.mtoId}`);
    expect(body).toMatchObject({
      version: 6,
      tag: 'tag',
      area: 'area',
      system: 'system',
      phase: 'phase',
      supplier: 'supplier',
    });
  });

  test('422 READ_ONLY for another project, service or discipline; the present ones are accepted', async () => {
    const line = await stored();
    const answer = await put(line, { projectId: unknownId, serviceId: unknownId, discipline: 'civil' });
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(['discipline READ_ONLY', 'projectId READ_ONLY', 'serviceId READ_ONLY']);
    expect(
      (await put(line, { projectId: projectId.toUpperCase(), serviceId, discipline: 'piping' })).status,
    ).toBe(200);
  });

  test('422 for faults and for a cleared quantity', async () => {
    const line = await stored();
    const answer = await put(line, { quantity: null, rebarWeight: 1, tag: 5, currency: 'XXX' });
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual([
      'currency FORMAT',
      'quantity REQUIRED',
      'rebarWeight UNKNOWN_FIELD',
      'tag TYPE',
    ]);
    expect((await put(line, {})).status).toBe(422);
    expect(faultsOf(await put(line, { currency: 'USD' }))).toEqual(['currency REFERENCE']);
    expect(faultsOf(await put(line, { subcontractorId: unknownId }))).toEqual(['subcontractorId REFERENCE']);
  });

  test('422 without projectId', async () => {
    const line = await stored();
    const answer = await call('PUT', `/mto/${line.mtoId}`, { json: { quantity: 1 } });
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(['projectId REQUIRED']);
    expect(answer.body.errors[0].message).toBe('is required in the query');
  });

  test('404 for an unknown line and a line of another project', async () => {
    const line = await stored();
    expect((await put({ mtoId: unknownId, projectId }, { quantity: 1 })).status).toBe(404);
    expect((await put({ mtoId: 'x', projectId }, { quantity: 1 })).status).toBe(404);
    expect(
      (await put({ mtoId: line.mtoId, projectId: system.records.addProject() }, { quantity: 1 })).status,
    ).toBe(404);
  });

  test('409 SERVICE_APPROVED', async () => {
    const closing = system.records.addService(projectId);
    const line = await stored({ serviceId: closing });
    system.records.setStatus(closing, 'approved');
    expect((await put(line, { quantity: 1 })).body.code).toBe('SERVICE_APPROVED');
    expect((await call('GET', `/mto/${line.mtoId}`)).body.quantity).toBe(10);
  });

  test('503 when the owner of the service does not answer', async () => {
    const line = await stored();
    expect((await system.without('clients-projects', () => put(line, { quantity: 1 }))).status).toBe(503);
  });
});
