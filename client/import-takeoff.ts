import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect, dataOf } from './connect.js';

const [address = '', projectId = '', serviceId = '', path = ''] = process.argv.slice(2);
const api = connect(address, process.env.API_KEY);

const accepted = dataOf(
  await api.POST('/api/v1/mto/import/async', {
    body: { projectId, serviceId, discipline: 'piping', file: await openAsBlob(path) },
    bodySerializer({ file, ...parts }) {
      const form = new FormData();
      for (const [name, part] of Object.entries(parts)) form.set(name, String(part));
      if (file) form.set('file', file, basename(path));
      return form;
    },
  }),
);

const task = await endOf(accepted.taskId);
console.log(`${task.status}: ${task.result?.imported ?? 0} lines imported, ${task.errorCount} errors`);
for (const { sheet, row, column, message } of task.errors ?? [])
  console.log(`  ${sheet} ${column}${row}: ${message}`);

const summary = dataOf(
  await api.GET('/api/v1/mto/project/{projectId}/summary', {
    params: { path: { projectId }, query: { serviceId } },
  }),
);
for (const { discipline, itemCount, totalManHours, totalCost } of summary.byDiscipline)
  console.log(`${discipline}: ${itemCount} lines, ${totalManHours} h, ${totalCost} ${summary.currency}`);

async function endOf(taskId: string) {
  for (;;) {
    const found = await api.GET('/api/v1/mto/import/status/{taskId}', { params: { path: { taskId } } });
    const task = dataOf(found);
    if (task.status !== 'queued' && task.status !== 'running') return task;
    await setTimeout(500);
  }
}
