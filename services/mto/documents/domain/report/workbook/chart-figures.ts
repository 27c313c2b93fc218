import { decimal, sum } from '@consulting/kernel/schema';
import type { Amount } from '../model/report';
import type { CrewRows } from './crews-sheet';
import type { ReportDocument } from './document';
import { cellOn } from './formulas';
import type { DisciplineRows } from './summary-sheet';
import { wbsName } from './wbs-sheet';

export interface ChartSources {
  disciplines: DisciplineRows;
  matrixTotals: { column: number; firstRow: number };
  crews: CrewRows;
}

interface ChartEntry {
  label: string;
  amount: Amount;
  source?: string;
}

export interface ChartFigures {
  title: string;
  color: string;
  isMoney: boolean;
  entries: readonly ChartEntry[];
  place?: { sheet: string; firstRow: number; labelColumn: number; amountColumn: number };
}

const barsMax = 12;
const labelCharactersMax = 44;

export function disciplineFigures(
  { report, titles, names }: ReportDocument,
  { fromRow, column }: ChartSources['disciplines'],
): ChartFigures {
  return {
    title: titles.charts.byDiscipline,
    color: '2F5597',
    isMoney: true,
    entries: report.byDiscipline.map(({ label, figures }) => ({ label, amount: figures.totalCost })),
    place: { sheet: names.summary, firstRow: fromRow, labelColumn: 0, amountColumn: column },
  };
}

export function topWbs(
  { report, titles, names }: ReportDocument,
  { firstRow, column }: ChartSources['matrixTotals'],
): ChartFigures {
  const entries = report.matrix.rows.map((row, at) => ({
    label: labelOf([row.wbsCode, wbsName(row, titles)]),
    amount: row.total,
    source: cellOn(names.matrix, column, firstRow + at),
  }));
  return {
    title: titles.charts.byWbs,
    color: '548235',
    isMoney: true,
    entries: costliestOf(entries, titles.others),
  };
}

export const topAreas = ({ report, titles }: ReportDocument): ChartFigures => ({
  title: titles.costByArea,
  color: '8A5AA8',
  isMoney: true,
  entries: costliestOf(
    report.areas.map(({ area, total }) => ({ label: labelOf([area ?? titles.withoutArea]), amount: total })),
    titles.others,
  ),
});

export function topCrews(
  { report, titles, names }: ReportDocument,
  { firstRow, hoursColumn }: ChartSources['crews'],
): ChartFigures {
  const entries = report.crews.map(({ service, crewCode, name, totalManHours }, at) => ({
    label: labelOf([service, crewCode, name]),
    amount: totalManHours,
    source: cellOn(names.crews, hoursColumn, firstRow + at),
  }));
  return {
    title: titles.charts.byCrew,
    color: 'BF8F00',
    isMoney: false,
    entries: costliestOf(entries, titles.others),
  };
}

function labelOf(words: readonly (string | null)[]): string {
  const label = words.filter(Boolean).join('  ');
  return label.length > labelCharactersMax ? `${label.slice(0, labelCharactersMax - 1).trimEnd()}…` : label;
}

function costliestOf(entries: readonly ChartEntry[], others: string): ChartEntry[] {
  const sorted = entries
    .filter(({ amount }) => !decimal(amount).eq(0))
    .sort((one, other) => decimal(other.amount).cmp(one.amount));
  if (sorted.length <= barsMax) return sorted;
  const rest = sorted.slice(barsMax - 1);
  const left = sum(rest.map(({ amount }) => amount)).toFixed();
  return [...sorted.slice(0, barsMax - 1), { label: `${others} (${rest.length})`, amount: left }];
}
