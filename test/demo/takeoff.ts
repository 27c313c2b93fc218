import type { Api } from './api';
import { money, printTable } from './print';

interface DisciplineSum {
  itemCount: number;
  totalManHours: number;
  labourCost: number;
  materialCost: number;
  equipmentCost: number;
  totalCost: number;
}

interface Summary {
  currency: string;
  totals: DisciplineSum;
  byDiscipline: (DisciplineSum & { discipline: string; percentOfTotal: number })[];
}

export async function printSummary(api: Api, projectId: string): Promise<void> {
  const path = `/api/v1/mto/project/${projectId}/summary`;
  const { byDiscipline, totals, currency } = await api.get<Summary>(path);
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
    byDiscipline,
  );
  console.log(`\nTotal cost ${money(totals.totalCost, currency)}`);
}

interface AreaGroup {
  group: { area: string | null };
  values: { totalManHours: number; labourCost: number; totalCost: number };
}

export async function printAreas(api: Api, projectId: string): Promise<void> {
  const { data } = await api.post<{ data: AreaGroup[] }>('/api/v1/mto/aggregate', {
    projectId,
    groupBy: ['area'],
  });
  printTable(
    [
      { title: 'area', value: ({ group }) => group.area ?? '' },
      { title: 'man-hours', value: ({ values }) => values.totalManHours.toLocaleString('en-CA') },
      { title: 'labour', value: ({ values }) => money(values.labourCost, '') },
      { title: 'total', value: ({ values }) => money(values.totalCost, '') },
    ],
    data,
  );
}

interface Version {
  estimationId: string;
  versionLabel: string;
  name: string;
  status: string;
  totals: { grandTotal: number } | null;
}

export async function printVersions(api: Api, projectId: string, serviceId: string): Promise<void> {
  const versions = await api.get<Version[]>(`/v1/projects/${projectId}/services/${serviceId}/estimations`);
  printTable(
    [
      { title: 'version', value: ({ name }) => name },
      { title: 'status', value: ({ status }) => status },
      { title: 'total', value: ({ totals }) => (totals ? money(totals.grandTotal, '') : '') },
    ],
    versions,
  );
}

interface Reconciliation {
  currency: string;
  from: number;
  to: number;
  difference: number;
  causes: { cause: string; amount: number; lines: number }[];
}

async function versionsOf(api: Api, projectId: string, serviceId: string) {
  const versions = await api.get<Version[]>(`/v1/projects/${projectId}/services/${serviceId}/estimations`);
  return ['A', 'B'].map((label) => versions.find(({ versionLabel }) => versionLabel === label)?.estimationId);
}

/** Prints why the total moved from the first version to the last. */
export async function printMovement(api: Api, projectId: string, serviceId: string): Promise<void> {
  const [from, to] = await versionsOf(api, projectId, serviceId);
  const body = { projectId, serviceId, from, to };
  const moved = await api.post<Reconciliation>('/api/v1/mto/reconcile', body);
  const rows = [
    { cause: 'revision A', amount: moved.from, lines: 0 },
    ...moved.causes,
    { cause: 'revision B', amount: moved.to, lines: 0 },
  ];
  printTable(
    [
      { title: 'cause', value: ({ cause }) => cause },
      { title: 'amount', value: ({ amount }) => money(amount, '') },
      { title: 'lines', value: ({ lines }) => (lines > 0 ? String(lines) : '') },
    ],
    rows,
  );
}

interface Review {
  ready: boolean;
  checks: { code: string; severity: string; count: number; amount: number }[];
}

/** Prints what a lead estimator would ask before signing. */
export async function printReview(api: Api, projectId: string, serviceId: string): Promise<void> {
  const [, last] = await versionsOf(api, projectId, serviceId);
  const path = `/api/v1/mto/project/${projectId}/review?serviceId=${serviceId}&estimationId=${last}`;
  const { ready, checks } = await api.get<Review>(path);
  printTable(
    [
      { title: 'check', value: ({ code }) => code },
      { title: 'severity', value: ({ severity }) => severity },
      { title: 'count', value: ({ count }) => String(count) },
      { title: 'total', value: ({ amount }) => money(amount, '') },
    ],
    checks,
  );
  console.log(ready ? '  It may be issued.' : '  Blockers are open: it may not be issued yet.');
}
