import { afterAll, describe, expect, test } from 'bun:test';
import { commonTakeoffLines, faultsOf } from '../../support/takeoff-lines';

type Json = Record<string, unknown>;

const { system, projectWith, call, post, pipe } = await commonTakeoffLines();

afterAll(() => system.stop());

const everything = {
  mode: 'filters',
  filters: { conditions: [{ field: 'quantity', operator: 'isNotEmpty' }] },
};
const edit = (own: string, updates: Json, more: Json = {}) =>
  call('POST', '/mto/bulk-edit', { json: { projectId: own, selection: everything, updates, ...more } });
const linesOf = async (own: string): Promise<Json[]> =>
  (await call('GET', `/mto?projectId=${own}&limit=100`)).body.data;
const valuesOf = async (own: string, key: string) => (await linesOf(own)).map((line) => line[key]);

const afterwards = async (items: Json[], updates: Json, key: string) => {
  const { own } = await projectWith(...items.map((item, at) => ({ itemNumber: at + 1, ...item })));
  const { status, body } = await edit(own, updates);
  expect({ status, detail: body.detail }).toEqual({ status: 200, detail: undefined });
  return valuesOf(own, key);
};

describe('POST /api/v1/mto/bulk-edit with operations', () => {
  test.each([
    [{ multiply: 1.1 }, [1.1, 0.11, null, -3.3]],
    [{ add: -2 }, [-1, -1.9, null, -5]],
    [{ percent: 5 }, [1.05, 0.105, null, -3.15]],
    [{ multiply: 0.333333, round: 2 }, [0.33, 0.03, null, -1]],
    [{ percent: 50, round: 0 }, [2, 0, null, -5]],
    [{ multiply: 2, ifEmpty: 7 }, [2, 0.2, 7, -6]],
    [{ multiply: 0.0000005 }, 'FORMAT'],
  ])('%j of numbers, exact and rounded half away from zero', async (operation, wanted) => {
    const items = [1, 0.1, null, -3].map((materialUnitPrice) => ({ materialUnitPrice }));
    if (wanted === 'FORMAT') {
      const { own } = await projectWith(...items);
      expect(faultsOf(await edit(own, { materialUnitPrice: operation }))).toEqual([
        'updates.materialUnitPrice.multiply FORMAT',
      ]);
    } else
      expect(await afterwards(items, { materialUnitPrice: operation }, 'materialUnitPrice')).toEqual(
        wanted as unknown[],
      );
  });

  test('200 results have at most six decimals, without an error of doubles', async () => {
    const items = [{ quantity: 0.7 }, { quantity: 1.005 }, { quantity: 123456789.123456 }];
    expect(await afterwards(items, { quantity: { multiply: 1.1 } }, 'quantity')).toEqual([
      0.77, 1.1055, 135802468.035802,
    ]);
    expect(
      await afterwards([{ quantity: 1.005 }], { quantity: { multiply: 1, round: 2 } }, 'quantity'),
    ).toEqual([1.01]);
  });

  test('200 copyFrom fills empty targets, takes calculated figures, clears by empty ones, and reads the lines as they were', async () => {
    const { own } = await projectWith(
      {
        itemNumber: 1,
        tag: 'A',
        itemCode: 'X',
        quantity: 2,
        materialUnitPrice: 10,
        materialGroup: 'carbon-steel',
      },
      { itemNumber: 2, itemCode: 'Y', quantity: 3, materialUnitPrice: 10, materialGroup: 'stainless-steel' },
    );
    const updates = {
      tag: { copyFrom: 'itemCode' },
      itemCode: { copyFrom: 'tag', ifEmpty: 'none' },
      area: { copyFrom: 'tag' },
      remarks: { copyFrom: 'materialGroup' },
      totalCostOverride: { copyFrom: 'totalCost', round: 0 },
      quantity: { multiply: 2 },
    };
    expect((await edit(own, updates)).body).toMatchObject({ matched: 2, updated: 2 });
    expect(await linesOf(own)).toMatchObject([
      { tag: 'X', itemCode: 'A', area: 'A', remarks: 'carbon-steel', totalCost: 20, quantity: 4 },
      { tag: 'Y', itemCode: 'none', area: null, remarks: 'stainless-steel', totalCost: 30, quantity: 6 },
    ]);
  });

  test('200 replace is literal, every occurrence, case-sensitive; the result is trimmed', async () => {
    const items = [
      { remarks: 'A106 and A106, a106' },
      { remarks: '(A|B)*' },
      { remarks: null },
      { remarks: 'A106' },
    ];
    const replace = { find: 'A106', with: '$& $1 A333' };
    expect(await afterwards(items, { remarks: { replace } }, 'remarks')).toEqual([
      '$& $1 A333 and $& $1 A333, a106',
      '(A|B)*',
      null,
      '$& $1 A333',
    ]);
    const removed = { replace: { find: 'A106', with: ' ' }, ifEmpty: 'empty' };
    expect(await afterwards(items, { remarks: removed }, 'remarks')).toEqual([
      'and  , a106',
      '(A|B)*',
      'empty',
      null,
    ]);
  });

  test('200 replace with ignoreCase finds small and capital letters, and a number as a whole', async () => {
    const items = [
      { remarks: 'Pipe A106.B', quantity: 12 },
      { remarks: 'a106xb A106.b', quantity: 120 },
    ];
    const remarks = { replace: { find: 'a106.B', with: '$&', ignoreCase: true } };
    expect(await afterwards(items, { remarks }, 'remarks')).toEqual(['Pipe $&', 'a106xb $&']);
    const quantity = { replace: { find: 12, with: 3.5 } };
    expect(await afterwards(items, { quantity }, 'quantity')).toEqual([3.5, 120]);
  });

  test('200 totalCost starts from the total of the line and becomes its override', async () => {
    const items = [{ materialUnitPrice: 10, quantity: 3 }];
    expect(await afterwards(items, { totalCost: { percent: 10 } }, 'totalCostOverride')).toEqual([33]);
  });

  test('200 crew and WBS codes that come from other fields are matched line by line', async () => {
    const { own, service } = await projectWith(
      { itemNumber: 1, tag: 'PF-01', area: '01.10' },
      { itemNumber: 2, tag: 'gone', area: '99' },
      { itemNumber: 3, tag: null, area: null, wbsCode: '01.10', crewCode: 'PF-01' },
    );
    system.records.addCrew(service, { crewCode: 'PF-01' });
    system.records.addWbsCode(own, '01.10');
    const updates = { crewCode: { copyFrom: 'tag' }, wbsCode: { copyFrom: 'area' } };
    expect((await edit(own, updates)).status).toBe(200);
    expect(await linesOf(own)).toMatchObject([
      { crewCode: 'PF-01', crewRateMatched: true, labourRate: 149.9556, wbsCode: '01.10', wbsMatched: true },
      { crewCode: 'gone', crewRateMatched: false, wbsCode: '99', wbsMatched: false },
      { crewCode: null, crewRateMatched: false, wbsCode: null, wbsMatched: false },
    ]);
    await edit(own, { wbsCode: { replace: { find: '99', with: '01.10' } } });
    expect(await valuesOf(own, 'wbsMatched')).toEqual([true, true, false]);
    await system.without('equipment-wbs', async () =>
      expect((await edit(own, { wbsCode: { copyFrom: 'tag' } })).status).toBe(503),
    );
  });

  test('200 a choice takes what names it in a text, and choices are read ignoring case, blanks and hyphens', async () => {
    const items = [{ remarks: 'Stainless Steel' }, { remarks: 'carbon_steel' }];
    const updates = { materialGroup: { copyFrom: 'remarks' } };
    expect(await afterwards(items, updates, 'materialGroup')).toEqual(['stainless-steel', 'carbon-steel']);
    expect(await afterwards(items, { materialGroup: 'CARBON STEEL' }, 'materialGroup')).toEqual([
      'carbon-steel',
      'carbon-steel',
    ]);
    const filled = { materialGroup: { copyFrom: 'materialGroup', ifEmpty: 'Stainless steel' } };
    expect(await afterwards(items, filled, 'materialGroup')).toEqual(['stainless-steel', 'stainless-steel']);
  });

  test('422 RESULT_INVALID names the lines whose results break a rule, and nothing is changed', async () => {
    const { own } = await projectWith(
      { itemNumber: 1, quantity: 9e11, tag: 'x'.repeat(60), remarks: 'nonsense' },
      { itemNumber: 2, quantity: 3, tag: 'x', materialGroup: 'carbon-steel' },
      { quantity: 3, spoolCount: 3, remarks: 'USD' },
    );
    const before = await linesOf(own);
    const idOf = (itemNumber: number | null) => before.find((line) => line.itemNumber === itemNumber)?.mtoId;
    const updates = {
      quantity: { multiply: 2 },
      tag: { replace: { find: 'x', with: 'yyyyyyyyyy' } },
      materialGroup: { copyFrom: 'remarks' },
      spoolCount: { multiply: 1.1 },
      currency: { copyFrom: 'remarks' },
    };
    const { status, body } = await edit(own, updates);
    expect({ status, code: body.code, count: body.count }).toEqual({
      status: 422,
      code: 'RESULT_INVALID',
      count: 2,
    });
    const found = body.lines.map(({ id, itemNumber, field, code }: Json) => [id, itemNumber, field, code]);
    expect(found.toSorted()).toEqual(
      [
        [idOf(1), 1, 'quantity', 'MAX'],
        [idOf(1), 1, 'tag', 'MAX_LENGTH'],
        [idOf(1), 1, 'materialGroup', 'ENUM'],
        [idOf(1), 1, 'currency', 'MAX_LENGTH'],
        [idOf(null), null, 'spoolCount', 'TYPE'],
        [idOf(null), null, 'materialGroup', 'ENUM'],
        [idOf(null), null, 'currency', 'REFERENCE'],
      ].toSorted(),
    );
    expect((await edit(own, updates, { dryRun: true })).status).toBe(422);
    expect(await linesOf(own)).toEqual(before);
    const advised = { spoolCount: { multiply: 1.1, round: 0 } };
    expect((await edit(own, advised)).status).toBe(200);
    expect((await edit(own, { quantity: { copyFrom: 'equipmentRate' } })).body).toMatchObject({
      code: 'RESULT_INVALID',
      count: 3,
    });
  });

  test('422 RESULT_INVALID lists a hundred lines and counts all', async () => {
    const { own, service } = await projectWith();
    const items = Array.from({ length: 120 }, (_, at) => ({
      discipline: 'piping',
      quantity: 1,
      itemNumber: at + 1,
    }));
    await call('POST', '/mto/bulk', { json: { projectId: own, serviceId: service, items } });
    const { body } = await edit(own, { itemNumber: { add: 0.5 } });
    expect(body).toMatchObject({ code: 'RESULT_INVALID', count: 120 });
    expect(body.lines).toHaveLength(100);
  });

  test.each([
    [{ multiply: 'x' }, 'quantity', ['updates.quantity.multiply TYPE']],
    [{ multiply: null }, 'quantity', ['updates.quantity.multiply REQUIRED']],
    [{}, 'quantity', ['updates.quantity TYPE']],
    [{ multiply: 1, add: 2 }, 'quantity', ['updates.quantity TYPE']],
    [{ times: 2 }, 'quantity', ['updates.quantity TYPE', 'updates.quantity.times UNKNOWN_FIELD']],
    [{ multiply: 2, round: 7 }, 'quantity', ['updates.quantity.round MAX']],
    [{ multiply: 2, round: -1 }, 'quantity', ['updates.quantity.round MIN']],
    [{ multiply: 2, round: 0.5 }, 'quantity', ['updates.quantity.round TYPE']],
    [{ multiply: 2, ifEmpty: 'x' }, 'labourRate', ['updates.labourRate.ifEmpty TYPE']],
    [{ copyFrom: 'tag' }, 'quantity', ['updates.quantity.copyFrom TYPE']],
    [{ copyFrom: 'quantity' }, 'tag', ['updates.tag.copyFrom TYPE']],
    [{ copyFrom: 'subcontractorId' }, 'tag', ['updates.tag.copyFrom TYPE']],
    [{ copyFrom: 'nope' }, 'tag', ['updates.tag.copyFrom UNKNOWN_FIELD']],
    [{ copyFrom: 3 }, 'tag', ['updates.tag.copyFrom TYPE']],
    [{ copyFrom: 'gridReference' }, 'tag', ['updates.tag.copyFrom UNKNOWN_FIELD']],
    [{ multiply: 2 }, 'tag', ['updates.tag.multiply TYPE']],
    [{ copyFrom: 'area', round: 2 }, 'tag', ['updates.tag.round TYPE']],
    [{ replace: 'x' }, 'tag', ['updates.tag.replace TYPE']],
    [{ replace: { find: '', with: 'x' } }, 'tag', ['updates.tag.replace.find REQUIRED']],
    [{ replace: { find: 'x' } }, 'tag', ['updates.tag.replace.with REQUIRED']],
    [
      { replace: { find: 1, with: '\u0000', all: 1 } },
      'tag',
      [
        'updates.tag.replace.all UNKNOWN_FIELD',
        'updates.tag.replace.find TYPE',
        'updates.tag.replace.with INVALID_CHARACTER',
      ],
    ],
    [{ replace: { find: 'x', with: 'y', ignoreCase: 1 } }, 'tag', ['updates.tag.replace.ignoreCase TYPE']],
    [{ replace: { find: '1', with: 2 } }, 'quantity', ['updates.quantity.replace.find TYPE']],
    [{ replace: { find: 1 } }, 'quantity', ['updates.quantity.replace.with REQUIRED']],
    [{ replace: { find: 'x'.repeat(2001), with: '' } }, 'tag', ['updates.tag.replace.find MAX_LENGTH']],
    [{ replace: { find: 'x', with: 'y' } }, 'materialGroup', ['updates.materialGroup.replace TYPE']],
    [{ replace: { find: 'x', with: 'y' } }, 'subcontractorId', ['updates.subcontractorId TYPE']],
    [{ multiply: 2 }, 'directCost', ['updates.directCost READ_ONLY']],
  ])('422 for %j on %s', async (operation, key, faults) => {
    const { own } = await projectWith({});
    const answer = await edit(own, { [key]: operation });
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(faults);
  });

  test('200 a dry run has the first lines before and after, with calculated figures, and changes nothing', async () => {
    const { own } = await projectWith(
      { itemNumber: 1, quantity: 2, materialUnitPrice: 10 },
      { itemNumber: 2, quantity: 3 },
    );
    const before = await linesOf(own);
    const updates = { materialUnitPrice: { percent: 10 }, tag: 'T' };
    const { status, body } = await edit(own, updates, { dryRun: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ matched: 2, updated: 2 });
    expect(body.sample).toEqual([
      {
        id: before[0]?.id,
        itemNumber: 1,
        before: {
          tag: null,
          materialUnitPrice: 10,
          materialCost: 20,
          directCost: 20,
          totalCost: 20,
          unitCost: 10,
        },
        after: {
          tag: 'T',
          materialUnitPrice: 11,
          materialCost: 22,
          directCost: 22,
          totalCost: 22,
          unitCost: 11,
        },
      },
      {
        id: before[1]?.id,
        itemNumber: 2,
        before: { tag: null, materialUnitPrice: null },
        after: { tag: 'T', materialUnitPrice: null },
      },
    ]);
    expect(await linesOf(own)).toEqual(before);
    const plain = await edit(own, { area: 'x' }, { dryRun: true });
    expect(plain.body.sample).toMatchObject([
      { before: { area: null }, after: { area: 'x' } },
      { before: { area: null }, after: { area: 'x' } },
    ]);
    expect((await edit(own, { area: 'x' })).body.sample).toBeUndefined();
  });

  test('200 the sample of a dry run has twenty lines, those of the first identifiers', async () => {
    const { own, service } = await projectWith();
    const items = Array.from({ length: 25 }, () => ({ discipline: 'piping', quantity: 1 }));
    await call('POST', '/mto/bulk', { json: { projectId: own, serviceId: service, items } });
    const { body } = await edit(own, { quantity: { add: 1 } }, { dryRun: true });
    expect(body.sample.map(({ id }: Json) => id)).toEqual(body.ids.slice(0, 20));
  });
});

describe('serviceId beside projectId', () => {
  async function twoServices() {
    const { own, service } = await projectWith({ itemNumber: 1 });
    const other = system.records.addService(own);
    const line = await post(pipe({ projectId: own, serviceId: other, itemNumber: 2 }));
    return { own, service, other, otherLine: line.body.mtoId };
  }

  test('POST /api/v1/mto/bulk-edit 200 changes lines of the service alone', async () => {
    const { own, service, other } = await twoServices();
    system.records.setStatus(other, 'approved');
    const { body } = await edit(own, { area: 'x', quantity: { add: 1 } }, { serviceId: service });
    expect(body).toMatchObject({ matched: 1, updated: 1 });
    expect(await valuesOf(own, 'area')).toEqual(['x', null]);
    expect((await edit(own, { area: 'y' })).status).toBe(409);
  });

  test('POST /api/v1/mto/bulk-delete 200 deletes lines of the service alone', async () => {
    const { own, service, other, otherLine } = await twoServices();
    system.records.setStatus(other, 'approved');
    const json = { projectId: own, serviceId: service, selection: everything, confirm: true };
    expect((await call('POST', '/mto/bulk-delete', { json })).body).toMatchObject({ deleted: 1 });
    expect(await valuesOf(own, 'mtoId')).toEqual([otherLine]);
  });

  test.each(['bulk-edit', 'bulk-delete'])(
    'POST /api/v1/mto/%s 404 for identifiers of another service, 400 for an empty filter',
    async (path) => {
      const { own, service, otherLine } = await twoServices();
      const rest = path === 'bulk-edit' ? { updates: { area: 'x' } } : { confirm: true };
      const send = (selection: Json) =>
        call('POST', `/mto/${path}`, { json: { projectId: own, serviceId: service, selection, ...rest } });
      expect((await send({ mode: 'ids', ids: [otherLine] })).body).toMatchObject({
        status: 404,
        ids: [otherLine],
      });
      const empty = await send({ mode: 'filters', filters: { conditions: [] } });
      expect(empty.body).toMatchObject({ status: 400, code: 'EMPTY_FILTER' });
    },
  );
});

describe('choices in filters', () => {
  test.each([
    ['equals', 'Carbon Steel', 1],
    ['notEquals', 'CARBON_STEEL', 2],
    ['in', ['carbon steel', 'stainless-steel'], 2],
  ])('POST /api/v1/mto/search 200 %s %j is read as in imports', async (operator, value, count) => {
    const { own } = await projectWith(
      { materialGroup: 'carbon-steel' },
      { materialGroup: 'stainless-steel' },
      {},
    );
    const filters = { conditions: [{ field: 'materialGroup', operator, value }] };
    for (const more of [{}, { discipline: 'piping' }]) {
      const { body } = await call('POST', '/mto/search', { json: { projectId: own, filters, ...more } });
      expect(body.total).toBe(count);
    }
  });

  test('POST /api/v1/mto/search 422 for a text that names no choice', async () => {
    const { own } = await projectWith();
    const filters = { conditions: [{ field: 'materialGroup', operator: 'equals', value: 'wood' }] };
    const answer = await call('POST', '/mto/search', { json: { projectId: own, filters } });
    expect(faultsOf(answer)).toEqual(['filters.conditions[0].value ENUM']);
  });
});
