import { seededRandom } from '../random';
import type { ChaosSystem } from '../system';
import { findFaults } from './findings';
import { Load } from './load';

export interface KillOptions {
  rounds: number;
  seed: number;
}

export interface KillFigures {
  rounds: number;
  kills: Record<string, number>;
  writes: number;
  unknownWrites: number;
  imports: number;
  importedRows: number;
  deletedServices: number;
  /** From the last kill until the whole system takes writes again. */
  readyAgainMs: number;
  faults: string[];
}

const victims = [
  'mto',
  'crews-rates',
  'equipment-wbs',
  'clients-projects',
  'gateway',
  'nats',
  'postgres',
] as const;

const pauseMs = { least: 300, more: 1700 };

/** Kills one process after the other while clients write and import, and looks at what is left. */
export async function runKills(
  system: ChaosSystem,
  { rounds, seed }: KillOptions,
  report: (round: number, victim: string) => void = () => {},
): Promise<KillFigures> {
  const random = seededRandom(seed);
  const load = new Load(system.caller, seededRandom(seed + 1));
  await load.start();
  const kills: Record<string, number> = {};
  for (let round = 1; round <= rounds; round++) {
    await Bun.sleep(pauseMs.least + random.below(pauseMs.more));
    const victim = random.pick(victims);
    await kill(system, victim);
    kills[victim] = (kills[victim] ?? 0) + 1;
    report(round, victim);
  }
  const readyAgainMs = await untilReady(system);
  await load.stop();
  const { written } = load;
  const faults = await findFaults(system, written);
  return {
    rounds,
    kills,
    writes: written.marks.length,
    unknownWrites: written.unknown.length,
    imports: written.imports.length,
    importedRows: written.imports.reduce((sum, { rows }) => sum + rows, 0),
    deletedServices: written.deletedServices.length,
    readyAgainMs,
    faults,
  };
}

/** Ends a process at once, as soon as one of that name runs. */
async function kill(system: ChaosSystem, name: string): Promise<void> {
  for (;;) {
    const pid = system.pidOf(name);
    if (pid !== undefined && end(pid)) return;
    await Bun.sleep(10);
  }
}

function end(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Milliseconds until every service answers through the gateway, and one write that asks a neighbour succeeds. */
async function untilReady({ caller }: ChaosSystem): Promise<number> {
  const started = performance.now();
  const client = await caller.create('/v1/clients', {
    code: crypto.randomUUID().slice(0, 20),
    name: 'Again',
  });
  const project = await caller.create('/v1/projects', { clientId: client.id, name: 'Again' });
  const service = await caller.create(`/v1/projects/${project.id}/services`, { serviceType: 'estimation' });
  const own = { projectId: project.id, serviceId: service.id };
  await caller.create('/api/v1/mto', { ...own, discipline: 'civil', quantity: 1 });
  await caller.create('/api/v1/service-crews', own);
  const equipmentCode = crypto.randomUUID().slice(0, 20);
  await caller.create('/api/v1/equipment', { equipmentCode, name: 'Crane' });
  await caller.create('/api/v1/equipment-tags', { projectId: project.id, equipmentCode });
  return performance.now() - started;
}
