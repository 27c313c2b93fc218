import postgres, { type Sql } from 'postgres';
import { type BenchSystem, openBenchSystem } from './export-system';
import { answerForNeighbours } from './import-neighbours';
import { createTarget, type Target } from './import-run';
import { percentile } from './percentile';
import { processorSeconds } from './process-cost';

/** A system that keeps a history, or the same without it. */
export interface Side {
  name: 'off' | 'on';
  system: BenchSystem;
  target: Target;
  /** Writes that leave no history. */
  silent: Sql;
}

export interface Pair {
  off: Side;
  on: Side;
  stop(): Promise<void>;
}

async function openSide(name: Side['name']) {
  const system = await openBenchSystem({
    isLasting: true,
    settings: { HISTORY_DAYS: name === 'off' ? '0' : '400' },
  });
  const neighbours = answerForNeighbours(system.natsUrl);
  const silent = postgres(system.databaseUrl, {
    max: 1,
    connection: { 'history.is_off': 'true' },
    onnotice: () => {},
  });
  // Vacuums at moments of their own would be counted now on one side, now on the other.
  await silent`alter system set autovacuum = off`;
  await silent`select pg_reload_conf()`;
  const side: Side = { name, system, target: await createTarget(system), silent };
  const stop = async () => {
    await Promise.all([neighbours.close(), silent.end()]);
    await system.stop();
  };
  return { side, stop };
}

export async function openPair(): Promise<Pair> {
  const off = await openSide('off');
  const on = await openSide('on');
  return {
    off: off.side,
    on: on.side,
    async stop() {
      await Promise.all([off.stop(), on.stop()]);
    },
  };
}

export interface Cost {
  seconds: number;
  processor: number;
}

export async function costOf({ system }: Side, act: () => Promise<unknown>): Promise<Cost> {
  const [started, processor] = [performance.now(), processorSeconds(system)];
  await act();
  return { seconds: (performance.now() - started) / 1000, processor: processorSeconds(system) - processor };
}

interface Comparison {
  name: string;
  ratioMax: number;
  rounds: number;
  /** Done before each turn, and not measured. */
  prepare?: (side: Side) => Promise<unknown>;
  act: (side: Side, round: number) => Promise<unknown>;
  /** Done after each turn with history. */
  after?: (side: Side, cost: Cost, round: number) => Promise<unknown>;
}

/** Alternates between the sides (off, on, on, off …), each on tables that were tidied up before. */
export async function comparePair(
  pair: Pair,
  { name, ratioMax, rounds, ...steps }: Comparison,
): Promise<void> {
  const costs: Record<Side['name'], Cost[]> = { off: [], on: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? [pair.off, pair.on] : [pair.on, pair.off]) {
      await steps.prepare?.(side);
      await tidy(side);
      const cost = await costOf(side, () => steps.act(side, round));
      costs[side.name].push(cost);
      if (side.name === 'on') await steps.after?.(side, cost, round);
    }
  }
  for (const measure of ['seconds', 'processor'] as const) {
    const [off, on] = [costs.off, costs.on].map((all) => all.map((cost) => cost[measure]));
    console.log(
      `${name}, ${measure === 'seconds' ? 'time' : 'processor time'}: ${ratios(off ?? [], on ?? [])} (at most ${ratioMax.toFixed(2)})`,
    );
  }
}

const displayed = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(' ');
const least = (values: readonly number[]) => Math.min(...values);

export function ratios(base: readonly number[], own: readonly number[]): string {
  const medians = percentile(own, 0.5) / percentile(base, 0.5);
  return `${displayed(own)} s against ${displayed(base)} s; ratio of medians ${medians.toFixed(2)}, of minima ${(least(own) / least(base)).toFixed(2)}`;
}

export async function tidy({ silent }: Side): Promise<void> {
  await silent`vacuum analyze mto.takeoff_line`;
  await silent`vacuum analyze mto.history_change`;
  await silent`vacuum analyze mto.history_operation`;
  await silent`checkpoint`;
}
