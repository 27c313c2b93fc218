import type { Sql } from 'postgres';
import { danglingAtLast } from '../dangling';
import type { ChaosSystem } from '../system';
import type { Written } from './load';

const final = ['completed', 'completed-with-errors', 'failed', 'cancelled'];
const importMsMax = 120_000;
const pauseMs = 100;

/** What is not as it was acknowledged, one sentence each. */
export async function findFaults(system: ChaosSystem, written: Written): Promise<string[]> {
  const faults = written.refusals.map((refusal) => `refused: ${refusal}`);
  const lines = await countLines(system.sql);
  for (const mark of written.marks) {
    const count = lines.get(mark) ?? 0;
    if (count !== 1) faults.push(`the acknowledged line ${mark} is there ${count} times`);
  }
  for (const mark of written.unknown) {
    const count = lines.get(mark) ?? 0;
    if (count > 1) faults.push(`the line ${mark} is there ${count} times`);
  }
  for (const one of written.imports) faults.push(...(await faultsOfImport(system, one)));
  for (const [kind, count] of Object.entries(await danglingAtLast(system.sql)))
    faults.push(`${count} dangling references, ${kind}`);
  return faults;
}

async function countLines(sql: Sql): Promise<Map<string, number>> {
  const rows = await sql<{ tag: string; count: number }[]>`
    select tag, count(*)::int as count from mto.takeoff_line where tag like 'chaos-%' group by tag`;
  return new Map(rows.map(({ tag, count }) => [tag, count]));
}

async function faultsOfImport(
  { caller, sql }: ChaosSystem,
  { taskId, rows, mark }: Written['imports'][number],
): Promise<string[]> {
  const end = performance.now() + importMsMax;
  for (;;) {
    const { status, body } = await caller.send('GET', `/api/v1/mto/import/status/${taskId}`);
    if (status === 200 && final.includes(body.status)) {
      const [stored] = await sql<{ count: number }[]>`
        select count(*)::int as count from mto.takeoff_line where import_task_id = ${taskId}`;
      const imported = body.result?.imported ?? 0;
      const isExact = body.status === 'completed' ? imported === rows : imported === 0;
      if (isExact && stored?.count === imported) return [];
      return [
        `the import ${mark} is ${body.status} with ${imported} rows of ${rows}, ${stored?.count} stored`,
      ];
    }
    if (performance.now() > end) return [`the import ${mark} did not end: ${status} ${body?.status}`];
    await Bun.sleep(pauseMs);
  }
}
