import { parseArgs } from 'node:util';
import type { Attack } from './attack';
import { attacks } from './attacks';
import type { Report } from './run-attack';
import { givenSystem, startSystem } from './system';
import { Trial } from './trial';

const usage = `Usage: bench hostile [--list] [--only NAME,…] [--url http://… --key K [--calm-key K] [--containers PROJECT]]
  --only        attacks by name; NAME* stands for all that begin so
  --url         a system that runs already, with the key of a Contributor; the others are made with it
  --containers  its compose project on this machine, whose memory is looked at`;

function readOptions() {
  const text = { type: 'string' } as const;
  const options = {
    list: { type: 'boolean' },
    only: text,
    url: text,
    key: text,
    'calm-key': text,
    containers: text,
  } as const;
  const { values } = parseArgs({ args: process.argv.slice(3), options });
  if (values.url && !values.key) throw new Error('--url needs --key.');
  return values;
}

/** One attack after the other beside a calm client, held against the bounds; exit code 1 when one is broken. */
export async function benchHostile(): Promise<void> {
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions();
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exitCode = 1;
    return;
  }
  const chosen = choose(options.only);
  if (options.list) return void chosen.map(({ name, about }) => console.log(`${name.padEnd(28)}${about}`));
  if (chosen.length === 0) throw new Error('No attack has this name; --list shows them.');
  const { url, key, containers } = options;
  const system = url && key ? givenSystem(url, key, containers) : await startSystem();
  const trial = await Trial.begin(system, options['calm-key']);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void trial.end().finally(() => process.exit(130)));
  try {
    const reports: Report[] = [];
    for (const attack of chosen) reports.push(await trial.run(attack));
    conclude(reports);
  } finally {
    await trial.end();
  }
}

function choose(only: string | undefined): Attack[] {
  if (only === undefined) return attacks;
  const isChosen = only
    .split(',')
    .map(
      (name) => (given: string) =>
        name.endsWith('*') ? given.startsWith(name.slice(0, -1)) : given === name,
    );
  return attacks.filter(({ name }) => isChosen.some((test) => test(name)));
}

function conclude(reports: readonly Report[]): void {
  const broken = reports.filter(({ faults }) => faults.length > 0);
  console.log(`${reports.length} attacks, ${broken.length} with a broken bound`);
  for (const { name, faults } of broken) console.log(`  ${name}: ${faults.join('; ')}`);
  if (broken.length > 0) process.exitCode = 1;
}
