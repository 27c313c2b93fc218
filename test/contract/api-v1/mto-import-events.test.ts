import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import type { Server } from 'bun';
import { startGatewayProcess } from '../../support/gateway-process';
import { csvFile, upload } from '../../support/import-file';
import { type ImportSystem, startImportSystem } from '../../support/import-system';
import { callerSecret } from '../../support/system';
import { until } from '../../support/takeoff-system';

const sign = createCallerSigner(callerSecret);

let system: ImportSystem;
let service: Server<undefined>;
let gateway: Awaited<ReturnType<typeof startGatewayProcess>>;

beforeAll(async () => {
  system = await startImportSystem();
  service = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: system.mto.fetch });
  gateway = await startGatewayProcess('MTO_URL', `http://127.0.0.1:${service.port}`, system.natsUrl);
});
afterAll(async () => {
  await gateway.stop();
  await service.stop(true);
  await system.stop();
});

interface Event {
  id: string;
  data: {
    taskId: string;
    status: string;
    progress: { current: number; total: number };
    [key: string]: unknown;
  };
}

const path = (taskId: string) => `${gateway.base}/api/v1/mto/import/status/${taskId}/events`;

/** The events of an answer one by one, without the signs of life. */
async function* eventsOf(response: Response): AsyncGenerator<Event> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(frame) ?? [];
      if (id !== undefined && data !== undefined) yield { id, data: JSON.parse(data) };
    }
  }
}

/** An import of equipment whose state the test sets; how often it was looked at. */
function addTask(status = 'running') {
  const taskId = crypto.randomUUID();
  const task = { taskId, status, progress: { current: 0, total: 3 }, looks: 0 };
  system.records.equipmentImports.set(taskId, () => {
    task.looks += 1;
    const { looks, ...record } = task;
    return record;
  });
  return task;
}

describe('GET /api/v1/mto/import/status/{taskId}/events', () => {
  test('200 the record of the task until its final state, which is the last event', async () => {
    const target = system.newTarget();
    const file = csvFile('Item No.,Description,Quantity,UOM\n1,Pipe,2,m\n2,Pipe,many,m\n');
    const { taskId } = (await upload(system, target, file, { discipline: 'piping' })).body;
    const response = await fetch(path(taskId));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const events = await Array.fromAsync(eventsOf(response));
    expect(new Set(events.map(({ data }) => data.taskId))).toEqual(new Set([taskId]));
    const last = events.at(-1);
    expect(last?.id).toBe('completed-with-errors');
    const { body } = await system.mto.request('GET', `/api/v1/mto/import/status/${taskId}`);
    expect(last?.data).toEqual(body);
    expect(events.slice(0, -1).every(({ id }) => id === 'queued' || id === 'running')).toBe(true);
  });

  test('200 events pass the gateway while the task runs, not at its end', async () => {
    const task = addTask('queued');
    const seen: string[] = [];
    for await (const { id, data } of eventsOf(await fetch(path(task.taskId)))) {
      seen.push(`${id} ${data.progress.current}`);
      task.status = 'running';
      task.progress.current += 1;
      if (data.progress.current === 2) task.status = 'cancelled';
    }
    expect(seen).toEqual(['queued 0', 'running 1', 'running 2', 'cancelled 3']);
  });

  test('200 the same state is told again, so that a client sees that the task lives', async () => {
    const task = addTask();
    const seen: Event[] = [];
    for await (const event of eventsOf(await fetch(path(task.taskId)))) {
      seen.push(event);
      if (seen.length === 3) task.status = 'completed';
    }
    expect(seen.map(({ id }) => id)).toEqual(['running', 'running', 'running', 'completed']);
  });

  test('200 a client that goes away is forgotten', async () => {
    const task = addTask();
    const client = new AbortController();
    const response = await fetch(path(task.taskId), { signal: client.signal });
    const events = eventsOf(response);
    await events.next();
    client.abort();
    await events.next().catch(() => {});
    const other = addTask();
    await until(async () => service.pendingRequests === 0);
    const looks = task.looks;
    let count = 0;
    for await (const _ of eventsOf(await fetch(path(other.taskId)))) {
      count += 1;
      if (count === 3) other.status = 'completed';
    }
    expect(task.looks).toBe(looks);
  });

  test('200 HEAD answers at once and leaves no stream open', async () => {
    const task = addTask();
    for (let count = 0; count < 12; count += 1) {
      const { status, headers } = await fetch(path(task.taskId), { method: 'HEAD' });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
    expect(task.looks).toBe(12);
  });

  test('429 the eleventh stream of a caller, with Retry-After, until one of them is closed', async () => {
    const task = addTask();
    const clients = Array.from({ length: 10 }, () => new AbortController());
    const open = async ({ signal }: AbortController) => {
      const response = await fetch(path(task.taskId), { signal });
      await eventsOf(response).next();
      return response.status;
    };
    expect(new Set(await Promise.all(clients.map(open)))).toEqual(new Set([200]));
    const refused = await fetch(path(task.taskId));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED', limit: 10 });
    for (const client of clients) client.abort();
    await until(async () => {
      const response = await fetch(path(task.taskId));
      await response.body?.cancel();
      return response.status === 200;
    });
    task.status = 'completed';
    expect((await Array.fromAsync(eventsOf(await fetch(path(task.taskId))))).map(({ id }) => id)).toEqual([
      'completed',
    ]);
  });

  test('429 the eleventh stream of keys that count as one caller, whichever of them opens it', async () => {
    const task = addTask();
    const open = async (id: string, countsAs = id) => {
      const signed = await sign({ type: 'api_key', id, name: id, role: 'Reader', countsAs });
      const headers = { [callerHeader]: signed };
      return system.mto.fetch(new Request(path(task.taskId), { headers }));
    };
    const opened = await Promise.all(
      Array.from({ length: 10 }, (_, at) => open(`key:child ${at}`, 'key:root')),
    );
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await open('key:one more', 'key:root')).status).toBe(429);
    expect((await open('key:root')).status).toBe(429);
    const other = await open('key:other');
    expect(other.status).toBe(200);
    for (const response of [...opened, other]) await response.body?.cancel();
  });

  test('200 goes on when the owner of the task did not answer for a while', async () => {
    const task = addTask();
    const events = eventsOf(await fetch(path(task.taskId)));
    expect((await events.next()).value?.id).toBe('running');
    const rest = system.without('equipment-wbs', async () => {
      await Bun.sleep(1000);
      task.status = 'completed';
    });
    const ids = (await Array.fromAsync(events)).map(({ id }) => id);
    await rest;
    expect(ids.at(-1)).toBe('completed');
  });

  test('204 a client that has seen the end and connects again is told to stop', async () => {
    const task = addTask('failed');
    const [only] = await Array.fromAsync(eventsOf(await fetch(path(task.taskId))));
    const again = await fetch(path(task.taskId), { headers: { 'last-event-id': only?.id ?? '' } });
    expect([only?.id, again.status]).toEqual(['failed', 204]);
  });

  test('404 an unknown task', async () => {
    const response = await fetch(path(crypto.randomUUID()));
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json',
    ]);
  });
});
