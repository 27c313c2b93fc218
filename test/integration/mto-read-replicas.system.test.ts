import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { ReplicatedTakeoff } from '../support/replicated-takeoff';
import { until } from '../support/until';

setDefaultTimeout(120_000);

const writes = 20;
const linesOfExport = 3000;

let takeoff: ReplicatedTakeoff;

const list = () => takeoff.call('GET', `/mto?projectId=${takeoff.projectId}&limit=1`);
const isFromReplica = async () => (await takeoff.readsOf(list)).replica > 0;
const linesOf = (csv: ArrayBuffer) => new TextDecoder().decode(csv).trim().split('\n').length - 1;
const exportCsv = () => takeoff.call('GET', `/mto/export?projectId=${takeoff.projectId}&format=csv`);

beforeAll(async () => {
  takeoff = await ReplicatedTakeoff.start(1);
});
afterAll(() => takeoff.stop());

/** Requests of every kind that reads a takeoff. */
function requests(projectId: string, estimationId: string) {
  const post = (path: string, json: object) => () =>
    takeoff.call('POST', path, { json: { projectId, ...json } });
  const get = (path: string) => () => takeoff.call('GET', path);
  const ofProject = (rest: string) => get(`/mto/project/${projectId}/${rest}`);
  const conditions = [{ field: 'description', operator: 'contains', value: 'line' }];
  const count = { measures: [{ field: 'quantity', function: 'sum' }] };
  return {
    list: get(`/mto?projectId=${projectId}`),
    'sorted list': get(`/mto?projectId=${projectId}&sort=-description`),
    search: post('/mto/search', { filters: { conditions }, sums: ['quantity'] }),
    aggregate: post('/mto/aggregate', { groupBy: ['discipline'], ...count }),
    'what-if': post('/mto/what-if', { changes: [{ updates: { quantity: { multiply: 2 } } }] }),
    summary: ofProject('summary'),
    'summary by WBS': ofProject('wbs-summary'),
    disciplines: ofProject('disciplines'),
    'distinct values': ofProject('distinct-values/description'),
    comparison: ofProject(`compare?from=${estimationId}&to=current`),
    reconciliation: post('/mto/reconcile', {
      serviceId: takeoff.serviceId,
      from: estimationId,
      to: 'current',
    }),
    review: ofProject('review'),
    report: ofProject(`report?format=html&serviceId=${takeoff.serviceId}`),
    export: exportCsv,
  };
}

async function answersTo(asked: ReturnType<typeof requests>) {
  const answers = Object.entries(asked).map(async ([name, ask]) => {
    const { status, body } = await ask();
    expect([name, status]).toEqual([name, 200]);
    const { generatedAt: _, ...rest } = body;
    return [name, body instanceof ArrayBuffer ? new TextDecoder().decode(body) : rest] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

async function whileBehind<T>(act: () => Promise<T>): Promise<T> {
  await takeoff.standby.run('select pg_wal_replay_pause()');
  try {
    await takeoff.primary.run('create table behind (); drop table behind');
    return await act();
  } finally {
    await takeoff.standby.run('select pg_wal_replay_resume()');
    await until(isFromReplica);
  }
}

describe('reads of takeoffs', () => {
  test('have what was written a moment before, and come from the replica', async () => {
    await until(isFromReplica);
    const reads = await takeoff.readsOf(async () => {
      for (let count = 1; count <= writes; count++) {
        expect((await takeoff.write(`line ${count}`)).status).toBe(201);
        expect((await list()).body.total).toBe(count);
      }
    });
    expect(reads.primary + reads.replica).toBe(writes);
    expect(reads.replica).toBeGreaterThan(0);
  });

  test('of every kind come from the replica, and from the primary while it is behind, with the same answers', async () => {
    const estimationId = await takeoff.keepVersion();
    const earlier = [{ estimationId, versionNumber: 1, versionLabel: 'R1', name: 'Issue 1' }];
    takeoff.system.records.reports.set(takeoff.serviceId, { earlier });
    await takeoff.write('line of later');
    const asked = requests(takeoff.projectId, estimationId);
    const count = Object.keys(asked).length;
    const answered = async () => {
      let answers: Record<string, unknown> = {};
      const reads = await takeoff.readsOf(async () => {
        answers = await answersTo(asked);
      });
      return { reads, answers };
    };
    // A machine that does much else may let some of them be late.
    let replica = await answered();
    await until(async () => {
      if (replica.reads.primary > 0) replica = await answered();
      return replica.reads.primary === 0;
    });
    expect(replica.reads).toEqual({ primary: 0, replica: count });
    const primary = await whileBehind(answered);
    expect(primary.reads).toEqual({ primary: count, replica: 0 });
    expect(primary.answers).toEqual(replica.answers);
  });

  test('have what was written while the replica does not replay', async () => {
    const before = (await list()).body.total;
    await whileBehind(async () => {
      expect((await takeoff.write('unseen by the replica')).status).toBe(201);
      expect((await list()).body.total).toBe(before + 1);
    });
  });

  test('are one line, or a write, from the primary', async () => {
    await until(isFromReplica);
    const reads = await takeoff.readsOf(async () => {
      const { body } = await takeoff.write('one');
      expect((await takeoff.call('GET', `/mto/${body.id}`)).status).toBe(200);
    });
    expect(reads).toEqual({ primary: 0, replica: 0 });
  });

  test('go on when the replica is killed or hangs, and come from it again when it is back', async () => {
    const { total } = (await list()).body;
    let isOver = false;
    const heard = new Set<string>();
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isOver) {
          const { status, body } = await list();
          heard.add(`${status} ${body.total}`);
        }
      }),
    );
    await takeoff.standby.kill();
    const { primary } = await takeoff.reads();
    await until(async () => (await takeoff.reads()).primary > primary + 20);
    await takeoff.standby.start();
    await until(isFromReplica);
    takeoff.standby.freeze();
    const frozen = (await takeoff.reads()).primary;
    await until(async () => (await takeoff.reads()).primary > frozen + 20);
    takeoff.standby.thaw();
    isOver = true;
    await load;
    await until(isFromReplica);
    expect([...heard]).toEqual([`200 ${total}`]);
  });

  test('that are in the way of what the replica replays are done by the primary, also in the midst of an export', async () => {
    const { total } = (await list()).body;
    await takeoff.writeMany(
      Array.from({ length: linesOfExport }, (_, at) => `exported ${at} ${'x'.repeat(200)}`),
    );
    await takeoff.standby.run(`alter system set max_standby_streaming_delay = 0`);
    await takeoff.standby.run('select pg_reload_conf()');
    const conflicts = async () => {
      const [found] = await takeoff.standby.run<{ count: number }>(
        'select sum(confl_lock + confl_snapshot)::int as count from pg_stat_database_conflicts',
      );
      return found?.count ?? 0;
    };
    const before = await conflicts();
    for (let round = 0; round < 200 && (await conflicts()) < before + 3; round++) {
      const locked = Bun.sleep(round % 20).then(() =>
        takeoff.primary.run('begin; lock table mto.takeoff_line in access exclusive mode; commit'),
      );
      const [{ status, body }] = await Promise.all([exportCsv(), locked]);
      expect({ status, lines: linesOf(body) }).toEqual({ status: 200, lines: total + linesOfExport });
    }
    expect(await conflicts()).toBeGreaterThanOrEqual(before + 3);
  });
});
