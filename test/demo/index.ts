import { Api } from './api';
import { money, printTable, showProgress } from './print';
import { prepareProject } from './project';
import { workbookFromCsv } from './workbook';

const api = new Api(process.env.DEMO_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`);
const pollMs = 100;

interface Task {
  taskId: string;
  status: string;
  progress: { current: number; total: number };
  result: Record<string, number> | null;
  error: { code: string; message: string } | null;
  warnings: { message: string }[];
  errors: { sheet: string; row: number; column: string; message: string }[];
}

interface Summary {
  currency: string;
  totals: DisciplineSum;
  byDiscipline: (DisciplineSum & { discipline: string; percentOfTotal: number })[];
}

interface DisciplineSum {
  itemCount: number;
  totalManHours: number;
  labourCost: number;
  materialCost: number;
  equipmentCost: number;
  totalCost: number;
}

async function importTakeoff(projectId: string, serviceId: string): Promise<Task> {
  const form = new FormData();
  const workbook = await workbookFromCsv(`${import.meta.dir}/data/piping-mto.csv`, 'Piping');
  form.set('projectId', projectId);
  form.set('serviceId', serviceId);
  form.set('mode', 'replace');
  form.set('force', 'true');
  form.set('file', workbook, 'piping-mto.xlsx');
  const { taskId } = await api.upload<{ taskId: string }>('/api/v1/mto/import/async', form);
  for (;;) {
    const task = await api.get<Task>(`/api/v1/mto/import/status/${taskId}`);
    showProgress('Importing piping-mto.xlsx', task.progress.current, task.progress.total);
    if (task.status !== 'queued' && task.status !== 'running') {
      process.stdout.write('\n');
      return task;
    }
    await Bun.sleep(pollMs);
  }
}

function printSummary(summary: Summary): void {
  console.log('\nTakeoff by discipline');
  printTable(
    [
      { title: 'discipline', value: (row) => row.discipline },
      { title: 'lines', value: (row) => String(row.itemCount) },
      { title: 'man-hours', value: (row) => row.totalManHours.toLocaleString('en-CA') },
      { title: 'labour', value: (row) => money(row.labourCost, '') },
      { title: 'material', value: (row) => money(row.materialCost, '') },
      { title: 'equipment', value: (row) => money(row.equipmentCost, '') },
      { title: 'total', value: (row) => money(row.totalCost, '') },
      { title: '%', value: (row) => row.percentOfTotal.toFixed(2) },
    ],
    summary.byDiscipline,
  );
  console.log(`\nTotal cost ${money(summary.totals.totalCost, summary.currency)}`);
}

try {
  const { projectId, serviceId } = await prepareProject(api);
  const task = await importTakeoff(projectId, serviceId);
  console.log(`${task.status}: ${JSON.stringify(task.result)}`);
  if (task.error) throw new Error(task.error.message);
  printSummary(await api.get<Summary>(`/api/v1/mto/project/${projectId}/summary`));
  console.log('\nWhere to look next');
  console.log(`  lines     ${api.base}/api/v1/mto?projectId=${projectId}&limit=5`);
  console.log(`  summary   ${api.base}/api/v1/mto/project/${projectId}/summary`);
  console.log(`  workbook  ${api.base}/api/v1/mto/export?projectId=${projectId}&format=multi-sheet`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
