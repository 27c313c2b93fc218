import { setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import type { Attack } from './attack';
import { attacks } from './attacks';
import { CalmClient, type CalmFigures, clock } from './calm';
import { type Grounds, prepareGrounds } from './grounds';
import { MemoryWatch } from './memory';
import { type Report, runAttack } from './run-attack';
import { givenSystem, type System, startSystem } from './system';
import { printHeader, printReport } from './table';

const usage = `Usage: bench hostile [--list] [--only NAME,…] [--url http://… --key K [--calm-key K] [--containers PROJECT]]
  --only        attacks by name; NAME* stands for all that begin so
  --url         a system that runs already, with the key of a Contributor; the others are made with it
  --containers  its compose project on this machine, whose memory is looked at`;

const baselineMs = 10_000;
/** Whoever attacks works on other machines: here it must not take the processor from the system. */
const niceness = 10;
const mayHurry = process.getuid?.() === 0;

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
  const battle = await Battle.begin(system, options['calm-key']);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void battle.end().finally(() => process.exit(130)));
  try {
    const reports: Report[] = [];
    for (const attack of chosen) reports.push(await battle.run(attack));
    conclude(reports);
  } finally {
    await battle.end();
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

/** A system with a calm client; both begin anew when an attack leaves the system unwell. */
class Battle {
  private constructor(
    private system: System,
    private readonly calmKey: string | undefined,
    private grounds: Grounds,
    private calm: CalmClient,
    private memory: MemoryWatch,
    private baseline: CalmFigures,
  ) {}

  static async begin(system: System, calmKey?: string): Promise<Battle> {
    const parts = await prepare(system, calmKey);
    return new Battle(system, calmKey, parts.grounds, parts.calm, parts.memory, parts.baseline);
  }

  async run(attack: Attack): Promise<Report> {
    const report = await runAttack(attack, this.grounds, this.calm, this.memory);
    printReport(report, this.baseline);
    if (!report.isSettled) await this.#renew();
    return report;
  }

  async end(): Promise<void> {
    this.memory.stop();
    await this.calm.stop();
    await this.system.stop();
  }

  async #renew(): Promise<void> {
    const { renew } = this.system;
    if (!renew) return;
    console.log('   the system did not recover: another one is started');
    await this.end();
    this.system = await renew();
    const { grounds, calm, memory, baseline } = await prepare(this.system, this.calmKey);
    Object.assign(this, { grounds, calm, memory, baseline });
  }
}

async function prepare(system: System, calmKey: string | undefined) {
  if (mayHurry) setPriority(0);
  const grounds = await prepareGrounds(system, calmKey);
  const calm = new CalmClient(system.url, grounds.calmKey, grounds.calmProjectId);
  const memory = new MemoryWatch(system);
  await Bun.sleep(3000);
  const from = clock();
  await Bun.sleep(baselineMs);
  const baseline = calm.since(from);
  printHeader(baseline);
  if (mayHurry) setPriority(niceness);
  return { grounds, calm, memory, baseline };
}
