import type { Heard } from '../caller';
import { danglingAtLast } from '../dangling';
import { type Random, seededRandom } from '../random';
import type { ChaosSystem } from '../system';
import { exists, type Ground, layGround, type Pair, type Race } from './pair';
import { pairs } from './pairs';

export interface RaceOptions {
  /** Races for each pair of kinds. */
  races: number;
  /** Races that are under way at once. */
  atOnce: number;
  seed: number;
}

/** What became of the races of one pair of kinds. */
export interface RaceFigures {
  pair: string;
  races: number;
  created: number;
  removed: number;
  /** Writes and deletes that were answered 503, to be tried again. */
  postponed: number;
  faults: string[];
  seconds: number;
}

interface Outcome {
  race: Race;
  created: Heard;
  removed: Heard;
}

const spreadMs = 6;
const leadMsMax = 60;

/** Lets creations and deletes of each pair of kinds race, and looks at what is left. */
export async function runRaces(
  system: ChaosSystem,
  { races, atOnce, seed }: RaceOptions,
  report: (figures: RaceFigures) => void = () => {},
): Promise<{ figures: RaceFigures[]; dangling: Record<string, number> }> {
  const random = seededRandom(seed);
  const ground = await layGround(system.caller);
  const figures: RaceFigures[] = [];
  for (const pair of pairs) {
    const of = await racePair(system, pair, { ground, random, races, atOnce });
    figures.push(of);
    report(of);
  }
  return { figures, dangling: await danglingAtLast(system.sql) };
}

interface Field extends Omit<RaceOptions, 'seed'> {
  ground: Ground;
  random: Random;
}

async function racePair(
  system: ChaosSystem,
  pair: Pair,
  { ground, random, races, atOnce }: Field,
): Promise<RaceFigures> {
  const started = performance.now();
  const outcomes: Outcome[] = [];
  for (let left = races, leadMs = 0; left > 0; left -= atOnce) {
    const wave = Array.from({ length: Math.min(atOnce, left) }, () => pair.prepare(system.caller, ground));
    const ready = await Promise.all(wave);
    const ended = await Promise.all(ready.map((race) => run(race, random, leadMs)));
    leadMs = nextLead(leadMs, ended);
    outcomes.push(...ended);
  }
  const faults = await findFaults(system, pair, outcomes);
  const count = (isCounted: (outcome: Outcome) => boolean) => outcomes.filter(isCounted).length;
  return {
    pair: pair.name,
    races: outcomes.length,
    created: count(({ created }) => isDone(created)),
    removed: count(({ removed }) => removed.status === 204),
    postponed:
      count(({ created }) => created.status === 503) + count(({ removed }) => removed.status === 503),
    faults,
    seconds: (performance.now() - started) / 1000,
  };
}

/** How much sooner deletes set out in the next wave, so that neither side wins all the time. */
function nextLead(leadMs: number, ended: readonly Outcome[]): number {
  const created = ended.filter(({ created }) => isDone(created)).length;
  const wanted = leadMs + Math.round((created / ended.length - 0.5) * 20);
  return Math.max(-leadMsMax, Math.min(leadMsMax, wanted));
}

async function run(race: Race, random: Random, leadMs: number): Promise<Outcome> {
  const createAfterMs = random.below(spreadMs) + Math.max(0, leadMs);
  const removeAfterMs = random.below(spreadMs) + Math.max(0, -leadMs);
  const [created, removed] = await Promise.all([
    Bun.sleep(createAfterMs).then(race.create),
    Bun.sleep(removeAfterMs).then(race.remove),
  ]);
  return { race, created, removed };
}

/** A record was created, or came back by an undo. */
const isDone = ({ status }: Heard): boolean => status === 200 || status === 201;

const expected = { created: new Set([200, 201, 400, 404, 422, 503]), removed: new Set([204, 409, 503]) };

const wordsOf = ({ status, body }: Heard) => (status < 400 ? `${status}` : `${status} ${body?.code}`);

async function findFaults(system: ChaosSystem, pair: Pair, outcomes: readonly Outcome[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { race, created, removed } of outcomes) {
    const reported = `${wordsOf(created)}, ${wordsOf(removed)}`;
    if (!(expected.created.has(created.status) && expected.removed.has(removed.status)))
      faults.push(`unexpected answers: ${reported}`);
    const isCreated = isDone(created);
    const isRemoved = removed.status === 204;
    if (isCreated && isRemoved && !pair.isCascade) faults.push(`both succeeded: ${reported}`);
    const parentStays = await exists(system.sql, race.parent.table, race.parent.id);
    if (isRemoved === parentStays) faults.push(`the delete was answered ${removed.status} and is not so`);
    const mayBeGone = pair.isCascade && isRemoved;
    if (isCreated && !mayBeGone && !(await exists(system.sql, race.child.table, race.child.id(created.body))))
      faults.push('an acknowledged write is lost');
  }
  return faults;
}
