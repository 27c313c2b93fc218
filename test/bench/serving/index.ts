import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CrudSystem, openCrudSystem } from '../crud-system';
import { send } from '../export-system';
import { answered, timeOf } from '../measure';
import { percentile } from '../percentile';
import { dearRequests, searches, whatIfs } from './requests';
import { prepareStage, type Stage } from './stage';

const rounds = 2;
const blockMsMax = 10;

/**
 * For how long at most dear requests keep the serving thread of their service from all others, in milliseconds of processor time,
 * so that the figures hold on a busy machine, too.
 */
export async function benchServing(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'consulting-stretches-'));
  process.env.STRETCHES_DIR = folder;
  process.env.BUN_OPTIONS = `--preload ${join(import.meta.dir, 'recorder.ts')}`;
  const system = await openCrudSystem();
  try {
    const stage = await prepareStage(system);
    const only = process.env.BENCH_ONLY ?? '';
    await searchUntilSettled(system, stage.projectId);
    await measureCalmClient(system, stage);
    for (const { name, owner, send: ask } of dearRequests(system, stage)) {
      if (!name.includes(only)) continue;
      const reported: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const file = join(folder, owner);
        await Bun.sleep(100);
        writeFileSync(file, '');
        const started = performance.now();
        const response = await ask();
        const body = await response.bytes();
        const bytes = body.length;
        if (!response.ok) console.log(Buffer.from(body).toString().slice(0, 300));
        const ms = performance.now() - started;
        await Bun.sleep(100);
        const ranges = existsSync(file) ? readFileSync(file, 'utf8').split('\n').map(Number) : [];
        const longest = Math.max(...ranges);
        const many = ranges.filter((one) => one > blockMsMax).length;
        reported.push(
          `${longest.toFixed(1)} ms (${many} above ${blockMsMax}, ${ranges.reduce((sum, one) => sum + one, 0).toFixed(0)} in all, ${ms.toFixed(0)} ms; ${response.status}, ${(bytes / 1024).toFixed(0)} KiB)`,
        );
      }
      console.log(`${owner} ${name}: ${reported.join(', ')}`);
    }
  } finally {
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const listsMin = 60;

/** A list of another project, alone and beside two at once of what costs most, again and again. */
async function measureCalmClient(system: CrudSystem, stage: Stage): Promise<void> {
  const { projectId, otherProjectId } = stage;
  const mto = system.urlOf('mto');
  const list = () => timeOf(() => answered(send(mto, `/api/v1/mto?projectId=${otherProjectId}&limit=20`)));
  const dear: Record<string, [path: string, json: object]> = {
    'what-ifs': ['/api/v1/mto/what-if', whatIfs(projectId).crews],
    'searches with eight lists of texts': ['/api/v1/mto/search', searches(projectId).tags],
  };
  const times = async (isEnough: (count: number) => boolean) => {
    const found: number[] = [];
    while (!isEnough(found.length)) found.push(await list());
    return found.slice(Math.min(found.length, 5));
  };
  const alone = percentile(await times((count) => count > listsMin), 0.95);
  for (const [name, [path, json]] of Object.entries(dear)) {
    let isOver = false;
    let count = 0;
    const asking = Array.from({ length: 2 }, async () => {
      while (!isOver) {
        await (await send(mto, path, json)).bytes();
        count += 1;
      }
    });
    const separate = percentile(await times((lists) => lists > listsMin && count >= 4), 0.95);
    isOver = true;
    await Promise.all(asking);
    console.log(
      `a list beside two ${name}: p95 ${separate.toFixed(1)} ms, alone ${alone.toFixed(1)}; ratio ${(separate / alone).toFixed(1)}`,
    );
  }
}

/** The first search of a project is answered by the table, and lets its columns be read. */
async function searchUntilSettled(system: CrudSystem, projectId: string): Promise<void> {
  const body = { projectId, sort: [{ field: 'drawingNumber', direction: 'asc' }], limit: 1 };
  for (let at = 0; at < 10; at += 1) {
    const started = performance.now();
    await (await send(system.urlOf('mto'), '/api/v1/mto/search', body)).bytes();
    if (performance.now() - started < 30) break;
    await Bun.sleep(1000);
  }
}
