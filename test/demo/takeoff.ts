import type { Api } from './api';
import { type Cells, exampleRows } from './example-data';
import { importAndSay } from './import-file';
import { money, printTable } from './print';
import { workbookOf } from './workbook';

interface Line {
  itemNumber: string | null;
  crewCode: string | null;
  labourRate: number | null;
  equipmentRate: number | null;
  labourRateSource: string | null;
  totalManHours: number | null;
}

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

interface Target {
  projectId: string;
  serviceId: string;
}

/** Imports the piping takeoff of the example with the rates of its own columns. @returns the task of the import */
export async function importPricedLines(api: Api, target: Target): Promise<string> {
  return importLines(api, target, 'piping-mto.xlsx', await exampleRows('piping-mto.csv'), {});
}

/** The columns whose values the lines shall take from their crew. */
const leftOut = { 'Labor Rate': null, 'Labour Rate Basis': null, 'Equipment Rate': null };

/** Imports the lines of one crew without their rates. @returns the task of the import */
export async function importCrewLines(api: Api, target: Target, crewCode: string): Promise<string> {
  const rows = await exampleRows('piping-mto.csv');
  const ofCrew = rows.filter((row) => row['Crew Code'] === crewCode);
  return importLines(api, target, `piping-mto-${crewCode}.xlsx`, ofCrew, leftOut);
}

async function importLines(
  api: Api,
  { projectId, serviceId }: Target,
  fileName: string,
  rows: Cells[],
  mapping: Record<string, null>,
): Promise<string> {
  const form = new FormData();
  form.set('projectId', projectId);
  form.set('serviceId', serviceId);
  form.set('mode', 'replace');
  form.set('force', 'true');
  form.set('mapping', JSON.stringify(mapping));
  form.set('file', await workbookOf(rows, 'Piping'), fileName);
  return importAndSay(api, '/api/v1/mto/import/async', form, `Importing ${fileName}`);
}

/** Says from where the lines of a service take their rates, and which. */
export async function printRateSources(api: Api, { projectId, serviceId }: Target): Promise<void> {
  const lines = await api.all<Line>(`/api/v1/mto?projectId=${projectId}&serviceId=${serviceId}`);
  const kindOf = ({ crewCode, labourRateSource, labourRate, equipmentRate }: Line) =>
    JSON.stringify([labourRateSource, crewCode, labourRate, equipmentRate]);
  const kinds = [...Map.groupBy(lines, kindOf).values()].flatMap(([line, ...others]) =>
    line ? [{ ...line, count: 1 + others.length }] : [],
  );
  printTable(
    [
      { title: 'rates', value: (one) => one.labourRateSource ?? '' },
      { title: 'crew', value: (one) => one.crewCode ?? '' },
      { title: 'lines', value: (one) => String(one.count) },
      { title: 'labour rate', value: (one) => one.labourRate?.toFixed(4) ?? '' },
      { title: 'equipment rate', value: (one) => one.equipmentRate?.toFixed(4) ?? '' },
    ],
    kinds,
  );
}

/** Prints the takeoff of a service, or of the whole project, by discipline. */
export async function printSummary(api: Api, { projectId, serviceId }: Target): Promise<void> {
  const path = `/api/v1/mto/project/${projectId}/summary?serviceId=${serviceId}`;
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
