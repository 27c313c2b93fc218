import { databaseSeconds, ownSeconds } from '../bench/process-cost';
import { DatabaseServer } from '../support/database-server';
import { type Ground, layGround, type ScaleSystem, startScaleSystem, withSystem } from './scale-system';
import { printTable } from './table';

const lines = 40_000;
const linesAtOnce = 5000;
const replicas = 2;
const cores = navigator.hardwareConcurrency;
const clientsAtOnce = 8;
const idleMs = 5000;

interface Kind {
  name: string;
  reads: number;
  ask(system: ScaleSystem, ground: Ground, at: number): Promise<unknown>;
}

const kinds: Kind[] = [
  {
    name: 'list',
    reads: 800,
    ask: ({ ask }, { projectId }, at) =>
      ask('GET', `/api/v1/mto?projectId=${projectId}&limit=50&skip=${(at % 20) * 50}`),
  },
  {
    name: 'search by common fields',
    reads: 400,
    ask: ({ ask }, { projectId }, at) =>
      ask('POST', '/api/v1/mto/search', {
        projectId,
        filters: { conditions: [{ field: 'description', operator: 'contains', value: `spool ${at % 90}` }] },
        sort: [{ field: 'totalCost', direction: 'desc' }],
      }),
  },
  {
    name: 'search by a field of piping',
    reads: 160,
    ask: ({ ask }, { projectId }, at) =>
      ask('POST', '/api/v1/mto/search', {
        projectId,
        filters: { conditions: [{ field: 'nominalPipeSize', operator: 'greaterThan', value: at % 9 }] },
        sort: [{ field: 'totalCost', direction: 'desc' }],
      }),
  },
  {
    name: 'aggregate',
    reads: 120,
    ask: ({ ask }, { projectId }) =>
      ask('POST', '/api/v1/mto/aggregate', {
        projectId,
        groupBy: ['discipline', 'area', 'status'],
        measures: [{ field: 'totalCost', function: 'sum' }],
      }),
  },
];

interface Figures {
  perSecond: number;
  /** Milliseconds of processor time for a read. */
  primaryMs: number;
  replicaMs: number;
  serviceMs: number;
}

/**
 * The same reads of a takeoff from one server, and from a primary with two replicas: how many a second, and what they cost the
 * primary, which is what is left for writes. @returns what is not so, one sentence each
 */
export async function readReplicas(): Promise<string[]> {
  const primary = await DatabaseServer.start();
  const standbys: DatabaseServer[] = [];
  for (let at = 0; at < replicas; at++) standbys.push(await primary.addStandby(`standby${at}`));
  const servers = { primary, standbys };
  const hosts = standbys.map(({ port }) => `127.0.0.1:${port}`).join();
  const start = () => startScaleSystem(primary.url, { MTO_READ_DATABASE_URL: `postgres://${hosts}` });
  return withSystem([...standbys, primary], start, async (system) => {
    const ground = await layGround(system);
    await writeLines(system, ground, primary);
    const apart = await measure(system, ground, servers);
    for (const standby of standbys) await standby.stop();
    const alone = await measure(system, ground, { primary, standbys: [] });
    printTable(
      `Reads of a takeoff of ${lines} lines, ${clientsAtOnce} at once on ${cores} cores: one server, and a primary with ${replicas} replicas`,
      [
        '',
        'a second: one',
        'with replicas',
        'ratio',
        'CPU of primary, ms a read: one',
        'with replicas',
        'saved, %',
        'CPU of replicas',
        'CPU of mto',
      ],
      kinds.map(({ name }, at) => rowOf(name, alone[at], apart[at])),
    );
    return kinds.flatMap(({ name }, at) => faultsOf(name, alone[at], apart[at]));
  });
}

const coresMin = 8;
const ratioMin = 1.8;
const savedPartMin = 0.7;
/** A read that costs the primary less is answered from memory or by index, and the question for the position is as much. */
const cheapMs = 5;
const cheapRatioMax = 1.25;

/** Servers, services and clients on fewer cores take them from each other; then what the primary is spared says how far it goes. */
function faultsOf(name: string, one: Figures | undefined, many: Figures | undefined): string[] {
  if (!one || !many) return [`${name} was not measured`];
  const ratio = many.perSecond / one.perSecond;
  const saved = savedPart(one, many);
  if (one.primaryMs < cheapMs) {
    const isDearer = many.primaryMs > one.primaryMs * cheapRatioMax;
    return isDearer ? [`${name}: costs the primary ${many.primaryMs.toFixed(2)} ms with replicas`] : [];
  }
  if (saved < savedPartMin)
    return [`${name}: replicas spare the primary ${(saved * 100).toFixed(0)} % alone`];
  return cores >= coresMin && ratio < ratioMin ? [`${name}: only ${ratio.toFixed(2)} as many a second`] : [];
}

const savedPart = (one: Figures, many: Figures): number => 1 - many.primaryMs / one.primaryMs;

function rowOf(name: string, one: Figures | undefined, many: Figures | undefined): (string | number)[] {
  if (!one || !many) return [name];
  return [
    name,
    one.perSecond.toFixed(0),
    many.perSecond.toFixed(0),
    (many.perSecond / one.perSecond).toFixed(2),
    one.primaryMs.toFixed(2),
    many.primaryMs.toFixed(2),
    (savedPart(one, many) * 100).toFixed(0),
    many.replicaMs.toFixed(2),
    many.serviceMs.toFixed(2),
  ];
}

async function writeLines({ ask }: ScaleSystem, ground: Ground, primary: DatabaseServer): Promise<void> {
  const statuses = ['draft', 'in-review', 'approved'];
  for (let from = 0; from < lines; from += linesAtOnce) {
    const items = Array.from({ length: linesAtOnce }, (_, at) => ({
      ...ground,
      ...((from + at) % 3 === 0
        ? { discipline: 'piping', nominalPipeSize: (at % 10) + 2 }
        : { discipline: 'civil' }),
      description: `Line ${from + at} of spool ${(from + at) % 1000}`,
      area: `A-${(from + at) % 20}`,
      status: statuses[(from + at) % statuses.length],
      quantity: 1 + (at % 50),
      materialUnitPrice: 5 + (at % 300),
    }));
    await ask('POST', '/api/v1/mto/bulk', { projectId: ground.projectId, items });
  }
  await primary.run('vacuum analyze');
  await primary.run('checkpoint');
}

interface Servers {
  primary: DatabaseServer;
  standbys: readonly DatabaseServer[];
}

type Seconds = Record<'primary' | 'replica' | 'service', number>;

async function measure(system: ScaleSystem, ground: Ground, servers: Servers): Promise<Figures[]> {
  const idle = await idleSeconds(system, servers);
  const figures: Figures[] = [];
  for (const kind of kinds) {
    await run(system, ground, { ...kind, reads: clientsAtOnce * 5 });
    figures.push(await measured(system, ground, kind, { servers, idle }));
  }
  return figures;
}

function secondsOf({ processes }: ScaleSystem, { primary, standbys }: Servers): Seconds {
  return {
    primary: databaseSeconds(primary.pid),
    replica: standbys.reduce((sum, { pid }) => sum + databaseSeconds(pid), 0),
    service: ownSeconds(processes.services.mto[0]?.pid ?? 0),
  };
}

/** What all of them use in a second without any request: services look for work, and servers write down what was done. */
async function idleSeconds(system: ScaleSystem, servers: Servers): Promise<Seconds> {
  const before = secondsOf(system, servers);
  await Bun.sleep(idleMs);
  const after = secondsOf(system, servers);
  const of = (key: keyof Seconds) => (after[key] - before[key]) / (idleMs / 1000);
  return { primary: of('primary'), replica: of('replica'), service: of('service') };
}

async function measured(
  system: ScaleSystem,
  ground: Ground,
  kind: Kind,
  { servers, idle }: { servers: Servers; idle: Seconds },
): Promise<Figures> {
  const before = secondsOf(system, servers);
  const started = performance.now();
  await run(system, ground, kind);
  const seconds = (performance.now() - started) / 1000;
  const after = secondsOf(system, servers);
  const msOf = (key: keyof Seconds) =>
    (Math.max(0, after[key] - before[key] - idle[key] * seconds) / kind.reads) * 1000;
  return {
    perSecond: kind.reads / seconds,
    primaryMs: msOf('primary'),
    replicaMs: msOf('replica'),
    serviceMs: msOf('service'),
  };
}

async function run(system: ScaleSystem, ground: Ground, { reads, ask }: Kind): Promise<void> {
  let next = 0;
  const client = async () => {
    while (next < reads) await ask(system, ground, next++);
  };
  await Promise.all(Array.from({ length: clientsAtOnce }, client));
}
