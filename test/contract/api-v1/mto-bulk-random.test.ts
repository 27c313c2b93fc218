import { afterAll, describe, expect, test } from 'bun:test';
import { type Discipline, disciplines } from '@consulting/takeoff-fields/discipline';
import fc from 'fast-check';
import { randomLines, randomUpdates } from '../../support/random-lines';
import { randomOperations, resultOf } from '../../support/random-operations';
import { rounds } from '../../support/rounds';
import { commonTakeoffLines } from '../../support/takeoff-lines';

type Json = Record<string, unknown>;

const { system, projectWith, call } = await commonTakeoffLines();

afterAll(() => system.stop());

const bodies = randomLines(60, 411);

async function projectOfLines() {
  const { own, service } = await projectWith();
  system.records.addCrew(service, { crewCode: 'PF-01' });
  system.records.addCrew(service, { crewCode: 'PF-02', labourRate: '88.5', crewSize: '3' });
  system.records.addWbsCode(own, '01.10');
  const json = { projectId: own, serviceId: service, items: bodies };
  const { status, body } = await call('POST', '/mto/bulk', { json });
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
  return { own, ids: body.ids as string[] };
}

const server = ['id', 'mtoId', 'projectId', 'serviceId', 'version', 'createdAt', 'updatedAt'];

async function linesOf(own: string, ids: readonly string[]): Promise<Json[]> {
  const { body } = await call('GET', `/mto?projectId=${own}&limit=100`);
  const lines = new Map<string, Json>(body.data.map((line: Json) => [line.id, line]));
  return ids.map((id) => lines.get(id) ?? {});
}

const values = (line: Json) =>
  Object.fromEntries(Object.entries(line).filter(([key]) => !server.includes(key)));

describe('POST /api/v1/mto/bulk-edit', () => {
  test('200 makes of every line what a single update would, and leaves those that do not change', async () => {
    const [bulk, single] = [await projectOfLines(), await projectOfLines()];
    const edits = fc
      .constantFrom(...disciplines)
      .chain((discipline) =>
        fc.record({ discipline: fc.constant(discipline), updates: randomUpdates(discipline) }),
      );
    await fc.assert(
      fc.asyncProperty(edits, async ({ discipline, updates }) => {
        const before = await linesOf(bulk.own, bulk.ids);
        const filters = { conditions: [{ field: 'discipline', operator: 'equals', value: discipline }] };
        const json = { projectId: bulk.own, selection: { mode: 'filters', filters }, updates };
        const { status, body } = await call('POST', '/mto/bulk-edit', { json });
        expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
        for (const [at, id] of single.ids.entries()) {
          if (before[at]?.discipline !== discipline) continue;
          const answer = await call('PUT', `/mto/${id}?projectId=${single.own}`, { json: updates });
          expect(answer.status).toBe(200);
        }
        const after = await linesOf(bulk.own, bulk.ids);
        expect(after.map(values)).toEqual((await linesOf(single.own, single.ids)).map(values));
        const changed = after.filter((line, at) => line.version !== before[at]?.version);
        expect(body.updated).toBe(changed.length);
        for (const [at, line] of after.entries())
          expect(Bun.deepEquals(values(line), values(before[at] ?? {}))).toBe(
            line.version === before[at]?.version,
          );
      }),
      { numRuns: rounds(40) },
    );
  }, 300_000);

  test('200 with operations makes of every line what a single update with the results would; 422 where those would be refused', async () => {
    const [bulk, single] = [await projectOfLines(), await projectOfLines()];
    const edits = fc
      .constantFrom(...disciplines)
      .chain((discipline) =>
        fc.record({ discipline: fc.constant(discipline), updates: randomOperations(discipline) }),
      );
    const changing = disciplines.map((discipline) => ({ discipline, updates: { quantity: { add: 1 } } }));
    const refused = { discipline: bodies[0]?.discipline as Discipline, updates: { quantity: { add: -1e6 } } };
    const examples = [...changing, refused].map((edit): [typeof edit] => [edit]);
    const seen = { changed: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(edits, async ({ discipline, updates }) => {
        const before = await linesOf(bulk.own, bulk.ids);
        const ofDiscipline = before.flatMap((line, at) => (line.discipline === discipline ? [at] : []));
        const filters = { conditions: [{ field: 'discipline', operator: 'equals', value: discipline }] };
        const json = { projectId: bulk.own, selection: { mode: 'filters', filters }, updates };
        const { status, body } = await call('POST', '/mto/bulk-edit', { json });
        expect(body.code ?? status).toBeOneOf([200, 'RESULT_INVALID']);
        const resultsOf = (at: number) =>
          Object.fromEntries(
            Object.entries(updates).map(([key, operation]) => [
              key === 'totalCost' ? 'totalCostOverride' : key,
              resultOf(before[at] as Json, key, operation as Json),
            ]),
          );
        const put = (at: number) =>
          call('PUT', `/mto/${single.ids[at]}?projectId=${single.own}`, { json: resultsOf(at) });
        if (status === 422) {
          const refused = new Set(body.lines.map(({ id }: Json) => id));
          expect(body).toMatchObject({ code: 'RESULT_INVALID', count: refused.size });
          for (const at of ofDiscipline)
            if (refused.has(bulk.ids[at])) expect((await put(at)).status).toBe(422);
          seen.refused += 1;
          return expect(await linesOf(bulk.own, bulk.ids)).toEqual(before);
        }
        for (const at of ofDiscipline) expect((await put(at)).status).toBe(200);
        const after = await linesOf(bulk.own, bulk.ids);
        expect(after.map(values)).toEqual((await linesOf(single.own, single.ids)).map(values));
        const changed = after.filter((line, at) => line.version !== before[at]?.version);
        expect(body).toMatchObject({ matched: ofDiscipline.length, updated: changed.length });
        seen.changed += changed.length;
      }),
      { examples, numRuns: examples.length + rounds(60), endOnFailure: true },
    );
    expect(seen.changed).toBeGreaterThanOrEqual(bodies.length);
    expect(seen.refused).toBeGreaterThan(0);
  }, 240_000);
});

describe('PATCH /api/v1/mto/bulk', () => {
  test('200 makes of every line what a single update would, and leaves those that do not change', async () => {
    const [bulk, single] = [await projectOfLines(), await projectOfLines()];
    const chosen = fc.uniqueArray(fc.nat(bodies.length - 1), { minLength: 1, maxLength: 20 });
    const patches = chosen.chain((places) =>
      fc.tuple(
        ...places.map((at) =>
          fc.record({
            at: fc.constant(at),
            changes: randomUpdates(bodies[at]?.discipline as Discipline),
          }),
        ),
      ),
    );
    await fc.assert(
      fc.asyncProperty(patches, async (items) => {
        const before = await linesOf(bulk.own, bulk.ids);
        const json = {
          projectId: bulk.own,
          items: items.map(({ at, changes }) => ({
            ...changes,
            mtoId: bulk.ids[at],
            version: before[at]?.version,
          })),
        };
        const { status, body } = await call('PATCH', '/mto/bulk', { json });
        expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
        for (const { at, changes } of items) {
          const answer = await call('PUT', `/mto/${single.ids[at]}?projectId=${single.own}`, {
            json: changes,
          });
          expect(answer.status).toBe(200);
        }
        const after = await linesOf(bulk.own, bulk.ids);
        expect(after.map(values)).toEqual((await linesOf(single.own, single.ids)).map(values));
        expect(body.items).toEqual(items.map(({ at }) => after[at]));
        const changed = after.filter((line, at) => line.version !== before[at]?.version);
        expect(body).toMatchObject({ updated: changed.length, unchanged: items.length - changed.length });
        for (const [at, line] of after.entries())
          expect(Bun.deepEquals(values(line), values(before[at] ?? {}))).toBe(
            line.version === before[at]?.version,
          );
      }),
      { numRuns: rounds(30), endOnFailure: true },
    );
  }, 240_000);
});
