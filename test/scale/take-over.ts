import { DatabaseServer } from '../support/database-server';
import {
  type Ground,
  type Heard,
  layGround,
  type ScaleSystem,
  startScaleSystem,
  withSystem,
} from './scale-system';
import { printTable } from './table';

const writersOfEach = 3;
const loadMs = 3000;
const outageMs = 2000;
const afterMs = 8000;
const recoveredMsMax = 5000;

interface Outcome {
  mark: string;
  sentAt: number;
  at: number;
  heard: Heard;
}

/**
 * The primary is killed under writes and its synchronous standby promoted: nothing acknowledged is lost, refusals say when to try
 * again, and everything goes on by itself. @returns what is not so, one sentence each
 */
export async function takeOver(): Promise<string[]> {
  const primary = await DatabaseServer.start();
  const standby = await primary.addStandby();
  const url = `${primary.url.replace(/@.*/, `@127.0.0.1:${primary.port},127.0.0.1:${standby.port}`)}/postgres`;
  const start = () => startScaleSystem(url);
  return withSystem([standby, primary], start, async (system) => {
    await replicateSynchronously(primary);
    const ground = await layGround(system);
    const load = startLoad(system, ground);
    await Bun.sleep(loadMs);
    const killedAt = performance.now();
    await primary.kill();
    await Bun.sleep(outageMs);
    const promotedAt = performance.now();
    await standby.promote();
    await Bun.sleep(afterMs);
    return report(system, standby, { outcomes: await load.stop(), killedAt, promotedAt });
  });
}

async function replicateSynchronously(primary: DatabaseServer): Promise<void> {
  await primary.run(`alter system set synchronous_standby_names = 'standby'`);
  await primary.run('select pg_reload_conf()');
  const isSynchronous = async () =>
    (await primary.run(`select from pg_stat_replication where sync_state = 'sync'`)).length === 1;
  while (!(await isSynchronous())) await Bun.sleep(20);
}

function startLoad({ send }: ScaleSystem, ground: Ground) {
  const outcomes: Outcome[] = [];
  let isOver = false;
  const write = async (name: string, path: string, recordOf: (mark: string) => object) => {
    for (let count = 0; !isOver; count++) {
      const mark = `${name}-${count}`;
      const sentAt = performance.now();
      const heard = await send('POST', path, recordOf(mark));
      outcomes.push({ mark, sentAt, at: performance.now(), heard });
      if (heard.status !== 201) await Bun.sleep(20);
    }
  };
  const clientOf = (mark: string) => ({ code: mark, name: mark });
  const lineOf = (mark: string) => ({ ...ground, discipline: 'civil', quantity: 1, tag: mark });
  const writers = Array.from({ length: writersOfEach }, (_, at) => [
    write(`client${at}`, '/v1/clients', clientOf),
    write(`line${at}`, '/api/v1/mto', lineOf),
  ]).flat();
  return {
    async stop(): Promise<Outcome[]> {
      isOver = true;
      await Promise.all(writers);
      return outcomes;
    },
  };
}

interface Run {
  outcomes: Outcome[];
  killedAt: number;
  promotedAt: number;
}

async function report(system: ScaleSystem, standby: DatabaseServer, run: Run): Promise<string[]> {
  const { outcomes, killedAt, promotedAt } = run;
  const acknowledged = outcomes.filter(({ heard }) => heard.status === 201);
  const refused = outcomes.filter(({ heard }) => heard.status !== 201);
  // Of a write whose commit was on its way nobody knows what became of it, which 502 says.
  const isPromised = ({ heard }: Outcome) =>
    (heard.status === 503 && heard.retryAfter !== null) || heard.status === 502;
  const others = refused.filter((outcome) => !isPromised(outcome));
  const stored = new Set(
    (
      await standby.run<{ mark: string }>(
        'select code as mark from clients_projects.client union all select tag from mto.takeoff_line',
      )
    ).map(({ mark }) => mark),
  );
  const lost = acknowledged.filter(({ mark }) => !stored.has(mark));
  const later = acknowledged.filter(({ sentAt }) => sentAt > promotedAt);
  const firstMs = Math.min(...later.map(({ at }) => at)) - promotedAt;
  const allMs = Math.max(promotedAt, ...refused.map(({ at }) => at)) - promotedAt;
  const slowest = Math.max(...outcomes.map(({ at, sentAt }) => at - sentAt));
  printTable(
    'A standby that takes over: synchronous, the primary killed (kill -9) under 6 writers',
    ['', ''],
    [
      ['acknowledged before the kill', acknowledged.filter(({ at }) => at <= killedAt).length],
      ['acknowledged after the promotion', later.length],
      ['acknowledged and lost', lost.length],
      ['refused with 503 and Retry-After', refused.length - others.length],
      ['answered in any other way', others.length],
      ['processes that ended', system.ended().length],
      ['from the promotion to the first success, ms', Math.round(firstMs)],
      ['from the promotion to the last refusal, ms', Math.round(allMs)],
      ['slowest answer, ms', Math.round(slowest)],
    ],
  );
  return [
    ...lost.map(({ mark }) => `the acknowledged write ${mark} is lost`),
    ...others.map(({ heard }) => `a write was answered ${heard.status} ${heard.body.detail}`),
    ...system.ended().map((name) => `${name} has ended`),
    ...(Math.max(firstMs, allMs) > recoveredMsMax ? [`recovered after ${Math.round(allMs)} ms`] : []),
  ];
}
