import type { Api } from './api';
import { showProgress } from './print';

const pollMs = 100;

interface Task {
  status: string;
  progress: { current: number; total: number };
  result: { imported: number; updated: number; skipped: number; failed: number; deleted: number } | null;
  error: { code: string; message: string } | null;
  errors: { row: number; message: string }[];
}

/** Sends a file for import, shows the progress until its end, and says what became of the rows. @returns its task */
export async function importAndSay(api: Api, path: string, form: FormData, label: string): Promise<string> {
  const { taskId } = await api.upload<{ taskId: string }>(path, form);
  const task = await finished(api, taskId, label);
  console.log(`  ${task.status}: ${JSON.stringify(task.result)}`);
  if (task.error) throw new Error(task.error.message);
  const [first] = task.errors;
  if (first) throw new Error(`Row ${first.row}: ${first.message}`);
  return taskId;
}

async function finished(api: Api, taskId: string, label: string): Promise<Task> {
  for (;;) {
    const task = await api.get<Task>(`/api/v1/mto/import/status/${taskId}`);
    showProgress(label, task.progress.current, task.progress.total);
    if (task.status !== 'queued' && task.status !== 'running') {
      process.stdout.write('\n');
      return task;
    }
    await Bun.sleep(pollMs);
  }
}
