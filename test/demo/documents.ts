import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Api } from './api';

const folder = process.env.DEMO_FILES ?? join('.data', 'demo');

/** Writes what the client gets to files: the report in both forms, and the file of a takeoff with the prices in it. */
export async function writeDocuments(api: Api, projectId: string, serviceId: string): Promise<void> {
  const report = `/api/v1/mto/project/${projectId}/report`;
  const imports = `/api/v1/mto/imports?projectId=${projectId}&serviceId=${serviceId}&limit=1`;
  const [task] = (await api.get<{ data: { taskId: string }[] }>(imports)).data;
  await mkdir(folder, { recursive: true });
  await write(api, `${report}?format=xlsx`, 'report.xlsx');
  await write(api, `${report}?format=html&lines=none`, 'report.html');
  await write(api, `/api/v1/mto/import/status/${task?.taskId}/workbook`, 'takeoff-priced.csv');
}

async function write(api: Api, path: string, fileName: string): Promise<void> {
  const file = join(folder, fileName);
  const bytes = await Bun.write(file, await api.download(path));
  console.log(`  ${file} (${Math.ceil(bytes / 1024)} KB)`);
}
