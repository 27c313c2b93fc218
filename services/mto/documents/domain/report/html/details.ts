import type { Titles } from '../language/language';
import type { Formats } from '../language/number-format';
import type {
  Amount,
  ChangedLine,
  Changes,
  CostlyLine,
  CrewFigures,
  GrowthFigures,
  Report,
} from '../model/report';
import { barChart } from './chart';
import { html, type Markup, nothing } from './markup';
import { amountsIn } from './summary';
import { type Column, table } from './table';
import { waterfall } from './waterfall';

const displayed = (amount: Amount | null, format: (amount: Amount) => string): string | null =>
  amount === null ? null : format(amount);

export function crewSection({ crews, currency }: Report, words: Titles, formats: Formats): Markup {
  if (crews.length === 0) return nothing;
  const { columns: titles } = words;
  const rate = (title: string, of: (crew: CrewFigures) => Amount | null): Column<CrewFigures> => ({
    title,
    isNumber: true,
    cell: (crew) => displayed(of(crew), formats.rate),
  });
  const service: Column<CrewFigures> = { title: titles.service, cell: (crew) => crew.service };
  const columns: Column<CrewFigures>[] = [
    ...(crews.some((crew) => crew.service !== null) ? [service] : []),
    { title: titles.crewCode, cell: ({ crewCode }) => crewCode },
    { title: titles.name, cell: ({ name }) => name },
    { title: titles.crewSize, isNumber: true, cell: ({ crewSize }) => displayed(crewSize, formats.plain) },
    rate(titles.labourRate, ({ labourRate }) => labourRate),
    rate(titles.equipmentRate, ({ equipmentRate }) => equipmentRate),
    rate(titles.allInRate, ({ allInRate }) => allInRate),
    { title: titles.lines, isNumber: true, cell: ({ lines }) => formats.count(lines) },
    {
      title: titles.totalManHours,
      isNumber: true,
      cell: ({ totalManHours }) => formats.hours(totalManHours),
    },
    { title: titles.labourCost, isNumber: true, cell: ({ labourCost }) => formats.money(labourCost) },
    {
      title: titles.equipmentCost,
      isNumber: true,
      cell: ({ equipmentCost }) => formats.money(equipmentCost),
    },
  ];
  const bars = crews.map(({ service, crewCode, name, totalManHours }) => ({
    label: [service, crewCode, name].filter(Boolean).join(' '),
    amount: totalManHours,
  }));
  const chart = { title: words.charts.byCrew, unit: 'h', bars };
  return html`<section class="wide"><h2>${words.sections.crews}</h2>${amountsIn(currency, words)}${table({ columns, rows: crews })}${barChart('crew', chart, formats, words)}</section>
`;
}

export function costliestSection(
  { costliest, currency }: Report,
  { columns: titles, sections, ...words }: Titles,
  formats: Formats,
): Markup {
  if (costliest.length === 0) return nothing;
  const columns: Column<CostlyLine>[] = [
    ...lineColumns(titles),
    {
      title: titles.quantity,
      isNumber: true,
      cell: ({ quantity }) => displayed(quantity, formats.quantity),
    },
    { title: titles.unitOfMeasure, cell: ({ unitOfMeasure }) => unitOfMeasure },
    {
      title: titles.totalManHours,
      isNumber: true,
      cell: ({ totalManHours }) => formats.hours(totalManHours),
    },
    { title: titles.totalCost, isNumber: true, cell: ({ totalCost }) => formats.money(totalCost) },
    { title: titles.percent, isNumber: true, cell: ({ percent }) => displayed(percent, formats.percent) },
  ];
  const note = amountsIn(currency, { columns: titles, sections, ...words });
  return html`<section class="wide"><h2>${sections.costliest}</h2>${note}${table({ columns, rows: costliest })}</section>
`;
}

type NamedLine = Pick<CostlyLine, 'itemNumber' | 'tag' | 'discipline' | 'description' | 'wbsCode'>;

const lineColumns = (titles: Titles['columns']): Column<NamedLine>[] => [
  { title: titles.itemNumber, isNumber: true, cell: ({ itemNumber }) => itemNumber },
  { title: titles.tag, isCode: true, cell: ({ tag }) => tag },
  { title: titles.discipline, cell: ({ discipline }) => discipline },
  { title: titles.description, cell: ({ description }) => description },
  { title: titles.wbsCode, isCode: true, cell: ({ wbsCode }) => wbsCode },
];

export function changesSection({ changes, currency }: Report, words: Titles, formats: Formats): Markup {
  if (!changes) return nothing;
  const { label, name } = changes.before;
  const { added, removed, changed } = changes.counts;
  const { columns: titles, differences } = words;
  const counts = [
    `${titles.lines}: ${formats.count(added)} ${differences.added}`,
    `${formats.count(removed)} ${differences.removed}`,
    `${formats.count(changed)} ${differences.changed}`,
  ].join(', ');
  return html`<section class="wide"><h2>${words.sections.changes}</h2><p class="note">${words.comparedWith} ${label}${name ? ` – ${name}` : ''}. ${counts}. ${words.figuresIn} ${currency}</p>${growthTable(changes, words, formats)}${waterfall(changes.reconciled, currency, words, formats)}${changedLines(changes.lines, words, formats)}</section>
`;
}

type Grown = GrowthFigures & { label: string };

function growthTable({ totals, byDiscipline }: Changes, words: Titles, formats: Formats): Markup {
  const { columns: titles } = words;
  const of = (
    key: 'totalManHours' | 'totalCost',
    growth: 'before' | 'after' | 'growth',
    title: string,
  ): Column<Grown> => ({
    title: `${titles[key]} ${title.toLowerCase()}`,
    isNumber: true,
    cell: (row) => (growth === 'growth' ? formats.change : formats.money)(row[key][growth]),
  });
  const columns: Column<Grown>[] = [
    { title: titles.discipline, cell: ({ label }) => label },
    of('totalManHours', 'before', titles.before),
    of('totalManHours', 'after', titles.after),
    of('totalManHours', 'growth', titles.growth),
    of('totalCost', 'before', titles.before),
    of('totalCost', 'after', titles.after),
    of('totalCost', 'growth', titles.growth),
    {
      title: titles.growthPercent,
      isNumber: true,
      cell: ({ totalCost: { percent } }) => displayed(percent, formats.signedPercent),
    },
  ];
  const whole = { label: words.total, ...totals };
  return table<Grown>({
    columns,
    rows: [...byDiscipline, whole],
    classOf: (row) => (row === whole ? 'total' : ''),
  });
}

function changedLines(lines: readonly ChangedLine[], words: Titles, formats: Formats): Markup {
  if (lines.length === 0) return nothing;
  const { columns: titles } = words;
  const columns: Column<ChangedLine>[] = [
    ...lineColumns(titles),
    { title: titles.difference, cell: ({ difference }) => words.differences[difference] },
    { title: titles.before, isNumber: true, cell: ({ totalCost }) => formats.money(totalCost.before) },
    { title: titles.after, isNumber: true, cell: ({ totalCost }) => formats.money(totalCost.after) },
    { title: titles.growth, isNumber: true, cell: ({ totalCost }) => formats.change(totalCost.growth) },
  ];
  return html`<h3>${words.sections.changedLines}</h3>${table({ columns, rows: lines })}`;
}
