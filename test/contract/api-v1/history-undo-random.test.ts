import { afterAll, describe, expect, test } from 'bun:test';
import { disciplines } from '@consulting/takeoff-fields/discipline';
import fc from 'fast-check';
import { csvFile, importFile } from '../../support/import-file';
import { commonImportSystem } from '../../support/import-system';
import { randomLines, randomUpdates } from '../../support/random-lines';
import { rounds } from '../../support/rounds';

type Json = Record<string, unknown>;

const system = await commonImportSystem();

afterAll(() => system.stop());

const call = async (method: string, path: string, json?: unknown) => {
  const answer = await system.mto.request(method, `/api/v1${path}`, json === undefined ? {} : { json });
  return answer;
};

const seeds = randomLines(12, 907);

async function newTakeoff() {
  const { projectId, serviceId } = system.newTarget();
  system.records.addCrew(serviceId, { crewCode: 'PF-01' });
  system.records.addCrew(serviceId, { crewCode: 'PF-02', labourRate: '88.5', crewSize: '3' });
  system.records.addWbsCode(projectId, '01.10');
  const { status } = await call('POST', '/mto/bulk', { projectId, serviceId, items: seeds });
  expect(status).toBe(201);
  return { projectId, serviceId };
}

type Takeoff = Awaited<ReturnType<typeof newTakeoff>>;

/** Counters that a change moves on, whatever it changes. */
const counters = ['version', 'updatedAt', 'updatedBy'];

async function linesOf({ projectId }: Takeoff): Promise<Json[]> {
  const { body } = await call('GET', `/mto?projectId=${projectId}&limit=100`);
  expect(body.total).toBeLessThanOrEqual(100);
  return body.data
    .map((line: Json) => Object.fromEntries(Object.entries(line).filter(([key]) => !counters.includes(key))))
    .sort((one: Json, other: Json) => (String(one.id) < String(other.id) ? -1 : 1));
}

async function newestOperation({ projectId }: Takeoff): Promise<string | undefined> {
  const { body } = await call('GET', `/history/takeoff-lines?projectId=${projectId}&limit=1`);
  return body.data[0]?.operationId;
}

const undo = (operationId: string, json: Json = {}) =>
  call('POST', `/history/takeoff-lines/${operationId}/undo`, json);

type Write = (takeoff: Takeoff) => Promise<unknown>;

const rows = (count: number, more: (row: number) => string) =>
  ['Item No.,Description,Quantity,UOM', ...Array.from({ length: count }, (_, row) => more(row + 1))].join(
    '\n',
  );

/** No file is the same as another. */
let files = 0;

const importOf =
  (mode: string, mark: number): Write =>
  async (takeoff) => {
    const file = ++files;
    const text = rows(4, (row) => `${row},File ${file},${row + mark},m`);
    const task = await importFile(system, takeoff, csvFile(text, 'piping.csv'), {
      mode,
      discipline: 'piping',
    });
    // After two appends of it each item stands twice, and no row of an upsert says which one it means.
    const nothingStored = mode === 'upsert' && task.error?.code === 'ALL_ROWS_INVALID';
    if (!nothingStored) expect(task.error).toBeNull();
  };

const some = async (takeoff: Takeoff, at: number): Promise<Json | undefined> => {
  const lines = await linesOf(takeoff);
  return lines.length === 0 ? undefined : lines[at % lines.length];
};

const writes: fc.Arbitrary<Write> = fc.oneof(
  fc
    .constantFrom('append', 'replace', 'upsert')
    .chain((mode) => fc.nat(9).map((mark) => importOf(mode, mark))),
  fc.constantFrom(...disciplines).chain((discipline) =>
    randomUpdates(discipline).map(
      (updates): Write =>
        async ({ projectId }) => {
          const filters = { conditions: [{ field: 'discipline', operator: 'equals', value: discipline }] };
          const json = { projectId, selection: { mode: 'filters', filters }, updates };
          expect((await call('POST', '/mto/bulk-edit', json)).status).toBe(200);
        },
    ),
  ),
  fc.nat(99).map(
    (at): Write =>
      async (takeoff) => {
        const { projectId } = takeoff;
        const line = await some(takeoff, at);
        if (!line) return;
        const json = { projectId, selection: { mode: 'ids', ids: [line.id] }, confirm: true };
        expect((await call('POST', '/mto/bulk-delete', json)).status).toBe(200);
      },
  ),
  fc.tuple(fc.nat(99), fc.integer({ min: 0, max: 50 })).map(
    ([at, quantity]): Write =>
      async (takeoff) => {
        const line = await some(takeoff, at);
        if (!line) return;
        const path = `/mto/${line.id}?projectId=${takeoff.projectId}`;
        expect((await call('PUT', path, { quantity, remarks: `r${quantity}` })).status).toBe(200);
      },
  ),
  fc.nat(11).map(
    (at): Write =>
      async ({ projectId, serviceId }) => {
        const { status } = await call('POST', '/mto', { ...seeds[at], projectId, serviceId });
        expect(status).toBe(201);
      },
  ),
  fc.nat(99).map(
    (at): Write =>
      async (takeoff) => {
        const line = await some(takeoff, at);
        if (!line) return;
        expect((await call('DELETE', `/mto/${line.id}`)).status).toBe(204);
      },
  ),
);

describe('POST /api/v1/history/takeoff-lines/{operationId}/undo', () => {
  test('200: random writes, all undone in reverse, give every line as before, and undone once more as after', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(writes, { minLength: 1, maxLength: 6 }), async (sequence) => {
        const takeoff = await newTakeoff();
        const states = [await linesOf(takeoff)];
        const operations: string[] = [];
        for (const write of sequence) {
          const before = await newestOperation(takeoff);
          await write(takeoff);
          const after = await newestOperation(takeoff);
          if (after === before || after === undefined) continue;
          operations.push(after);
          states.push(await linesOf(takeoff));
        }
        const undoings: string[] = [];
        for (const [at, operation] of [...operations.entries()].reverse()) {
          const { status, body } = await undo(operation);
          expect({ status, detail: body.detail }).toEqual({ status: 200, detail: undefined });
          expect(await linesOf(takeoff)).toEqual(states[at] ?? []);
          undoings.unshift(body.operationId);
        }
        for (const [at, undoing] of undoings.entries()) {
          const { status, body } = await undo(undoing);
          expect({ status, detail: body.detail }).toEqual({ status: 200, detail: undefined });
          expect(await linesOf(takeoff)).toEqual(states[at + 1] ?? []);
        }
      }),
      { numRuns: rounds(25) },
    );
  }, 300_000);
});
