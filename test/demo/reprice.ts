import type { Api } from './api';
import { type Column, money, printTable } from './print';

type Change = Record<'before' | 'after' | 'difference', number>;

interface Repriced {
  currency: string;
  crews: { crewCode: string; before: Rates; after: Rates }[];
  total: Record<FigureKey, Change>;
}

type Rates = Record<'labourRate' | 'equipmentRate', number | null>;
type FigureKey = 'totalManHours' | 'labourCost' | 'materialCost' | 'equipmentCost' | 'totalCost';

const figures: Record<FigureKey, string> = {
  totalManHours: 'man-hours',
  labourCost: 'labour',
  materialCost: 'material',
  equipmentCost: 'equipment',
  totalCost: 'total',
};

/** Prints what the crews and lines of a service would cost in another place and quarter, next to what they cost now; nothing is stored. */
export async function printRepriced(
  api: Api,
  { projectId, serviceId }: { projectId: string; serviceId: string },
  place: Record<string, unknown>,
): Promise<void> {
  const path = `/v1/projects/${projectId}/services/${serviceId}/reprice`;
  const { crews, total, currency } = await api.post<Repriced>(path, { place });
  for (const { crewCode, before, after } of crews) {
    const rateOf = ({ labourRate: rate }: Rates) => rate?.toFixed(4) ?? '–';
    console.log(`  ${crewCode}: ${rateOf(before)} → ${rateOf(after)} ${currency} per man-hour`);
  }
  const rows = Object.entries(figures).map(([key, title]) => ({ title, ...total[key as FigureKey] }));
  printTable(
    [{ title: '', value: ({ title }) => title }, column('before'), column('after'), column('difference')],
    rows,
  );
}

type Row = { title: string } & Change;

const column = (key: keyof Change): Column<Row> => ({
  title: key === 'before' ? 'as it is' : key === 'after' ? 'there' : 'difference',
  value: (row) => money(row[key], '').trim(),
});
