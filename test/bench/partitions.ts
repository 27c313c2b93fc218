import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateStore } from '@consulting/kernel/postgres';
import { startPostgres } from '@consulting/local/postgres/postgres';
import { mto } from '@consulting/mto/service';
import { halfElsewhere, nameOtherServer } from '../support/foreign-parts';
import { partitionTakeoffs } from '../support/partitions';
import { type BenchSystem, openBenchSystem } from './export-system';
import { answerForNeighbours } from './import-neighbours';
import { createTarget, importText, type Target } from './import-run';
import { percentile } from './percentile';
import { processorSeconds } from './process-cost';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const lineCount = 5000;
const ratioMax = 1.5;

/** An upsert of 5,000 lines of a project on another server, beside one on the server that the service is connected to. */
export async function benchPartitions(): Promise<void> {
  const system = await openBenchSystem({ isLasting: true });
  const neighbours = answerForNeighbours(system.natsUrl);
  const dataDir = mkdtempSync(join(tmpdir(), 'consulting-postgres-'));
  const other = await startPostgres({ dataDir });
  try {
    const plain = await createTarget(system);
    await measure(system, [system.databasePid], { 'in a table': plain });
    await migrateStore({ ...mto, url: other.url, schema: 'mto' });
    await nameOtherServer(system.sql, other.url);
    await partitionTakeoffs(system.sql, halfElsewhere(other.url));
    const [here, elsewhere] = await targetsOf(system);
    await measure(system, [system.databasePid, other.pid], { here, elsewhere });
    console.log(`elsewhere at most ${ratioMax} of here; medians of ${rounds} rounds`);
  } finally {
    await neighbours.close();
    await system.stop();
    await other.stop();
  }
}

/** A project whose lines are here, and one whose lines are elsewhere. */
async function targetsOf(system: BenchSystem): Promise<[Target, Target]> {
  const found: (Target | undefined)[] = [undefined, undefined];
  for (let made = 1; !found[0] || !found[1]; made += 1) {
    const target = await createTarget(system, `BENCH${made}`);
    const [part] = await system.sql<{ isHere: boolean }[]>`
      select satisfies_hash_partition('mto.takeoff_line'::regclass, 4, 0, ${target.projectId}::uuid)
        or satisfies_hash_partition('mto.takeoff_line'::regclass, 4, 2, ${target.projectId}::uuid) as "isHere"`;
    found[part?.isHere ? 0 : 1] ??= target;
  }
  return [found[0], found[1]];
}

async function measure(
  system: BenchSystem,
  databasePids: readonly number[],
  targets: Record<string, Target>,
): Promise<void> {
  const names = Object.keys(targets);
  const costs = new Map(names.map((name) => [name, { seconds: [] as number[], processor: [] as number[] }]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, target] of Object.entries(targets)) {
      const before = processorSeconds(system, databasePids);
      const { task, seconds } = await importText(
        system,
        { ...target, discipline: 'piping', mode: 'upsert' },
        rowsOf(round),
      );
      if (task.status !== 'completed') throw new Error(JSON.stringify(task));
      if (round === 0) continue;
      costs.get(name)?.seconds.push(seconds);
      costs.get(name)?.processor.push(processorSeconds(system, databasePids) - before);
    }
  }
  for (const [name, { seconds, processor }] of costs)
    console.log(
      `upsert of ${lineCount} lines ${name}: ${percentile(seconds, 0.5).toFixed(2)} s, ${percentile(processor, 0.5).toFixed(2)} s of processor time`,
    );
}

const header = 'Item No.,Description,Quantity,UOM';

const rowsOf = (round: number): string =>
  [header, ...Array.from({ length: lineCount }, (_, at) => `${at + 1},Pipe ${at},${at + 1 + round},m`)].join(
    '\n',
  );
