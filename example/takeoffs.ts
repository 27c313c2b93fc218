import { type Api, fileForm, listed } from './api';
import type { ServiceCode } from './rules/areas';
import { csvOf, type Row } from './rules/csv';

const pauseMs = 150;

export interface Owner {
  projectId: string;
  serviceId: string;
}

interface Task {
  taskId: string;
  fileName: string;
  status: string;
  undoneBy: unknown;
  progress: { current: number; total: number };
  error: { message: string } | null;
  errors: { row: number; message: string }[];
}

export const fileNameOf = (service: ServiceCode, revision: string) =>
  `${service === 'EST-PROCESS' ? 'process-areas' : 'utilities-and-site'}-rev-${revision}.csv`;

export async function importTakeoff(
  api: Api,
  owner: Owner,
  { fileName, rows, parts }: { fileName: string; rows: () => Row[]; parts: Record<string, string> },
  onProgress: (share: number) => void,
): Promise<void> {
  const earlier = await listed<Task>(
    api,
    `/api/v1/mto/imports?projectId=${owner.projectId}&serviceId=${owner.serviceId}`,
  );
  if (earlier.some((task) => task.fileName === fileName && task.status === 'completed' && !task.undoneBy))
    return;
  const form = fileForm(csvOf(rows()), fileName, { ...owner, force: 'true', ...parts });
  const { taskId } = await api.send<Task>('POST', '/api/v1/mto/import/async', form);
  await ended(api, taskId, onProgress);
}

async function ended(api: Api, taskId: string, onProgress: (share: number) => void): Promise<void> {
  for (;;) {
    const { status, progress, error, errors } = await api.send<Task>(
      'GET',
      `/api/v1/mto/import/status/${taskId}`,
    );
    if (progress.total > 0) onProgress(progress.current / progress.total);
    const [first] = errors;
    if (error || first) throw new Error(error?.message ?? `Row ${first?.row}: ${first?.message}`);
    if (status !== 'queued' && status !== 'running') return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
