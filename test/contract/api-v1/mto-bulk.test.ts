import { afterAll, describe, expect, test } from 'bun:test';
import { commonTakeoffLines, faultsOf, unknownId } from '../../support/takeoff-lines';

type Json = Record<string, unknown>;

const { system, projectId, serviceId, projectWith, pipe, call, post } = await commonTakeoffLines();

afterAll(() => system.stop());

const bulk = (json: unknown, headers?: Record<string, string>) =>
  call('POST', '/mto/bulk', { json, headers });
const lineCount = async (own: string) => (await call('GET', `/mto?projectId=${own}&limit=1`)).body.total;
const withoutServerKeys = ({ id, mtoId, createdAt, updatedAt, ...rest }: Json) => rest;

describe('POST /api/v1/mto/bulk', () => {
  const least = { discipline: 'piping', quantity: 1 };

  test('201 every line as a single creation makes it, the owner of the request being the default', async () => {
    const { own, service } = await projectWith();
    const other = system.records.addService(own);
    system.records.addCrew(service, { crewCode: 'PF-01' });
    system.records.addWbsCode(own, '01.10');
    const items = [
      { ...least, tag: 'A', quantity: 24.4, crewCode: 'pf-01', wbsCode: '01.10', fixedManHours: 10 },
      { ...least, tag: 'B', serviceId: other, totalCost: 123.45, materialUnitPrice: null },
      { discipline: 'civil', quantity: 7, projectId: own, remarks: ' "x"\\ \t{y} ' },
    ];
    const { status, body } = await bulk({ projectId: own, serviceId: service, items });
    expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
    expect(body).toMatchObject({ created: 3, failed: 0, total: 3 });
    expect(body.ids).toEqual(body.items.map(({ id }: Json) => id));
    expect(body.items.map(({ tag }: Json) => tag)).toEqual(['A', 'B', null]);
    for (const [index, item] of items.entries()) {
      const single = await post({ projectId: own, serviceId: service, ...item });
      expect(withoutServerKeys(body.items[index])).toEqual(withoutServerKeys(single.body));
      expect((await call('GET', `/mto/${body.ids[index]}`)).body).toEqual(body.items[index]);
    }
    expect(body.items[0]).toMatchObject({ crewRateMatched: true, wbsMatched: true, labourRate: 149.9556 });
    expect(body.items[1]).toMatchObject({ serviceId: other, totalCost: 123.45 });
  });

  test('422 with the position of every invalid item, and nothing is stored', async () => {
    const { own, service } = await projectWith();
    const items = [
      least,
      { ...least, quantity: 'x', colour: 1 },
      { ...least, projectId },
      { ...least, subcontractorId: unknownId, currency: 'USD' },
      7,
    ];
    const answer = await bulk({ projectId: own, serviceId: service, items });
    expect(answer.status).toBe(422);
    const found = answer.body.errors.map(({ index, field, code }: Json) => `${index} ${field} ${code}`);
    expect(found.sort()).toEqual([
      '1 colour UNKNOWN_FIELD',
      '1 quantity TYPE',
      '2 projectId REFERENCE',
      '4 body TYPE',
    ]);
    const references = await bulk({ projectId: own, serviceId: service, items: [least, items[3]] });
    expect(references.body.errors.map(({ index, field, code }: Json) => `${index} ${field} ${code}`)).toEqual(
      ['1 subcontractorId REFERENCE', '1 currency REFERENCE'],
    );
    expect(await lineCount(own)).toBe(0);
  });

  test.each([
    [{ serviceId, items: [least] }, ['projectId REQUIRED']],
    [{ projectId, items: [least] }, ['serviceId REQUIRED']],
    [{ projectId, serviceId }, ['items REQUIRED']],
    [{ projectId, serviceId, items: [] }, ['items REQUIRED']],
    [{ projectId, serviceId, items: {} }, ['items TYPE']],
    [{ projectId, serviceId, items: Array(5001).fill(least) }, ['items MAX_LENGTH']],
    [{ projectId, serviceId, items: [least], item: 1 }, ['item UNKNOWN_FIELD']],
  ])('422 for a request that is not valid', async (json, faults) => {
    const answer = await bulk(json);
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(faults);
  });

  test('201 for 5000 lines', async () => {
    const { own, service } = await projectWith();
    const items = Array.from({ length: 5000 }, (_, n) => ({ ...least, itemNumber: n + 1 }));
    const { status, body } = await bulk({ projectId: own, serviceId: service, items });
    expect(status).toBe(201);
    expect(body).toMatchObject({ created: 5000, total: 5000 });
    expect(await lineCount(own)).toBe(5000);
  });

  test('404 for a service of another project, 409 for an approved one, 503 while its owner is silent', async () => {
    const { own, service } = await projectWith();
    const answer = (more: Json) => bulk({ projectId: own, serviceId: service, items: [least], ...more });
    expect((await answer({ serviceId })).status).toBe(404);
    expect((await answer({ items: [least, { ...least, serviceId: unknownId }] })).status).toBe(404);
    system.records.setStatus(service, 'approved');
    expect((await answer({})).body).toMatchObject({ status: 409, code: 'SERVICE_APPROVED' });
    system.records.setStatus(service, 'in-progress');
    await system.without('clients-projects', async () => expect((await answer({})).status).toBe(503));
    expect(await lineCount(own)).toBe(0);
  });

  test('201 once for a repeated Idempotency-Key', async () => {
    const { own, service } = await projectWith();
    const json = { projectId: own, serviceId: service, items: [least, least] };
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = [await bulk(json, key), await bulk(json, key)];
    expect(second.body).toEqual(first.body);
    expect(await lineCount(own)).toBe(2);
    expect((await bulk({ ...json, items: [least] }, key)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

const tagged = (own: string, tag: string) => ({ projectId: own, selection: byTag(tag) });
const byTag = (value: string) => ({
  mode: 'filters',
  filters: { conditions: [{ field: 'tag', operator: 'equals', value }] },
});

describe('POST /api/v1/mto/bulk-edit', () => {
  const edit = (json: unknown, headers?: Record<string, string>) =>
    call('POST', '/mto/bulk-edit', { json, headers });
  const lines = async (own: string) => (await call('GET', `/mto?projectId=${own}&limit=100`)).body.data;

  test('200 sets fields of the selected lines; those that have them already keep their version', async () => {
    const { own } = await projectWith(
      { tag: 'A', itemNumber: 1 },
      { tag: 'A', itemNumber: 2, area: '100', lineNumber: 'L-1', sourService: true },
      { tag: 'B', itemNumber: 3 },
    );
    const before = await lines(own);
    const updates = { area: '100', lineNumber: 'L-1', sourService: true, takeoffDate: null };
    const { status, body } = await edit({ ...tagged(own, 'a'), updates });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body).toEqual({
      matched: 2,
      updated: 1,
      unchanged: 1,
      failed: 0,
      ids: [before[0].id, before[1].id].sort(),
    });
    const [a, b, c] = await lines(own);
    expect(a).toMatchObject({ area: '100', lineNumber: 'L-1', sourService: true, version: 2 });
    expect([b, c]).toEqual([before[1], before[2]]);
    expect(
      (await edit({ ...tagged(own, 'A'), updates: { area: null, lineNumber: null } })).body.updated,
    ).toBe(2);
    expect((await lines(own))[0]).toMatchObject({ area: null, lineNumber: null, sourService: true });
  });

  test('200 recalculates the formulas in the same transaction', async () => {
    const { own } = await projectWith(
      { tag: 'A', materialUnitPrice: 10, quantity: 1, nominalPipeSize: 2 },
      { tag: 'A', materialUnitPrice: 10, quantity: 5 },
    );
    const { body } = await edit({ ...tagged(own, 'A'), updates: { quantity: 5, freightPercent: 10 } });
    expect(body).toMatchObject({ matched: 2, updated: 2, unchanged: 0 });
    for (const line of await lines(own))
      expect(line).toMatchObject({
        quantity: 5,
        materialCost: 50,
        freightCost: 5,
        totalCost: 55,
        version: 2,
      });
    expect((await edit({ ...tagged(own, 'A'), updates: { quantity: 5 } })).body).toMatchObject({
      matched: 2,
      updated: 0,
      unchanged: 2,
    });
  });

  test('200 an explicit totalCost always sets the override', async () => {
    const { own } = await projectWith({ tag: 'A', materialUnitPrice: 10 });
    await edit({ ...tagged(own, 'A'), updates: { totalCost: 7 } });
    expect((await lines(own))[0]).toMatchObject({ totalCost: 7, totalCostOverride: 7 });
    await edit({ ...tagged(own, 'A'), updates: { totalCost: null } });
    expect((await lines(own))[0]).toMatchObject({ totalCost: 100, totalCostOverride: null });
    await edit({ ...tagged(own, 'A'), updates: { totalCost: 7, totalCostOverride: 8 } });
    expect((await lines(own))[0]).toMatchObject({ totalCost: 8 });
  });

  test('200 by identifiers; 404 with the list of those that the project does not have', async () => {
    const { own } = await projectWith({ tag: 'A' }, { tag: 'B' });
    const elsewhere = (await post(pipe())).body.id;
    const ids = (await lines(own)).map(({ id }: Json) => id);
    const select = (...more: unknown[]) => ({ mode: 'ids', ids: [ids[0], ...more] });
    const { body } = await edit({ projectId: own, selection: select(ids[0]), updates: { area: 'x' } });
    expect(body).toEqual({ matched: 1, updated: 1, unchanged: 0, failed: 0, ids: [ids[0]] });
    const answer = await edit({
      projectId: own,
      selection: select(elsewhere, unknownId),
      updates: { area: 'y' },
    });
    expect(answer.status).toBe(404);
    expect(answer.body.ids.toSorted()).toEqual([elsewhere, unknownId].sort());
    expect((await lines(own))[0].area).toBe('x');
  });

  test('200 dryRun tells the counts and changes nothing; 409 for another expectedCount', async () => {
    const { own } = await projectWith({ tag: 'A', area: 'x' }, { tag: 'A' });
    const before = await lines(own);
    for (const updates of [{ area: 'x' }, { quantity: 10, area: 'x' }]) {
      const dry = await edit({ ...tagged(own, 'A'), updates, dryRun: true, expectedCount: 2 });
      expect(dry.body).toMatchObject({ matched: 2, updated: 1, unchanged: 1 });
      const answer = await edit({ ...tagged(own, 'A'), updates, expectedCount: 3 });
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: 'COUNT_MISMATCH', count: 2 });
    }
    expect(await lines(own)).toEqual(before);
    expect((await edit({ ...tagged(own, 'none'), updates: { area: 'x' } })).body).toEqual({
      matched: 0,
      updated: 0,
      unchanged: 0,
      failed: 0,
      ids: [],
    });
  });

  test('422 with every fault at once', async () => {
    const { own } = await projectWith({ tag: 'A' }, { tag: 'A', discipline: 'civil' });
    const filters = { conditions: [{ field: 'nope', operator: 'isEmpty' }] };
    const updates = { projectId: own, discipline: 'civil', unitCost: 1, version: 3, nope: 1 };
    expect(
      faultsOf(await edit({ projectId: own, selection: { mode: 'filters', filters }, updates })),
    ).toEqual([
      'selection.filters.conditions[0].field UNKNOWN_FIELD',
      'updates.discipline READ_ONLY',
      'updates.nope UNKNOWN_FIELD',
      'updates.projectId READ_ONLY',
      'updates.unitCost READ_ONLY',
      'updates.version READ_ONLY',
    ]);
    const values = {
      nominalPipeSize: 2,
      quantity: null,
      status: 'nonsense',
      itemNumber: 1.5,
      totalCost: 'x',
    };
    expect(faultsOf(await edit({ ...tagged(own, 'A'), updates: values }))).toEqual([
      'updates.itemNumber TYPE',
      'updates.nominalPipeSize UNKNOWN_FIELD',
      'updates.quantity REQUIRED',
      'updates.status ENUM',
      'updates.totalCost TYPE',
    ]);
    const mixed = await projectWith({ tag: 'A' }, { tag: 'A', discipline: 'structural' });
    expect(faultsOf(await edit({ ...tagged(mixed.own, 'A'), updates: { paintArea: 1 } }))).toEqual([
      'updates.paintArea READ_ONLY',
    ]);
    const references = { subcontractorId: unknownId, currency: 'USD' };
    expect(faultsOf(await edit({ ...tagged(own, 'A'), updates: references }))).toEqual([
      'updates.currency REFERENCE',
      'updates.subcontractorId REFERENCE',
    ]);
  });

  test.each([
    [{}, ['selection REQUIRED', 'updates REQUIRED']],
    [{ selection: 1, updates: 1 }, ['selection TYPE', 'updates TYPE']],
    [{ selection: { mode: 'all' }, updates: {} }, ['selection.mode ENUM']],
    [{ selection: { mode: 'ids' }, updates: { area: 'x' } }, ['selection.ids REQUIRED']],
    [{ selection: { mode: 'ids', ids: [] }, updates: { area: 'x' } }, ['selection.ids REQUIRED']],
    [
      { selection: { mode: 'ids', ids: ['x', 1] }, updates: { area: 'x' } },
      ['selection.ids[0] FORMAT', 'selection.ids[1] TYPE'],
    ],
    [
      { selection: { mode: 'ids', ids: [unknownId], filters: {} }, updates: { area: 'x' } },
      ['selection.filters UNKNOWN_FIELD'],
    ],
    [{ selection: { mode: 'filters' }, updates: { area: 'x' } }, ['selection.filters REQUIRED']],
    [{ selection: byTag('x'), updates: {} }, ['updates REQUIRED']],
    [{ selection: byTag('x'), updates: { area: 'x' }, expectedCount: -1 }, ['expectedCount MIN']],
  ])('422 for %j', async (json, faults) => {
    const answer = await edit({ projectId, ...json });
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(faults);
  });

  test('400 EMPTY_FILTER for a filter without a condition', async () => {
    const selection = { mode: 'filters', filters: { conditions: [] } };
    const { status, body } = await edit({ projectId, selection, updates: { area: 'x' } });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'EMPTY_FILTER' });
  });

  test('409 when one of the lines is of an approved service, 404 for an unknown project, 503 while owners are silent', async () => {
    const { own, service } = await projectWith({ tag: 'A' });
    const approved = system.records.addService(own);
    await post(pipe({ projectId: own, serviceId: approved, tag: 'A' }));
    system.records.setStatus(approved, 'approved');
    const before = await lines(own);
    for (const updates of [{ area: 'x' }, { quantity: 3 }])
      expect((await edit({ ...tagged(own, 'A'), updates })).body.code).toBe('SERVICE_APPROVED');
    expect((await edit({ ...tagged(unknownId, 'A'), updates: { area: 'x' } })).status).toBe(404);
    await system.without('equipment-wbs', async () => {
      const selection = {
        mode: 'filters',
        filters: { conditions: [{ field: 'serviceId', operator: 'equals', value: service }] },
      };
      expect((await edit({ projectId: own, selection, updates: { wbsCode: 'x' } })).status).toBe(503);
    });
    expect(await lines(own)).toEqual(before);
  });

  test('200 once for a repeated Idempotency-Key', async () => {
    const { own } = await projectWith({ tag: 'A' });
    const json = { ...tagged(own, 'A'), updates: { quantity: 3 } };
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = [await edit(json, key), await edit(json, key)];
    expect(first.body).toMatchObject({ updated: 1 });
    expect(second.body).toEqual(first.body);
    expect((await lines(own))[0].version).toBe(2);
  });
});

describe('POST /api/v1/mto/bulk-delete', () => {
  const remove = (json: unknown) => call('POST', '/mto/bulk-delete', { json });

  test('200 deletes the selected lines, with exact counts', async () => {
    const { own } = await projectWith({ tag: 'A' }, { tag: 'a', discipline: 'civil' }, { tag: 'B' });
    const dry = await remove({ ...tagged(own, 'A'), dryRun: true });
    expect(dry.body).toMatchObject({ matched: 2, deleted: 2 });
    expect(await lineCount(own)).toBe(3);
    const { status, body } = await remove({ ...tagged(own, 'A'), confirm: true, expectedCount: 2 });
    expect(status).toBe(200);
    expect(body).toEqual({ matched: 2, deleted: 2, ids: dry.body.ids });
    expect(await lineCount(own)).toBe(1);
    expect((await remove({ ...tagged(own, 'A'), confirm: true })).body).toEqual({
      matched: 0,
      deleted: 0,
      ids: [],
    });
  });

  test('404 with the list of identifiers that the project does not have, and nothing is deleted', async () => {
    const { own } = await projectWith({ tag: 'A' });
    const elsewhere = (await post(pipe())).body.id;
    const [{ id }] = (await call('GET', `/mto?projectId=${own}`)).body.data;
    const selection = { mode: 'ids', ids: [id, elsewhere] };
    const answer = await remove({ projectId: own, selection, confirm: true });
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ resource: 'takeoff line', ids: [elsewhere] });
    expect(await lineCount(own)).toBe(1);
    const { body } = await remove({ projectId: own, selection: { mode: 'ids', ids: [id] }, confirm: true });
    expect(body).toEqual({ matched: 1, deleted: 1, ids: [id] });
  });

  test('400 without confirmation or condition, 409 for another count or an approved service, 422 for faults', async () => {
    const { own, service } = await projectWith({ tag: 'A' }, { tag: 'A' });
    const codeOf = async (json: Json) => {
      const { status, body } = await remove({ ...tagged(own, 'A'), confirm: true, ...json });
      return `${status} ${body.code}`;
    };
    expect(await codeOf({ confirm: undefined })).toBe('400 CONFIRMATION_REQUIRED');
    expect(await codeOf({ confirm: false })).toBe('400 CONFIRMATION_REQUIRED');
    expect(await codeOf({ selection: { mode: 'filters', filters: { conditions: [] } } })).toBe(
      '400 EMPTY_FILTER',
    );
    expect(await codeOf({ expectedCount: 1 })).toBe('409 COUNT_MISMATCH');
    expect(await codeOf({ confirm: 'yes' })).toBe('422 VALIDATION_ERROR');
    expect(await codeOf({ selection: { mode: 'ids', ids: ['x'] } })).toBe('422 VALIDATION_ERROR');
    expect(await codeOf({ projectId: unknownId })).toBe('404 NOT_FOUND');
    system.records.setStatus(service, 'approved');
    expect(await codeOf({})).toBe('409 SERVICE_APPROVED');
    expect(await lineCount(own)).toBe(2);
  });
});
