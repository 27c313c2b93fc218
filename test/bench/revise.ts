import { openBenchSystem } from './export-system';
import { answerForNeighbours } from './import-neighbours';
import { createTarget, importText, lineCount } from './import-run';
import { percentile } from './percentile';

const rounds = 3;
const header = 'Item No.,Source ID,Description,Nominal Size,Quantity,UOM';

/** Every fifth quantity is another in revision B; of twenty lines one is gone and one is new. */
function takeoff(revision: 'A' | 'B'): string {
  const rows = Array.from({ length: lineCount }, (_, at) => {
    const isNew = revision === 'B' && at % 20 === 7;
    const quantity = (at % 40) + 1 + (revision === 'B' && at % 5 === 0 ? 2 : 0);
    const price = revision === 'A' ? `,${((at % 900) + 100) / 100}` : '';
    const item = isNew ? lineCount + at : at + 1;
    return `${item},${isNew ? 'N' : 'P'}-${at},Pipe ${at % 700},${(at % 12) + 1},${quantity},m${price}`;
  });
  return `${[revision === 'A' ? `${header},Material Unit Price` : header, ...rows].join('\n')}\n`;
}

/** A revised takeoff of 100,000 lines next to an upsert of the same file into the same lines. */
export async function benchRevise(): Promise<void> {
  const system = await openBenchSystem();
  const neighbours = answerForNeighbours(system.natsUrl);
  const [before, after] = [takeoff('A'), takeoff('B')];
  const seconds: Record<'upsert' | 'revise', number[]> = { upsert: [], revise: [] };
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const mode of ['upsert', 'revise'] as const) {
        const target = { ...(await createTarget(system, `${mode}-${round}`)), discipline: 'piping' };
        await importText(system, target, before);
        const own: Record<string, string> =
          mode === 'revise' ? { matchBy: '["sourceId"]', carryFrom: '["description"]' } : {};
        const run = await importText(system, { ...target, mode, ...own }, after);
        if (run.task.status !== 'completed') throw new Error(JSON.stringify(run.task).slice(0, 2000));
        console.log(`${mode} of ${lineCount} lines: ${run.seconds.toFixed(2)} s`);
        seconds[mode].push(run.seconds);
      }
  } finally {
    await neighbours.close();
    await system.stop();
  }
  const ratio = percentile(seconds.revise, 0.5) / percentile(seconds.upsert, 0.5);
  console.log(`ratio: a revision takes ${ratio.toFixed(2)} of an upsert, in the middle of ${rounds}`);
}
