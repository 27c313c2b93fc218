import { parseArgs } from 'node:util';
import { runKills } from './kills/run-kills';
import { runRaces } from './races/run-races';
import { type ChaosSystem, openChaosSystem } from './system';

const usage = `Usage: chaos [races] [kills] [--races 1000] [--at-once 50] [--rounds 100] [--seed 1]
  races  creations against deletes over each pair of kinds
  kills  kill -9 of one process after the other during writes and imports`;

function read(argv: string[]) {
  const options = {
    races: { type: 'string', default: '1000' },
    'at-once': { type: 'string', default: '50' },
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  } as const;
  const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true });
  const programs = positionals.length === 0 ? ['races', 'kills'] : positionals;
  const [races, atOnce, rounds, seed] = [values.races, values['at-once'], values.rounds, values.seed].map(
    Number,
  );
  const numbers = { races, atOnce, rounds, seed } as Record<'races' | 'atOnce' | 'rounds' | 'seed', number>;
  const isRight = Object.values(numbers).every((number) => Number.isInteger(number) && number > 0);
  if (!isRight || programs.some((name) => name !== 'races' && name !== 'kills')) throw new Error(usage);
  return { ...numbers, programs };
}

type Options = ReturnType<typeof read>;

/** @returns how many faults there were */
async function races(system: ChaosSystem, options: Options): Promise<number> {
  console.log(
    `${options.races} races over each pair of kinds, ${options.atOnce} at once, seed ${options.seed}`,
  );
  const { figures, dangling } = await runRaces(system, options, (of) => {
    const { pair, created, removed, postponed, faults, seconds } = of;
    const outcome = `${created} created, ${removed} deleted, ${postponed} postponed, ${faults.length} faults`;
    console.log(`  ${pair.padEnd(30)} ${outcome}, ${seconds.toFixed(1)} s`);
    for (const fault of new Set(faults)) console.log(`    ${fault}`);
  });
  const left = Object.entries(dangling);
  for (const [kind, count] of left) console.log(`  ${count} dangling references, ${kind}`);
  const faultCount = figures.reduce((sum, { faults }) => sum + faults.length, 0);
  const danglingCount = left.reduce((sum, [, count]) => sum + count, 0);
  console.log(`races: ${danglingCount} dangling references, ${faultCount} faults`);
  return faultCount + danglingCount;
}

/** @returns how many faults there were */
async function kills(system: ChaosSystem, options: Options): Promise<number> {
  console.log(`${options.rounds} rounds of kill -9, seed ${options.seed}`);
  const found = await runKills(system, options, (round, victim) => {
    if (round % 10 === 0) console.log(`  round ${round}: ${victim}`);
  });
  const { faults, writes, unknownWrites, imports, importedRows, deletedServices, readyAgainMs } = found;
  const killed = Object.entries(found.kills).map(([name, count]) => `${name} ${count}`);
  console.log(`  killed: ${killed.join(', ')}`);
  console.log(`  ${writes} acknowledged writes, ${unknownWrites} given up, ${imports} imports with`);
  console.log(`  ${importedRows} rows, ${deletedServices} services filled and deleted`);
  console.log(`  ready again ${(readyAgainMs / 1000).toFixed(1)} s after the last kill`);
  for (const fault of faults.slice(0, 20)) console.log(`    ${fault}`);
  console.log(`kills: ${faults.length} faults`);
  return faults.length;
}

try {
  const options = read(process.argv.slice(2));
  const system = await openChaosSystem();
  let faults = 0;
  try {
    if (options.programs.includes('races')) faults += await races(system, options);
    if (options.programs.includes('kills')) faults += await kills(system, options);
  } finally {
    await system.stop();
  }
  process.exitCode = faults === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
