import { decimal } from '@consulting/kernel/schema';
import { costKeys } from '@consulting/mto-lines';
import type { Titles } from '../language/language';
import type { Formats } from '../language/number-format';
import type { AreaFigures, BuildUpStep, Figures, Matrix, Report, WbsFigures } from '../model/report';
import { barChart } from './chart';
import { html, type Markup, nothing } from './markup';
import { type Multiple, multiples } from './multiples';
import { elementsOf } from './series';
import { type Column, table } from './table';
import { treemapChart } from './treemap';
import { buildUpChart } from './waterfall';

const always = new Set<string>(['directCost', 'totalCost']);

interface Summed {
  figures: Figures;
  percent: string | null;
}

function figureColumns(totals: Figures, words: Titles, formats: Formats): Column<Summed>[] {
  const used = costKeys.filter((key) => always.has(key) || !decimal(totals[key]).eq(0));
  const { columns } = words;
  return [
    { title: columns.lines, isNumber: true, cell: ({ figures }) => formats.count(figures.lines) },
    {
      title: columns.totalManHours,
      isNumber: true,
      cell: ({ figures }) => formats.hours(figures.totalManHours),
    },
    ...used.map((key) => ({
      title: columns[key],
      isNumber: true,
      cell: ({ figures }: Summed) => formats.cost(figures[key]),
    })),
    {
      title: columns.percent,
      isNumber: true,
      cell: ({ percent }) => (percent === null ? null : formats.percent(percent)),
    },
  ];
}

function totalsOf(report: Report, columns: readonly Column<Summed>[]): (string | number | null)[] {
  const isEmpty = decimal(report.totals.totalCost).eq(0);
  const whole = { figures: report.totals, percent: isEmpty ? null : '100' };
  return columns.map(({ cell }) => {
    const displayed = cell(whole);
    return typeof displayed === 'object' ? null : displayed;
  });
}

export function buildUpSection({ buildUp, currency }: Report, words: Titles, formats: Formats): Markup {
  const columns: Column<BuildUpStep>[] = [
    { title: '', cell: ({ key }) => words.buildUp[key] },
    {
      title: '%',
      isNumber: true,
      cell: ({ percent }) => (percent === null ? null : formats.plain(percent)),
    },
    { title: currency, isNumber: true, cell: ({ amount }) => formats.money(amount) },
  ];
  const classOf = ({ key, isTotal }: BuildUpStep) =>
    key === 'grandTotal' ? 'grand' : isTotal ? 'total' : '';
  return html`<section class="joined"><h2>${words.sections.buildUp}</h2>${table({ columns, rows: buildUp, classOf })}${buildUpChart(buildUp, currency, words, formats)}</section>
`;
}

export function disciplineSection(report: Report, words: Titles, formats: Formats): Markup {
  const { byDiscipline, currency } = report;
  const figures = figureColumns(report.totals, words, formats);
  const columns: Column<(typeof byDiscipline)[number]>[] = [
    { title: words.columns.discipline, cell: ({ label }) => label },
    ...figures,
  ];
  const totals = [words.total, ...totalsOf(report, figures)];
  const partsOf = elementsOf(report.totals, words);
  const bars = byDiscipline.map(({ label, figures }) => ({
    label,
    amount: figures.totalCost,
    parts: partsOf(figures),
  }));
  const chart = { title: words.charts.byDiscipline, unit: currency, bars };
  return html`<section class="wide"><h2>${words.sections.byDiscipline}</h2>${amountsIn(currency, words)}${table({ columns, rows: byDiscipline, totals })}${barChart('discipline', chart, formats, words)}${treemapChart(report, words.costTiles, words, formats)}</section>
`;
}

export const amountsIn = (currency: string, words: Titles): Markup =>
  html`<p class="note">${words.figuresIn} ${currency}</p>`;

const deepest = 4;

export const nameOfWbs = ({ wbsCode, name }: Pick<WbsFigures, 'wbsCode' | 'name'>): string =>
  [wbsCode, name].filter(Boolean).join(' ');

export function wbsSection(report: Report, words: Titles, formats: Formats): Markup {
  const { byWbs, currency } = report;
  const figures = figureColumns(report.totals, words, formats);
  const columns: Column<WbsFigures>[] = [{ title: words.columns.wbs, cell: nameOfWbs }, ...figures];
  const roots = byWbs.filter(({ level }) => level === 1);
  const isFlat = roots.length === byWbs.length;
  const classOf = ({ level }: WbsFigures) => (isFlat ? '' : level > deepest ? 'deep' : `l${level}`);
  const partsOf = elementsOf(report.totals, words);
  const bars = roots.map((node) => ({
    label: nameOfWbs(node),
    amount: node.figures.totalCost,
    parts: partsOf(node.figures),
  }));
  const chart = { title: words.charts.byWbs, unit: currency, bars };
  const totals = [words.total, ...totalsOf(report, figures)];
  return html`<section class="wide"><h2>${words.sections.byWbs}</h2>${amountsIn(currency, words)}${table({ columns, rows: byWbs, totals, classOf })}${barChart('wbs', chart, formats, words)}</section>
`;
}

interface Crossed {
  costs: readonly (string | null)[];
  total: string;
}

function crossed<R extends Crossed>(
  report: Report,
  first: Column<R>,
  rows: readonly R[],
  words: Titles,
  formats: Formats,
) {
  const { matrix } = report;
  const columns: Column<R>[] = [
    first,
    ...matrix.disciplines.map(({ label }, at) => ({
      title: label,
      isNumber: true,
      cell: ({ costs }: R) => {
        const cost = costs[at] ?? null;
        return cost === null ? '–' : formats.money(cost);
      },
    })),
    { title: words.total, isNumber: true, cell: ({ total }) => formats.money(total) },
  ];
  const totals = [words.total, ...matrix.totals.map(formats.money), formats.money(matrix.total)];
  return table({ columns, rows, totals });
}

const multipleOf = (label: string, { costs, total }: Crossed, { matrix }: Report): Multiple => ({
  label,
  total,
  parts: matrix.disciplines.flatMap(({ label: part }, series) => {
    const amount = costs[series] ?? null;
    return amount === null ? [] : [{ label: part, amount, series }];
  }),
});

export function matrixSection(report: Report, words: Titles, formats: Formats): Markup {
  const { matrix, currency, areas } = report;
  const first: Column<Matrix['rows'][number]> = { title: words.columns.wbs, cell: nameOfWbs };
  const title = words.sections.matrix;
  const each = matrix.rows.map((row) => multipleOf(nameOfWbs(row), row, report));
  const drawn = areas.length > 1 ? nothing : multiples(title, currency, each, formats, words);
  return html`<section class="wide"><h2>${title}</h2>${amountsIn(currency, words)}${crossed(report, first, matrix.rows, words, formats)}${drawn}</section>
`;
}

export function areaSection(report: Report, words: Titles, formats: Formats): Markup {
  const { areas, currency } = report;
  if (areas.length < 2) return nothing;
  const nameOf = ({ area }: AreaFigures) => area ?? words.withoutArea;
  const title = words.sections.areas;
  const each = areas.map((row) => multipleOf(nameOf(row), row, report));
  const first: Column<AreaFigures> = { title: words.columns.area, isCode: true, cell: nameOf };
  return html`<section class="wide"><h2>${title}</h2>${amountsIn(currency, words)}${crossed(report, first, areas, words, formats)}${multiples(title, currency, each, formats, words)}</section>
`;
}
