import { afterAll, describe, expect, test } from 'bun:test';
import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import fc from 'fast-check';
import { meets, searchedKeys, sorted } from '../../support/criteria-oracle';
import { randomCriteria, randomLines, randomSort } from '../../support/random-lines';
import { rounds, someOf } from '../../support/rounds';
import { commonTakeoffLines, faultsOf } from '../../support/takeoff-lines';

type Json = Record<string, unknown>;

const { system, projectWith, pipe, stored, call } = await commonTakeoffLines();

afterAll(() => system.stop());

const search = async (json: Json) => {
  const { status, body } = await call('POST', '/mto/search', { json });
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  return body;
};

const list = async (query: string) => {
  const { status, body } = await call('GET', `/mto?${query}`);
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  return body;
};

/** All lines of a walk; `between` happens after each page. */
async function walk(json: Json, between = async (_page: number) => {}): Promise<Json[]> {
  const lines: Json[] = [];
  for (let page = await search(json), at = 0; ; at += 1) {
    expect(page).toMatchObject({ skip: lines.length, hasMore: page.next !== null });
    lines.push(...page.data);
    if (page.next === null) return lines;
    await between(at);
    page = await search({ ...json, after: page.next });
  }
}

const idsOf = (lines: readonly Json[]) => lines.map(({ id }) => id);

describe('after and next of POST /api/v1/mto/search', () => {
  test('200 every line that matches once and in order, whatever the sort and the criteria', async () => {
    const { own } = await projectWith(...randomLines(60, 411));
    const lines = (await list(`projectId=${own}&limit=100`)).data;
    const walks = fc.record({
      filters: fc.option(randomCriteria(lines)),
      sort: randomSort,
      limit: fc.integer({ min: 1, max: 25 }),
    });
    await fc.assert(
      fc.asyncProperty(walks, async ({ filters, sort, limit }) => {
        const met = lines.filter((line: Json) => filters === null || meets({ ...line }, filters));
        expect(idsOf(await walk({ projectId: own, filters, sort, limit }))).toEqual(idsOf(sorted(met, sort)));
      }),
      { numRuns: rounds(60) },
    );
  }, 300_000);

  test('200 by every field in both directions, with ties and empty values', async () => {
    const { own } = await projectWith(...randomLines(10, 3));
    const lines = (await list(`projectId=${own}&limit=100`)).data;
    for (const field of someOf(searchedKeys)) {
      const direction = field.length % 2 === 0 ? 'asc' : 'desc';
      const sort = [{ field, direction } as const];
      const found = await walk({ projectId: own, sort, limit: 4 });
      expect({ field, ids: idsOf(found) }).toEqual({ field, ids: idsOf(sorted(lines, sort)) });
    }
  }, 300_000);

  test.each([
    [[]],
    [[{ field: 'itemNumber' }]],
    [[{ field: 'tag', direction: 'desc' }]],
    [[{ field: 'totalCost', direction: 'desc' }]],
    [[{ field: 'area' }]],
  ])('200 sorted by %j none twice and none missed while others insert lines', async (sort) => {
    const some = (at: number, of: number) => (at % 5 === 0 ? null : 1 + (at % of));
    const items = Array.from({ length: 40 }, (_, at) => ({
      itemNumber: some(at, 4),
      tag: some(at, 3) === null ? null : `T-${some(at, 3)}`,
      area: some(at, 2)?.toString() ?? null,
    }));
    const { own, service } = await projectWith(...items);
    const before = idsOf((await list(`projectId=${own}&limit=100`)).data);
    const ids = idsOf(
      await walk({ projectId: own, sort, limit: 7 }, async (at) => {
        const more = items[(at * 11) % items.length];
        await stored(pipe({ ...more, projectId: own, serviceId: service }));
      }),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(before.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('200 the lines of a version, in the order of the takeoff and in another', async () => {
    const { own, service } = await projectWith(...randomLines(23, 5));
    const estimationId = system.records.addEstimation(own, service, 'in-review');
    await system.bus.ask(keepVersionLines, { estimationId, projectId: own, serviceId: service });
    const before = (await list(`projectId=${own}&limit=100`)).data;
    for (const { mtoId } of before.slice(0, 9))
      await call('PUT', `/mto/${mtoId}?projectId=${own}`, { json: { itemNumber: 999, tag: 'changed' } });
    await call('DELETE', `/mto/${before[12].mtoId}`);
    const sort = [{ field: 'tag', direction: 'desc' } as const];
    const version = { projectId: own, estimationId, limit: 4 };
    expect(await walk(version)).toEqual(before);
    expect(await walk({ ...version, sort })).toEqual(sorted(before, sort));
  });

  test('200 long texts, blanks and signs in the values at which pages end', async () => {
    const long = '配管 "x" \\ \u001f Ä ß İ '.repeat(100);
    const items = Array.from({ length: 6 }, (_, at) => ({ remarks: `${long.slice(0, 1900)}${at}` }));
    const { own } = await projectWith(...items);
    const found = await walk({ projectId: own, sort: [{ field: 'remarks' }], limit: 1 });
    expect(found.map(({ remarks }) => String(remarks).at(-1))).toEqual(['0', '1', '2', '3', '4', '5']);
  });
});

describe('after and next of GET /api/v1/mto', () => {
  test('200 the whole takeoff in its order, with chosen keys and with an order of its own', async () => {
    const { own } = await projectWith(...randomLines(30, 12));
    const all = (await list(`projectId=${own}&limit=100`)).data;
    for (const sort of ['', '&sort=-totalCost,tag']) {
      const lines: Json[] = [];
      const query = `projectId=${own}${sort}&limit=8&fields=tag`;
      for (let page = await list(query); ; page = await list(`${query}&after=${page.next}`)) {
        lines.push(...page.data);
        expect(page.total).toBe(30);
        if (page.next === null) break;
      }
      const order = [{ field: 'totalCost', direction: 'desc' } as const, { field: 'tag' }];
      expect(idsOf(lines)).toEqual(idsOf(sort === '' ? all : sorted(all, order)));
    }
  });

  test('200 what was found by words goes on in a search of the same words', async () => {
    const { own } = await projectWith({ tag: 'pump A' }, { tag: 'pump B' }, { tag: 'pump C' });
    const first = await list(`projectId=${own}&search=pump&sort=-tag&limit=1`);
    const sort = [{ field: 'tag', direction: 'desc' }];
    const rest = await search({ projectId: own, search: 'pump', sort, after: first.next });
    expect([...first.data, ...rest.data].map(({ tag }) => tag)).toEqual(['pump C', 'pump B', 'pump A']);
  });

  test('422 for a cursor of another sort, of other lines, with skip, changed or made up', async () => {
    const { own } = await projectWith({ tag: 'A' }, { tag: 'B' });
    const other = await projectWith({ tag: 'C' }, { tag: 'D' });
    const { next } = await list(`projectId=${own}&sort=tag&limit=1`);
    const parts = JSON.parse(Buffer.from(next, 'base64url').toString());
    const forged = (change: (parts: unknown[]) => unknown) =>
      Buffer.from(JSON.stringify(change([...parts]))).toString('base64url');
    const refused = async (query: string) => {
      const answer = await call('GET', `/mto?limit=1&${query}`);
      expect(answer.status).toBe(422);
      expect(faultsOf(answer)).toEqual(['after FORMAT']);
      return answer.body.errors[0].message;
    };
    expect(await refused(`projectId=${own}&sort=-tag&after=${next}`)).toContain('another sort');
    expect(await refused(`projectId=${own}&after=${next}`)).toContain('another sort');
    expect(await refused(`projectId=${other.own}&sort=tag&after=${next}`)).toContain('other lines');
    expect(await refused(`projectId=${own}&sort=tag&search=x&after=${next}`)).toContain('other lines');
    for (const made of [
      forged((all) => all.slice(0, -1)),
      forged((all) => [...all, 'more']),
      forged((all) => all.with(4, 'no identifier')),
      forged((all) => all.with(2, -1)),
      forged((all) => all.with(5, { tag: 1 })),
      forged((all) => all.with(5, '\u0000')),
      forged(() => null as never),
      next.slice(0, -9),
      'e30',
    ])
      await refused(`projectId=${own}&sort=tag&after=${made}`);
    const skipped = await call('GET', `/mto?projectId=${own}&sort=tag&skip=1&after=${next}`);
    expect(faultsOf(skipped)).toEqual(['skip FORMAT']);
  });

  test.each(['itemNumber', 'quantity', 'takeoffDate', 'createdAt', 'status', 'importTaskId', 'sourService'])(
    '422 for a cursor by %s whose value is none of that field',
    async (sort) => {
      const filled = { itemNumber: 1, takeoffDate: '2025-01-01', status: 'draft', sourService: true };
      const { own } = await projectWith(filled, filled);
      const { next } = await list(`projectId=${own}&sort=${sort}&limit=1`);
      const parts = JSON.parse(Buffer.from(next, 'base64url').toString());
      for (const value of ['x', "1'; --", '9'.repeat(40), '2025-13-45', 7]) {
        const after = Buffer.from(JSON.stringify(parts.with(5, value))).toString('base64url');
        const answer = await call('GET', `/mto?projectId=${own}&sort=${sort}&limit=1&after=${after}`);
        expect({ value, status: answer.status }).toEqual({ value, status: 422 });
      }
    },
  );
});

describe('fields, omitEmpty and search of GET /api/v1/mto', () => {
  test('200 only the chosen keys beside id and version, those that a line has', async () => {
    const { own } = await projectWith(
      { tag: 'A', nominalPipeSize: 8, quantity: 2.5, takeoffDate: '2025-01-01' },
      { discipline: 'civil', tag: 'B' },
    );
    const query = `projectId=${own}&fields=nominalPipeSize,tag,quantity,area,takeoffDate,mtoId,createdBy`;
    const { data } = await list(query);
    const [{ id, version, createdBy }, civil] = data;
    const common = { version: 1, area: null, createdBy: expect.any(String) };
    expect(data).toEqual([
      { id, mtoId: id, nominalPipeSize: 8, tag: 'A', quantity: 2.5, takeoffDate: '2025-01-01', ...common },
      { id: civil.id, mtoId: civil.id, tag: 'B', quantity: 10, takeoffDate: null, ...common },
    ]);
    expect(version).toBe(1);
    expect((await list(`${query}&omitEmpty=true`)).data[1]).toEqual({
      id: civil.id,
      mtoId: civil.id,
      version: 1,
      tag: 'B',
      quantity: 10,
      createdBy,
    });
    expect((await search({ projectId: own, fields: ['tag'] })).data).toEqual(
      data.map((line: Json) => ({ id: line.id, version: 1, tag: line.tag })),
    );
  });

  test('200 every key by its name alone has the value that the whole line has', async () => {
    const { own } = await projectWith(...randomLines(20, 99));
    const whole = (await list(`projectId=${own}`)).data;
    for (const keys of [Object.keys(whole[0]), Object.keys(whole[1]).slice(80, 105)]) {
      const { data } = await search({ projectId: own, fields: keys });
      const expected = whole.map((line: Json) =>
        Object.fromEntries(Object.entries(line).filter(([key]) => ['id', 'version', ...keys].includes(key))),
      );
      expect(data).toEqual(expected);
    }
    const { data } = await list(`projectId=${own}&omitEmpty=true`);
    expect(data).toEqual(
      whole.map((line: Json) =>
        Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null)),
      ),
    );
  });

  test('200 lines in which every word occurs, in any of the texts by which they are known', async () => {
    const { own } = await projectWith(
      { description: 'FLANGE, WN', tag: 'A', remarks: 'class 150' },
      { description: 'Flange', lineNumber: '8"-WN-150', tag: 'B' },
      { description: 'Flange wn 300', tag: 'C' },
      { description: 'Flange wn', area: '150', tag: 'D' },
      { description: '100% flange_x', tag: 'E' },
      { discipline: 'civil', description: 'flange wn', itemCode: '150', tag: 'F' },
    );
    const found = async (words: string) =>
      (await list(`projectId=${own}&search=${encodeURIComponent(words)}`)).data.map(({ tag }: Json) => tag);
    expect(await found('flange wn 150')).toEqual(['A', 'B', 'F']);
    expect(await found('  150\tFLANGE ')).toEqual(['A', 'B', 'F']);
    expect(await found('0%')).toEqual(['E']);
    expect(await found('e_x')).toEqual(['E']);
    expect(await found('wn,')).toEqual([]);
    expect(await found('   ')).toHaveLength(6);
    expect(await found('flangeA')).toEqual([]);
  });

  test.each([
    [{ fields: ['tag', 'nothing', 7] }, ['fields TYPE']],
    [{ fields: ['nothing', 'neither'] }, ['fields UNKNOWN_FIELD', 'fields UNKNOWN_FIELD']],
    [{ discipline: 'civil', fields: ['nominalPipeSize'] }, ['fields UNKNOWN_FIELD']],
    [{ search: 'x'.repeat(201), omitEmpty: 'yes' }, ['omitEmpty TYPE', 'search MAX_LENGTH']],
    [{ after: 7 }, ['after TYPE']],
  ] as [Json, string[]][])('422 POST /mto/search with %j', async (json, faults) => {
    const { own } = await projectWith();
    const answer = await call('POST', '/mto/search', { json: { projectId: own, ...json } });
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(faults);
  });
});
