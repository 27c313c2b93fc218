import { setPriority } from 'node:os';
import type { Attack } from './attack';
import { CalmClient, type CalmFigures, clock } from './calm';
import { type Grounds, prepareGrounds } from './grounds';
import { MemoryWatch } from './memory';
import { type Report, runAttack } from './run-attack';
import type { System } from './system';
import { printHeader, printReport } from './table';

const baselineMs = 10_000;
/** Whoever attacks works on other machines: here it must not take the processor from the system. */
const niceness = 10;
const mayHurry = process.getuid?.() === 0;

/** A system with a calm client; both begin anew when an attack leaves the system unwell. */
export class Trial {
  private constructor(
    private system: System,
    private readonly calmKey: string | undefined,
    private grounds: Grounds,
    private calm: CalmClient,
    private memory: MemoryWatch,
    private baseline: CalmFigures,
  ) {}

  static async begin(system: System, calmKey?: string): Promise<Trial> {
    const parts = await prepare(system, calmKey);
    return new Trial(system, calmKey, parts.grounds, parts.calm, parts.memory, parts.baseline);
  }

  /** A bound that is broken twice is broken: whatever else the machine does can only add to one run. */
  async run(attack: Attack): Promise<Report> {
    const report = await this.#runOnce(attack);
    return report.faults.length === 0 ? report : this.#runOnce(attack);
  }

  async #runOnce(attack: Attack): Promise<Report> {
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
