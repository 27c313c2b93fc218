import { afterAll, describe, expect, test } from 'bun:test';
import { commonTakeoffLines, unknownId } from '../../support/takeoff-lines';

type Json = Record<string, unknown>;

const { system, projectId, projectWith, pipe, call, post } = await commonTakeoffLines();

afterAll(() => system.stop());

const patch = (json: unknown, headers?: Record<string, string>) =>
  call('PATCH', '/mto/bulk', { json, headers });
const linesOf = async (own: string): Promise<Json[]> =>
  (await call('GET', `/mto?projectId=${own}&limit=100`)).body.data;
const indexedFaults = (body: { errors: Json[] }) =>
  body.errors.map(({ index, field, code }) => `${index} ${field} ${code}`).sort();

describe('PATCH /api/v1/mto/bulk', () => {
  test('200 changes each line in its own way and calculates it; the lines come in the order of the items', async () => {
    const { own } = await projectWith(
      { itemNumber: 1, quantity: 1, materialUnitPrice: 10 },
      { itemNumber: 2, quantity: 1, materialUnitPrice: 10, lineNumber: 'L-1', area: 'x' },
      { itemNumber: 3, discipline: 'civil', quantity: 1 },
      { itemNumber: 4 },
    );
    const [a, b, c, d] = (await linesOf(own)) as [Json, Json, Json, Json];
    const items = [
      { mtoId: c.mtoId, description: ' "Trench" \\ ', version: 1 },
      { mtoId: b.mtoId, lineNumber: null, nominalPipeSize: 6, area: null },
      { mtoId: a.mtoId, quantity: 2.5, version: null },
    ];
    const { status, body } = await patch({ projectId: own, items });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body).toMatchObject({ updated: 3, unchanged: 0, ids: [c.mtoId, b.mtoId, a.mtoId] });
    const after = await linesOf(own);
    expect(body.items).toEqual([after[2], after[1], after[0]]);
    expect(after[0]).toMatchObject({ quantity: 2.5, materialCost: 25, totalCost: 25, version: 2 });
    expect(after[1]).toMatchObject({ lineNumber: null, nominalPipeSize: 6, area: null, version: 2 });
    expect(after[2]).toMatchObject({ description: '"Trench" \\', version: 2 });
    expect(after[3]).toEqual(d);
  });

  test('200 leaves lines that have the values already, or of which nothing is named', async () => {
    const { own } = await projectWith({ itemNumber: 1, tag: 'A' }, { itemNumber: 2 });
    const before = await linesOf(own);
    const items = [{ mtoId: before[0]?.mtoId, tag: 'A', quantity: 10 }, { mtoId: before[1]?.mtoId }];
    const { body } = await patch({ projectId: own, items });
    expect(body).toMatchObject({ updated: 0, unchanged: 2, items: before });
    expect(await linesOf(own)).toEqual(before);
    expect((await patch({ projectId: own, items: before })).body).toMatchObject({ unchanged: 2 });
  });

  test('200 with `fields` and `omitEmpty`: of each line no more than the list gives with them', async () => {
    const { own } = await projectWith(
      { itemNumber: 1, quantity: 1, nominalPipeSize: 6 },
      { itemNumber: 2, quantity: 1, discipline: 'civil' },
    );
    const items = (await linesOf(own)).map(({ mtoId }) => ({ mtoId, quantity: 7, remarks: 'é' }));
    for (const query of [
      'fields=quantity,nominalPipeSize,remarks,tag,updatedBy',
      'fields=tag,quantity&omitEmpty=true',
      'omitEmpty=true',
    ]) {
      const { status, body } = await call('PATCH', `/mto/bulk?${query}`, { json: { projectId: own, items } });
      expect({ query, status }).toEqual({ query, status: 200 });
      expect(body.ids).toEqual(items.map(({ mtoId }) => mtoId));
      expect(body.items).toEqual((await call('GET', `/mto?projectId=${own}&${query}`)).body.data);
    }
    const [line] = (await call('PATCH', '/mto/bulk?fields=quantity', { json: { projectId: own, items } }))
      .body.items;
    expect(Object.keys(line)).toEqual(['id', 'version', 'quantity']);
  });

  test('200 a repeat of many lines answers the keys that the request chose', async () => {
    const { own } = await projectWith({ itemNumber: 1 }, { itemNumber: 2 });
    const items = (await linesOf(own)).map(({ mtoId }) => ({ mtoId, remarks: 'x'.repeat(500) }));
    const json = { projectId: own, items };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await call('PATCH', '/mto/bulk?fields=remarks', { json, headers });
    expect(first.body.items).toHaveLength(2);
    expect((await call('PATCH', '/mto/bulk?fields=remarks', { json, headers })).body).toEqual(first.body);
  });

  test('422 with an unknown key in `fields`, beside the faults of the items', async () => {
    const json = { projectId, items: [{ mtoId: 'x' }] };
    const { status, body } = await call('PATCH', '/mto/bulk?fields=quantity,flavour', { json });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([
      { index: 0, field: 'mtoId', code: 'FORMAT' },
      { field: 'fields', code: 'UNKNOWN_FIELD', params: { notAllowed: ['flavour'] } },
    ]);
  });

  test('200 rates of the crew, matches of codes and the rules of totalCost are those of a single update', async () => {
    const { own, service } = await projectWith({ itemNumber: 1 }, { itemNumber: 2 });
    system.records.addCrew(service, { crewCode: 'PF-01' });
    system.records.addWbsCode(own, '01.10');
    const [a, b] = (await linesOf(own)) as [Json, Json];
    const { body } = await patch({
      projectId: own,
      items: [
        { mtoId: a.mtoId, crewCode: 'pf-01', wbsCode: '01.10' },
        { mtoId: b.mtoId, totalCost: 77.5, wbsCode: 'none' },
      ],
    });
    expect(body.items).toMatchObject([
      { labourRate: 149.9556, labourRateSource: 'crew', crewRateMatched: true, wbsMatched: true },
      { totalCost: 77.5, totalCostOverride: 77.5, wbsMatched: false },
    ]);
  });

  test('422 with the position of every invalid item, and nothing is changed', async () => {
    const { own } = await projectWith({ itemNumber: 1 }, { itemNumber: 2 }, { itemNumber: 3 });
    const before = await linesOf(own);
    const [a, b, c] = before.map(({ mtoId }) => mtoId);
    const { status, body } = await patch({
      projectId: own,
      items: [
        { mtoId: a, quantity: 7 },
        { mtoId: b, quantity: null, colour: 1, discipline: 'civil' },
        { mtoId: c, status: 'nonsense', quantity: { multiply: 2 }, totalCost: 'x' },
      ],
    });
    expect(status).toBe(422);
    expect(indexedFaults(body)).toEqual([
      '1 colour UNKNOWN_FIELD',
      '1 discipline READ_ONLY',
      '1 quantity REQUIRED',
      '2 quantity TYPE',
      '2 status ENUM',
      '2 totalCost TYPE',
    ]);
    const references = [
      { mtoId: a },
      { mtoId: b, quantity: 7 },
      { mtoId: c, subcontractorId: unknownId, currency: 'USD' },
    ];
    const refused = await patch({ projectId: own, items: references });
    expect(indexedFaults(refused.body)).toEqual(['2 currency REFERENCE', '2 subcontractorId REFERENCE']);
    expect(await linesOf(own)).toEqual(before);
  });

  test('422 for an item that names no line, no sound version, or a line a second time', async () => {
    const items = [
      {},
      7,
      { mtoId: 'x' },
      { mtoId: unknownId, version: 0 },
      { mtoId: unknownId.toUpperCase(), version: 'x' },
    ];
    const { status, body } = await patch({ projectId, items });
    expect(status).toBe(422);
    expect(indexedFaults(body)).toEqual([
      '0 mtoId REQUIRED',
      '1 body TYPE',
      '2 mtoId FORMAT',
      '3 version MIN',
      '4 mtoId DUPLICATE',
      '4 version TYPE',
    ]);
  });

  test.each([
    [{ items: [{ mtoId: unknownId }] }, ['projectId REQUIRED']],
    [{ projectId }, ['items REQUIRED']],
    [{ projectId, items: [] }, ['items REQUIRED']],
    [{ projectId, items: {} }, ['items TYPE']],
    [{ projectId, items: Array(5001).fill({ mtoId: unknownId }) }, ['items MAX_LENGTH']],
    [{ projectId, items: [{ mtoId: unknownId }], item: 1 }, ['item UNKNOWN_FIELD']],
  ])('422 for a request that is not valid', async (json, faults) => {
    const { status, body } = await patch(json);
    expect(status).toBe(422);
    expect(body.errors.map(({ field, code }: Json) => `${field} ${code}`)).toEqual(faults);
  });

  test('404 for an unknown project, and with the list of all lines that the project does not have', async () => {
    const { own } = await projectWith({});
    const elsewhere = (await post(pipe())).body.mtoId;
    const [line] = await linesOf(own);
    const items = [{ mtoId: line?.mtoId, quantity: 3 }, { mtoId: elsewhere }, { mtoId: unknownId }];
    const { status, body } = await patch({ projectId: own, items });
    expect({ status, code: body.code, count: body.count }).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      count: 2,
    });
    expect(body.ids.toSorted()).toEqual([elsewhere, unknownId].sort());
    expect((await patch({ projectId: unknownId, items })).body).toMatchObject({
      status: 404,
      resource: 'project',
    });
    expect((await linesOf(own))[0]).toEqual(line as Json);
  });

  test('412 with the identifiers of all lines that have another version, and nothing is changed', async () => {
    const { own } = await projectWith({ itemNumber: 1 }, { itemNumber: 2 }, { itemNumber: 3 });
    const [a, b, c] = (await linesOf(own)).map(({ mtoId }) => String(mtoId));
    for (const id of [a, c]) await call('PUT', `/mto/${id}?projectId=${own}`, { json: { area: 'moved' } });
    const before = await linesOf(own);
    const items = [a, b, c].map((mtoId) => ({ mtoId, version: 1, quantity: 5 }));
    const { status, body } = await patch({ projectId: own, items });
    expect(status).toBe(412);
    const changes = [a, c].map((id) => ({ id, version: 2, updatedBy: before[0]?.updatedBy }));
    expect(body).toMatchObject({ code: 'VERSION_MISMATCH', ids: [a, c], count: 2, changes });
    expect(body.detail).toBe('2 lines have been changed by someone else; read what `ids` names again.');
    expect(await linesOf(own)).toEqual(before);
  });

  test('409 when one of the lines is of an approved service, 503 while owners are silent', async () => {
    const { own } = await projectWith({ itemNumber: 1 });
    const approved = system.records.addService(own);
    await post(pipe({ projectId: own, serviceId: approved, itemNumber: 2 }));
    const before = await linesOf(own);
    const items = before.map(({ mtoId }) => ({ mtoId, wbsCode: '01.10' }));
    await system.without('equipment-wbs', async () =>
      expect((await patch({ projectId: own, items })).status).toBe(503),
    );
    system.records.setStatus(approved, 'approved');
    const { status, body } = await patch({ projectId: own, items });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'SERVICE_APPROVED' });
    expect(await linesOf(own)).toEqual(before);
  });

  test('200 for 5000 lines, and once for a repeated Idempotency-Key, with the lines as they are then', async () => {
    const { own, service } = await projectWith();
    const least = { discipline: 'piping', quantity: 1 };
    const made = await call('POST', '/mto/bulk', {
      json: { projectId: own, serviceId: service, items: Array(5000).fill(least) },
    });
    const ids: string[] = made.body.ids;
    const items = ids.map((mtoId, at) => ({ mtoId, version: 1, quantity: at + 1, remarks: `Row ${at}` }));
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await patch({ projectId: own, items }, key);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ updated: 5000, unchanged: 0, ids });
    expect(first.body.items.at(-1)).toMatchObject({ quantity: 5000, remarks: 'Row 4999', version: 2 });
    await call('DELETE', `/mto/${ids[0]}`);
    const second = await patch({ projectId: own, items }, key);
    expect(second.body.items).toEqual(first.body.items.slice(1));
    const other = await patch({ projectId: own, items: items.slice(1) }, key);
    expect(other.body).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' });
  }, 300_000);

  test('200 for two that paste the same lines in opposite orders at once: both are stored, one after the other', async () => {
    const { own } = await projectWith(...Array.from({ length: 8 }, (_, at) => ({ itemNumber: at + 1 })));
    const ids = (await linesOf(own)).map(({ mtoId }) => mtoId);
    const itemsOf = (order: unknown[], field: string) => order.map((mtoId) => ({ mtoId, [field]: 'pasted' }));
    const answers = await Promise.all([
      patch({ projectId: own, items: itemsOf(ids, 'area') }),
      patch({ projectId: own, items: itemsOf(ids.toReversed(), 'remarks') }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const line of await linesOf(own))
      expect(line).toMatchObject({ area: 'pasted', remarks: 'pasted', version: 3 });
  });

  test('200 or 404 while one of the lines is deleted: all are changed before, or none after', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { own } = await projectWith({ itemNumber: 1 }, { itemNumber: 2 }, { itemNumber: 3 });
      const ids = (await linesOf(own)).map(({ mtoId }) => String(mtoId));
      const items = ids.map((mtoId) => ({ mtoId, area: 'pasted' }));
      const [patched] = await Promise.all([
        patch({ projectId: own, items }),
        call('DELETE', `/mto/${ids[round % 3]}`),
      ]);
      expect(patched.status).toBeOneOf([200, 404]);
      if (patched.status === 404) expect(patched.body.ids).toEqual([ids[round % 3]]);
      const left = await linesOf(own);
      expect(left.map(({ area }) => area)).toEqual(Array(2).fill(patched.status === 200 ? 'pasted' : null));
    }
  });
});
