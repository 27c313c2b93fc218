import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchSystem } from './export-system';
import type { WorkbookColumn } from './import-columns';

export const lineCount = Number(process.env.BENCH_ROWS ?? 100_000);

const pollMs = 20;
const pythonPrograms = ['/usr/bin/python3', 'python3'];
const peers = join(import.meta.dir, 'peers');

export function python(script: string, args: string[], input: string): string | null {
  for (const program of pythonPrograms) {
    if (Bun.which(program) === null) continue;
    const run = Bun.spawnSync([program, join(peers, script), ...args], {
      stdin: Buffer.from(input),
      stderr: 'inherit',
    });
    if (run.exitCode === 0) return run.stdout.toString().trim();
  }
  return null;
}

/** The workbook of a foreign writer; kept between runs, because writing it takes longer than importing it. */
export function makeWorkbook(columns: readonly WorkbookColumn[]): string | null {
  const spec = JSON.stringify(columns);
  const folder = join(tmpdir(), 'consulting-bench');
  const file = join(folder, `takeoff-${Bun.hash(spec).toString(36)}-${lineCount}.xlsx`);
  mkdirSync(folder, { recursive: true });
  if (existsSync(file)) return file;
  return python('import-make-workbook.py', [file, String(lineCount)], spec) === null ? null : file;
}

export interface Target {
  projectId: string;
  serviceId: string;
}

export async function createTarget(system: BenchSystem, code = 'BENCH'): Promise<Target> {
  const client = await system.create('/v1/clients', { code, name: 'Benchmark' });
  const project = await system.create('/v1/projects', { clientId: client.id, name: 'Benchmark' });
  const projectId = String(project.id);
  const path = `/v1/projects/${projectId}/services`;
  const service = await system.create(path, { serviceType: 'estimation' });
  return { projectId, serviceId: String(service.id) };
}

/** From the upload to the end of its task. */
export const runImport = (system: BenchSystem, parts: Record<string, string>, workbook: string) =>
  sendImport(system, parts, new File([readFileSync(workbook)], 'takeoff.xlsx'));

/** As `runImport` for a file of comma-separated values. */
export const importText = (system: BenchSystem, parts: Record<string, string>, text: string) =>
  sendImport(system, parts, new File([text], 'takeoff.csv'));

async function sendImport(system: BenchSystem, parts: Record<string, string>, file: File) {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.set(name, value);
  form.set('file', file);
  const started = performance.now();
  const response = await system.ask('/api/v1/mto/import/async', form);
  const accepted = (await response.json()) as { taskId: string };
  if (!response.ok) throw new Error(JSON.stringify(accepted));
  const task = await endOf(system, accepted.taskId);
  return { task, seconds: (performance.now() - started) / 1000 };
}

interface Task {
  taskId: string;
  status: string;
  result: { imported: number } | null;
}

async function endOf(system: BenchSystem, taskId: string): Promise<Task> {
  for (;;) {
    const response = await system.ask(`/api/v1/mto/import/status/${taskId}`);
    const task = (await response.json()) as Task;
    if (!['queued', 'running'].includes(task.status)) return task;
    await Bun.sleep(pollMs);
  }
}
