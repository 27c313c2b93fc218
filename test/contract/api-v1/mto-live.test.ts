import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import { keyCaller, type Scope } from '@consulting/kernel/process';
import { mto } from '@consulting/mto/service';
import postgres, { type Sql } from 'postgres';
import { LiveEvents } from '../../support/live-events';
import { callerSecret, type ServiceUnderTest } from '../../support/system';
import { faultsOf, startTakeoffLines, type TakeoffLines, unknownId } from '../../support/takeoff-lines';

const sign = createCallerSigner(callerSecret);

let lines: TakeoffLines;
let other: ServiceUnderTest;
let sql: Sql;

beforeAll(async () => {
  lines = await startTakeoffLines();
  other = await lines.system.start(mto);
  sql = postgres(lines.system.databaseUrl, { max: 2, onnotice: () => {} });
});
afterAll(async () => {
  await sql.end();
  await lines.system.stop();
});

interface Opening {
  service?: ServiceUnderTest;
  who?: string;
  scope?: Scope;
  position?: string;
  query?: string;
  signal?: AbortSignal;
}

const headersOf = async ({ who = 'tester', scope, position }: Opening) => ({
  [callerHeader]: await sign(keyCaller(who, who, 'Contributor', undefined, scope)),
  ...(position !== undefined && { 'last-event-id': position }),
});

async function answer(projectId: string, opening: Opening = {}): Promise<Response> {
  const { service = lines.system.mto, query = '', signal } = opening;
  const url = `http://localhost/api/v1/mto/project/${projectId}/events${query}`;
  return service.fetch(new Request(url, { headers: await headersOf(opening), signal: signal ?? null }));
}

async function open(projectId: string, opening: Opening = {}): Promise<LiveEvents> {
  const response = await answer(projectId, opening);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  return new LiveEvents(response);
}

/** An open stream that has said who is there. */
async function begun(projectId: string, opening: Opening = {}): Promise<LiveEvents> {
  const events = await open(projectId, opening);
  expect((await events.next())?.event).toBe('presence');
  return events;
}

async function newProject() {
  const projectId = lines.system.records.addProject();
  return { projectId, serviceId: lines.system.records.addService(projectId) };
}

const stored = (owner: object, more: object = {}) => lines.stored({ ...owner, ...more });

const present = async (projectId: string, json: unknown, who: Opening = {}, service = lines.system.mto) =>
  service.request('PUT', `/api/v1/mto/project/${projectId}/presence`, {
    json,
    headers: await headersOf(who),
  });

// An operation of a transaction that stays open during the work becomes visible later than it was begun.
async function heldBack(owner: { projectId: string }, work: () => Promise<void>): Promise<string> {
  const [row] = await sql.begin(async (tx) => {
    const inserted = await tx<{ id: string }[]>`
      insert into mto.history_operation (id, "by", kind, record_type, project_id, updated)
      values (gen_random_uuid(), 'late', 'update', 'takeoff-lines', ${owner.projectId}, 1) returning id`;
    await work();
    return inserted;
  });
  return row?.id ?? '';
}

describe('GET /api/v1/mto/project/{projectId}/events', () => {
  test('200 begins with who is there, then each operation as it is stored', async () => {
    const owner = await newProject();
    const events = await open(owner.projectId);
    expect(await events.next()).toMatchObject({ event: 'presence', data: { people: [] } });
    const line = await stored(owner);
    const { data } = await events.nextOf('operation');
    expect(data).toEqual({
      ...{ operationId: data.operationId, kind: 'create', recordType: 'takeoff-lines', by: 'tester' },
      ...{ at: data.at, counts: { created: 1, updated: 0, deleted: 0 }, recordIds: [line.id] },
    });
    const { body } = await lines.call('GET', `/history/takeoff-lines?projectId=${owner.projectId}`);
    expect([body.data[0].operationId, body.data[0].at]).toEqual([data.operationId, data.at]);
    await lines.put(line, { quantity: 11 });
    expect((await events.nextOf('operation')).data).toMatchObject({ kind: 'update', recordIds: [line.id] });
    await events.close();
  });

  test('200 an operation within two seconds, in each of two processes, whoever stored it', async () => {
    const owner = await newProject();
    const streams = [await begun(owner.projectId), await begun(owner.projectId, { service: other })];
    const line = await stored(owner);
    const since = performance.now();
    const all = await Promise.all(streams.map((stream) => stream.nextOf('operation')));
    expect(performance.now() - since).toBeLessThan(2000);
    for (const { data } of all) expect(data.recordIds).toEqual([line.id]);
    for (const stream of streams) await stream.close();
  });

  test('200 more than 200 records are counted and not named; a deletion and its undo are operations, too', async () => {
    const owner = await newProject();
    const events = await begun(owner.projectId);
    const items = (count: number) =>
      Array.from({ length: count }, () => ({ discipline: 'piping', quantity: 1, description: 'Pipe' }));
    for (const count of [200, 201]) {
      const { status } = await lines.call('POST', '/mto/bulk', { json: { ...owner, items: items(count) } });
      expect(status).toBe(201);
      const { data } = await events.nextOf('operation');
      expect([data.kind, data.counts.created, data.recordIds?.length ?? null]).toEqual([
        'bulk-create',
        count,
        count === 200 ? 200 : null,
      ]);
    }
    const { id } = await stored(owner);
    await events.nextOf('operation');
    await lines.call('DELETE', `/mto/${id}?projectId=${owner.projectId}`);
    const { data } = await events.nextOf('operation');
    expect(data).toMatchObject({ kind: 'delete', counts: { deleted: 1 }, recordIds: [id] });
    await lines.call('POST', `/history/takeoff-lines/${data.operationId}/undo`);
    const { data: undo } = await events.nextOf('operation');
    expect(undo).toMatchObject({ kind: 'undo', counts: { created: 1 }, recordIds: [id] });
    await events.close();
  });

  test('200 operations that become visible in another order than they were begun in arrive once each', async () => {
    const owner = await newProject();
    const events = await begun(owner.projectId);
    const seen: string[] = [];
    let between = '';
    const late = await heldBack(owner, async () => {
      between = (await stored(owner)).id;
      const { data } = await events.nextOf('operation');
      seen.push(data.operationId);
      expect(data.recordIds).toEqual([between]);
    });
    seen.push((await events.nextOf('operation')).data.operationId);
    expect(seen[1]).toBe(late);
    await stored(owner);
    seen.push((await events.nextOf('operation')).data.operationId);
    expect(new Set(seen).size).toBe(3);
    await events.close();
  });

  test('200 Last-Event-ID goes on in another process where the stream was, also before operations that were begun earlier', async () => {
    const owner = await newProject();
    const first = await begun(owner.projectId);
    let id = '';
    const late = await heldBack(owner, async () => {
      await stored(owner);
      id = (await first.nextOf('operation')).id;
      await first.close();
    });
    const missed = await stored(owner);
    const second = await open(owner.projectId, { service: other, position: id });
    const [one, two] = [await second.next(), await second.next()];
    expect([one?.data.operationId, two?.data.recordIds]).toEqual([late, [missed.id]]);
    expect((await second.next())?.event).toBe('presence');
    const line = await stored(owner);
    expect((await second.nextOf('operation')).data.recordIds).toEqual([line.id]);
    await second.close();
  });

  test('200 a client that was cut off between operations of one moment gets those behind; the query does as the header', async () => {
    const owner = await newProject();
    const first = await begun(owner.projectId);
    const position = first.lastId;
    await first.close();
    const made = [await stored(owner), await stored(owner), await stored(owner)];
    const idsOf = async (from: string, query = false) => {
      const opening = query ? { query: `?lastEventId=${from}` } : { position: from };
      const events = await open(owner.projectId, opening);
      const found: { id: string; record: string }[] = [];
      for (let event = await events.next(); event?.event === 'operation'; event = await events.next())
        found.push({ id: event.id, record: event.data.recordIds[0] });
      await events.close();
      return found;
    };
    const all = await idsOf(position);
    expect(all.map(({ record }) => record)).toEqual(made.map(({ id }) => id));
    for (const [at, { id }] of all.entries())
      expect((await idsOf(id, at === 1)).map(({ record }) => record)).toEqual(
        made.slice(at + 1).map((line) => line.id),
      );
  });

  test('200 reset for a position that is too old, of another database, or none at all', async () => {
    const { projectId } = await newProject();
    const written = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const positions = [
      written(Date.now() - 16 * 60_000, '100:100:'),
      written(Date.now(), '900000000000:900000000000:'),
      ...['100:90:', '100:200:300', '100:200:150,140', '0:0:', 'x', '1:2:3:4'].map((one) =>
        written(Date.now(), one),
      ),
      written(Date.now(), '100:100:', '100:100:', 'x'),
      written(Date.now()),
      'nothing',
      'A'.repeat(30_000),
    ];
    for (const position of positions) {
      const events = await open(projectId, { position });
      expect(await events.next()).toMatchObject({ event: 'reset', data: {} });
      expect((await events.next())?.event).toBe('presence');
      await events.close();
    }
  });

  test('200 reset where more than 1,000 operations were missed', async () => {
    const { projectId } = await newProject();
    const first = await begun(projectId);
    await first.close();
    await sql`
      insert into mto.history_operation (id, "by", kind, record_type, project_id, updated)
      select gen_random_uuid(), 'many', 'update', 'takeoff-lines', ${projectId}, 1 from generate_series(1, 1001)`;
    const events = await open(projectId, { position: first.lastId });
    expect((await events.next())?.event).toBe('reset');
    await events.close();
  });

  test('200 operations of another project and of an operation before the stream do not arrive', async () => {
    const [owner, foreign] = [await newProject(), await newProject()];
    await stored(owner);
    const events = await begun(owner.projectId);
    await stored(foreign);
    const line = await stored(owner);
    expect((await events.nextOf('operation')).data.recordIds).toEqual([line.id]);
    await events.close();
  });

  test('200 a client that does not take its events is ended and leaves its place; others go on', async () => {
    const owner = await newProject();
    const slow = await open(owner.projectId, { who: 'slow' });
    await slow.next();
    const quick = await begun(owner.projectId);
    const some = () => sql`
      insert into mto.history_operation (id, "by", kind, record_type, project_id, updated)
      select gen_random_uuid(), 'many', 'update', 'takeoff-lines', ${owner.projectId}, 1 from generate_series(1, 120)`;
    for (let round = 0; round < 3; round += 1) {
      await some();
      for (let count = 0; count < 120; count += 1) await quick.nextOf('operation');
    }
    expect(await slow.next()).toBeUndefined();
    const line = await stored(owner);
    expect((await quick.nextOf('operation')).data.recordIds).toEqual([line.id]);
    await quick.close();
  });

  test('429 the eleventh stream of a caller, until one of them is closed; another caller has its own', async () => {
    const { projectId } = await newProject();
    const who = 'many streams';
    const streams = await Promise.all(Array.from({ length: 10 }, () => begun(projectId, { who })));
    const refused = await answer(projectId, { who });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    await (await begun(projectId, { who: 'another' })).close();
    await streams.pop()?.close();
    await (await begun(projectId, { who })).close();
    for (const stream of streams) await stream.close();
  });

  test('200 after many streams that came and went all places are free again, 200 in a process', async () => {
    const { projectId } = await newProject();
    for (let round = 0; round < 30; round += 1) {
      const some = Array.from({ length: 8 }, (_, at) => begun(projectId, { who: `who ${at}` }));
      await Promise.all((await Promise.all(some)).map((stream) => stream.close()));
    }
    const callers = Array.from({ length: 20 }, (_, at) => `full ${at}`);
    const open = callers.flatMap((who) => Array.from({ length: 10 }, () => begun(projectId, { who })));
    const streams = await Promise.all(open);
    expect((await answer(projectId, { who: 'one more' })).status).toBe(503);
    for (const stream of streams) await stream.close();
    await (await begun(projectId, { who: 'one more' })).close();
  });

  test('404 an unknown project, and one that a limited caller does not see', async () => {
    const { projectId } = await newProject();
    expect((await answer(unknownId)).status).toBe(404);
    const scope = { clientIds: [], projectIds: [(await newProject()).projectId] };
    expect((await answer(projectId, { who: 'limited', scope })).status).toBe(404);
    const own = await begun(scope.projectIds[0] as string, { who: 'limited', scope });
    await own.close();
  });

  test('422 an unknown parameter', async () => {
    const { projectId } = await newProject();
    const { status } = await answer(projectId, { query: '?after=1' });
    expect(status).toBe(422);
  });
});

describe('PUT /api/v1/mto/project/{projectId}/presence', () => {
  const peopleOf = async (events: LiveEvents) =>
    (await events.nextOf('presence')).data.people as { id: string; mtoId: string; since: string }[];

  test('204 others see who is where, in another process, too; moving on counts from then', async () => {
    const { projectId } = await newProject();
    const events = await begun(projectId, { service: other });
    const mtoId = crypto.randomUUID();
    expect((await present(projectId, { mtoId }, { who: 'ann' })).status).toBe(204);
    const [ann, ...none] = await peopleOf(events);
    expect(ann).toEqual({ id: 'key:ann', name: 'key:ann', mtoId, since: ann?.since } as never);
    expect(none).toEqual([]);
    await present(projectId, { mtoId: null }, { who: 'bob' }, other);
    expect((await peopleOf(events)).map(({ id }) => id)).toEqual(['key:ann', 'key:bob']);
    await present(projectId, { mtoId }, { who: 'ann' });
    await present(projectId, { mtoId: unknownId }, { who: 'bob' });
    const moved = await peopleOf(events);
    expect(moved.map(({ id, mtoId }) => [id, mtoId])).toEqual([
      ['key:ann', mtoId],
      ['key:bob', unknownId],
    ]);
    expect(moved[0]?.since).toBe(ann?.since as string);
    await events.close();
    const later = await open(projectId);
    expect((await later.next())?.data.people).toEqual(moved);
    await later.close();
  });

  test('204 for 30 seconds: who does not say it again is gone', async () => {
    const { projectId } = await newProject();
    const events = await begun(projectId);
    await present(projectId, {}, { who: 'ann' });
    await peopleOf(events);
    const [row] = await sql`select extract(epoch from until - now())::float8 as left from mto.project_presence
      where project_id = ${projectId}`;
    expect(row?.left > 25 && row?.left <= 30).toBe(true);
    await sql`update mto.project_presence set until = now() where project_id = ${projectId}`;
    expect(await peopleOf(events)).toEqual([]);
    await events.close();
  });

  test('204 people of another project are not seen', async () => {
    const [one, two] = [await newProject(), await newProject()];
    const events = await begun(one.projectId);
    await present(two.projectId, {}, { who: 'ann' });
    await present(one.projectId, {}, { who: 'bob' });
    expect((await peopleOf(events)).map(({ id }) => id)).toEqual(['key:bob']);
    await events.close();
  });

  test('404 an unknown project, and one that a limited caller does not see', async () => {
    expect((await present(unknownId, {})).status).toBe(404);
    const scope = { clientIds: [], projectIds: [(await newProject()).projectId] };
    const { projectId } = await newProject();
    expect((await present(projectId, {}, { who: 'limited', scope })).status).toBe(404);
    expect((await present(scope.projectIds[0] as string, {}, { who: 'limited', scope })).status).toBe(204);
  });

  test('422 all faults at once', async () => {
    const { projectId } = await newProject();
    expect(faultsOf(await present(projectId, { mtoId: 'A-1', until: 1 }))).toEqual([
      'mtoId FORMAT',
      'until UNKNOWN_FIELD',
    ]);
  });
});

describe('POST /api/v1/mto/project/{projectId}/events/ticket', () => {
  test('200 with the path of the events, for a minute', async () => {
    const { projectId } = await newProject();
    const path = `/mto/project/${projectId}/events`;
    const { status, body } = await lines.call('POST', `${path}/ticket`);
    expect([status, body.url]).toEqual([200, `/api/v1${path}?ticket=${body.ticket}`]);
    const left = Date.parse(body.expiresAt) - Date.now();
    expect(left > 30_000 && left <= 60_000).toBe(true);
  });

  test('404 an unknown project', async () => {
    expect((await lines.call('POST', `/mto/project/${unknownId}/events/ticket`)).status).toBe(404);
  });
});
