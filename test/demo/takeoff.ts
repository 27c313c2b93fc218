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
