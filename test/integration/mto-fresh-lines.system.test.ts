import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepVersionLines, releaseVersionLines, repriceLines } from '@consulting/kernel/contracts/mto';
import { connectStore } from '@consulting/kernel/postgres';
import { startPostgres } from '@consulting/local/postgres/postgres';
import { planSettings } from '@consulting/local/test-run/routing';
import {
  matchLines,
  recalculateLines,
  removeLinesOfProject,
  removeLinesOfService,
} from '@consulting/mto-lines/domain/line/references';
import { sweepTotals } from '@consulting/mto-lines/store/totals/keep-totals';
import postgres, { type Sql } from 'postgres';
import type { ImportTarget } from '../support/import-file';
import { startLineHistory } from '../support/line-history';
import { addOtherTakeoffs, removeOtherTakeoffs } from '../support/other-takeoffs';
import { workOf } from '../support/statement-work';

type Json = Record<string, unknown>;

const otherLines = 60_000;
const lineCount = 3000;
/** Rows and blocks that one statement may look at for each line; comparing each line with each looks at thousands. */
const workPerLineMax = 800;

setDefaultTimeout(120_000);

const dataDir = mkdtempSync(join(tmpdir(), 'consulting-fresh-lines-'));
const logFile = join(dataDir, 'server.log');
let server: Awaited<ReturnType<typeof startPostgres>>;
let history: Awaited<ReturnType<typeof startLineHistory>>;
let store: ReturnType<typeof connectStore>;
let sql: Sql;
const commonCluster = process.env.TEST_DATABASE_URL;

beforeAll(async () => {
  server = await startPostgres({ dataDir, throwaway: true, settings: planSettings });
  process.env.TEST_DATABASE_URL = server.url;
  history = await startLineHistory();
  sql = postgres(history.databaseUrl, { max: 1, onnotice: () => {} });
  store = connectStore({ url: history.databaseUrl, schema: 'mto', connectionsMax: 2 });
  await addOtherTakeoffs(sql, otherLines);
}, 300_000);
afterAll(async () => {
  await removeOtherTakeoffs(sql);
  await store.close();
  await sql.end();
  await history.stop();
  if (commonCluster === undefined) delete process.env.TEST_DATABASE_URL;
  else process.env.TEST_DATABASE_URL = commonCluster;
  await server.stop();
}, 60_000);

/** Runs `act` and expects that no statement of the takeoff service did more than lines ask for. */
async function expectLinear(act: () => Promise<unknown>): Promise<void> {
  const statements = await workOf(logFile, act);
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.filter(({ work }) => work > lineCount * workPerLineMax)).toEqual([]);
}

const numbers = Array.from({ length: lineCount }, (_, at) => at + 1);

async function imported(): Promise<ImportTarget> {
  const target = history.newTarget();
  history.records.addWbsItem(target.projectId, '01');
  history.records.addWbsItem(target.projectId, '01.10', '01');
  history.records.addCrew(target.serviceId, { crewCode: 'PF-01' });
  await history.importLines(target, 'append', history.takeoffFile(numbers));
  return target;
}

async function created(): Promise<{ target: ImportTarget; ids: string[] }> {
  const target = history.newTarget();
  const ids: string[] = [];
  for (let at = 0; at < lineCount; at += 1000) {
    const items = numbers.slice(at, at + 1000).map((itemNumber) => ({
      discipline: 'piping',
      itemNumber,
      quantity: 2,
      wbsCode: '01.10',
      crewCode: 'PF-01',
    }));
    ids.push(...(await history.bulkCreate(target, items)).ids);
  }
  return { target, ids };
}

const all = { mode: 'filters', filters: { conditions: [{ field: 'quantity', operator: 'isNotEmpty' }] } };

async function send(method: string, path: string, json?: Json): Promise<Json> {
  const { status, body } = await history.call(method, path, json);
  expect({ path, status, reported: status < 300 ? null : body }).toEqual({ path, status, reported: null });
  return body;
}

const editAll = ({ projectId }: ImportTarget, updates: Json) =>
  send('POST', '/mto/bulk-edit', { projectId, selection: all, updates });

const deleteAll = ({ projectId }: ImportTarget) =>
  send('POST', '/mto/bulk-delete', { projectId, selection: all, confirm: true });

const patchAll = async ({ projectId }: ImportTarget, ids: readonly string[]) => {
  for (let at = 0; at < ids.length; at += 1000) {
    const items = ids
      .slice(at, at + 1000)
      .map((mtoId, place) => ({ mtoId, quantity: place + 3, remarks: `patched ${place}` }));
    await send('PATCH', '/mto/bulk', { projectId, items });
  }
};

const undoNewest = async (target: ImportTarget, json: Json = {}) =>
  history.undone((await history.newest(target)).operationId, json);

async function inReview({ projectId, serviceId }: ImportTarget): Promise<string> {
  const estimationId = history.records.addEstimation(projectId, serviceId, 'in-review');
  await history.bus.ask(keepVersionLines, { estimationId, projectId, serviceId });
  return estimationId;
}

describe('writes of lines that the statistics do not know', () => {
  test.each(['append', 'upsert', 'replace'])('POST /api/v1/mto/import/async with mode %s', async (mode) => {
    const target = await imported();
    const file = history.takeoffFile(
      mode === 'append' ? numbers.map((number) => number + lineCount) : numbers,
    );
    await expectLinear(() => history.importLines(target, mode, file));
    await expectLinear(() => undoNewest(target));
    await expectLinear(() => undoNewest(target));
  });

  test('POST /api/v1/mto/bulk of lines, and its undo twice', async () => {
    let target = history.newTarget();
    await expectLinear(async () => {
      target = (await created()).target;
    });
    await expectLinear(() => undoNewest(target));
    await expectLinear(() => undoNewest(target));
  });

  test.each([
    ['a field that nothing is calculated from', { remarks: 'edited' }],
    ['a field of the discipline', { nominalPipeSize: 4 }],
    ['quantities', { quantity: 7 }],
  ])('POST /api/v1/mto/bulk-edit of %s, and its undo twice', async (_, updates) => {
    const target = await imported();
    await expectLinear(() => editAll(target, updates));
    await expectLinear(() => undoNewest(target));
    await expectLinear(() => undoNewest(target));
  });

  test('POST /api/v1/mto/bulk-delete, and its undo twice', async () => {
    const target = await imported();
    await expectLinear(() => deleteAll(target));
    await expectLinear(() => undoNewest(target));
    await expectLinear(() => undoNewest(target));
  });

  test('PATCH /api/v1/mto/bulk, and its undo twice', async () => {
    const { target, ids } = await created();
    await expectLinear(() => patchAll(target, ids));
    await expectLinear(() => undoNewest(target));
    await expectLinear(() => undoNewest(target));
  });

  test('POST /api/v1/history/takeoff-lines/{operationId}/undo of lines that were changed since', async () => {
    const target = await imported();
    await editAll(target, { remarks: 'first' });
    const { operationId } = await history.newest(target);
    await editAll(target, { remarks: 'second' });
    await expectLinear(() => history.undo(operationId));
    await expectLinear(() => history.undone(operationId, { onConflict: 'skip' }));
    await editAll(target, { quantity: 9 });
    const { operationId: last } = await history.newest(target);
    await deleteAll(target);
    await expectLinear(() => history.undo(last));
    await expectLinear(() => undoNewest(target));
    await expectLinear(() => history.undone(last, { onConflict: 'skip' }));
  });

  test('POST /api/v1/history/takeoff-lines/{operationId}/undo of lines that crews have moved on', async () => {
    const { target, ids } = await created();
    const owner = { projectId: target.projectId, serviceId: target.serviceId };
    await patchAll(target, ids);
    const { operationId } = await history.newest(target);
    history.records.crews.set(target.serviceId, []);
    history.records.addCrew(target.serviceId, { crewCode: 'PF-01', labourRate: '77' });
    await expectLinear(() =>
      store.db.transaction((tx) => recalculateLines(tx, history.bus, { ...owner, crewCodes: ['PF-01'] })),
    );
    await expectLinear(() => history.undone(operationId, { onConflict: 'skip' }));
    history.records.crews.set(target.serviceId, []);
    history.records.addCrew(target.serviceId, { crewCode: 'PF-01', labourRate: '78' });
    await expectLinear(() => history.bus.ask(repriceLines, { ...owner, crewCodes: ['PF-01'] }));
    await expectLinear(() =>
      matchLines(store.db, history.bus, { projectId: target.projectId, wbsCodes: ['01.10'] }),
    );
  });

  test('restore of a version of lines, and its undo twice', async () => {
    const target = await imported();
    const estimationId = await inReview(target);
    await editAll(target, { quantity: 5 });
    const { projectId, serviceId } = target;
    const path = `/projects/${projectId}/services/${serviceId}/estimations/${estimationId}/restore`;
    const restore = async () => {
      const answer = await history.mto.request('POST', `/v1${path}`, { json: {} });
      expect(answer.status).toBe(200);
    };
    await expectLinear(restore);
    await expectLinear(() => undoNewest(target));
    await expectLinear(() => undoNewest(target));
    await deleteAll(target);
    await expectLinear(restore);
    await expectLinear(() => undoNewest(target));
  });

  test('lines of services and projects that are deleted, and releases of versions', async () => {
    const { projectId, serviceId } = await imported();
    const target = { projectId, serviceId };
    const first = await inReview(target);
    await editAll(target, { quantity: 5 });
    await inReview(target);
    await editAll(target, { quantity: 6 });
    await expectLinear(() => history.bus.ask(releaseVersionLines, { estimationId: first }));
    await expectLinear(() => sweepTotals(store.db));
    await expectLinear(() => store.db.transaction((tx) => removeLinesOfService(tx, target)));
    const other = await imported();
    await editAll(other, { quantity: 6 });
    await expectLinear(() => store.db.transaction((tx) => removeLinesOfProject(tx, other.projectId)));
  });
});

const readsOfFewLines = new Set(['first page', 'summary', 'wbs-summary', 'aggregate']);

/** Everything that reads the lines of a service, or of a version of it. */
function readsOf(
  { projectId, serviceId }: ImportTarget,
  estimationId: string | null,
): [string, () => Promise<unknown>][] {
  const owner = { projectId, serviceId, ...(estimationId === null ? {} : { estimationId }) };
  const query = new URLSearchParams(owner).toString();
  const ofProject = query.replace(/^projectId=[^&]*&/, '');
  const get = (path: string) => async () => {
    const { status } = await history.mto.request('GET', `/api/v1${path}`);
    expect({ path, status }).toEqual({ path, status: 200 });
  };
  const search = (field: string, operator: string, value: unknown) => () =>
    send('POST', '/mto/search', { ...owner, filters: { conditions: [{ field, operator, value }] } });
  return [
    ['first page', get(`/mto?${query}&limit=100`)],
    ['page in the middle', get(`/mto?${query}&limit=100&skip=${lineCount / 2}`)],
    ['last page', get(`/mto?${query}&limit=100&skip=${lineCount - 100}`)],
    ['search by text', search('description', 'contains', 'Pipe')],
    ['search by item number', search('itemNumber', 'greaterThan', 10)],
    ['summary', get(`/mto/project/${projectId}/summary?${ofProject}`)],
    ['wbs-summary', get(`/mto/project/${projectId}/wbs-summary?${ofProject}`)],
    ['distinct values', get(`/mto/project/${projectId}/distinct-values/description?${ofProject}`)],
    ['export', get(`/mto/export?${query}&format=csv`)],
    ...(estimationId === null
      ? [['report', get(`/mto/project/${projectId}/report?${ofProject}`)] as [string, () => Promise<unknown>]]
      : []),
    ['aggregate', () => send('POST', '/mto/aggregate', { ...owner, groupBy: ['discipline', 'status'] })],
  ];
}

describe('reads of lines that the statistics do not know', () => {
  test('of current lines, their history, what-ifs and comparisons', async () => {
    const target = await imported();
    const { projectId, serviceId } = target;
    const taskId = (await history.newest(target)).taskId;
    await editAll(target, { quantity: 5 });
    for (const [name, read] of readsOf(target, null)) await named(name, () => expectLinear(read));
    await expectLinear(() => history.list({ projectId }));
    const { operationId } = await history.newest(target);
    await expectLinear(() => history.detail(operationId, '?limit=100'));
    await expectLinear(() => history.detail(operationId, `?limit=100&skip=${lineCount - 100}`));
    const changes = [{ filters: all.filters, updates: { quantity: 8 } }];
    await expectLinear(() => send('POST', '/mto/what-if', { projectId, serviceId, changes }));
    await expectLinear(() => send('GET', `/mto/project/${projectId}/compare?taskId=${taskId}`));
    await deleteAll(target);
    const { operationId: deletion } = await history.newest(target);
    await expectLinear(() => history.detail(deletion, '?limit=100'));
    await expectLinear(() => send('GET', `/mto/project/${projectId}/compare?taskId=${taskId}`));
  });

  test.each(['none of this project', 'older', 'fresh'])(
    'of a version whose lines were all edited, with statistics %s',
    async (state) => {
      const target = await imported();
      if (state === 'older') await sql`analyze mto.takeoff_line, mto.takeoff_version_line`;
      const estimationId = await inReview(target);
      await editAll(target, { quantity: 5 });
      if (state === 'fresh') await sql`analyze mto.takeoff_line, mto.takeoff_version_line`;
      for (const [name, read] of readsOf(target, estimationId)) await named(name, () => expectLinear(read));
      const path = `/mto/project/${target.projectId}/compare?from=${estimationId}&to=current`;
      await expectLinear(() => send('GET', path));
      const second = await inReview(target);
      await editAll(target, { quantity: 6 });
      await expectLinear(() =>
        send('GET', `/mto/project/${target.projectId}/compare?from=${estimationId}&to=${second}`),
      );
    },
  );
});

describe('reads of a version that need not pass its lines', () => {
  test.each(['none of this project', 'older', 'fresh'])(
    'first page and summaries, before and after every line is edited, with statistics %s',
    async (state) => {
      const target = await imported();
      if (state === 'older') await sql`analyze mto.takeoff_line, mto.takeoff_version_line`;
      const reads = readsOf(target, await inReview(target)).filter(([name]) => readsOfFewLines.has(name));
      for (const isEdited of [false, true]) {
        if (isEdited) await editAll(target, { quantity: 5 });
        if (state === 'fresh') await sql`analyze mto.takeoff_line, mto.takeoff_version_line`;
        for (const [name, read] of reads) {
          const statements = await workOf(logFile, read);
          const work = statements.reduce((sum, one) => sum + one.work, 0);
          expect({ name, isEdited, work: Math.max(work, lineCount) }).toEqual({
            name,
            isEdited,
            work: lineCount,
          });
        }
      }
    },
  );
});

/** Says which of several reads failed. */
async function named(name: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    throw new Error(name, { cause: error });
  }
}
