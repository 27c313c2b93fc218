import { type Decimal, decimal } from '@consulting/kernel/schema';
import type { ChartOutput, ChartSeries } from '@consulting/spreadsheet/output/page-output';
import { stepsOf, type WaterfallStep } from '../causes/waterfall';
import type { Titles } from '../language/language';
import type { Reconciled } from '../model/report';
import { sumDown } from './formulas';
import { figure, formula, type PageRows, text } from './page-rows';

const kinds = ['total', 'increase', 'decrease'] as const;
const colors = { total: '2F5597', increase: 'C55A11', decrease: '548235' };
const frameRows = 20;
const firstSeriesAt = 3;

interface Part {
  name: string;
  color: string;
  isInvisible: boolean;
  figures: readonly string[];
}

const larger = (one: Decimal, other: Decimal) => (one.gt(other) ? one : other);
const smaller = (one: Decimal, other: Decimal) => (one.lt(other) ? one : other);

// What a stack needs so that each step begins where the one before has ended, above zero and below it.
function partsOf(steps: readonly WaterfallStep[], { reconciliation: words }: Titles): Part[] {
  const zero = decimal(0);
  const spans = steps.map(({ kind, start, end }) => {
    const [low, high] = [smaller(start, end), larger(start, end)];
    const [baseAbove, baseBelow] = [larger(low, zero), smaller(high, zero)];
    return {
      kind,
      base: baseAbove.plus(baseBelow),
      above: larger(high, zero).minus(baseAbove),
      below: smaller(low, zero).minus(baseBelow),
    };
  });
  const base: Part = {
    ...{ name: words.base, color: 'FFFFFF', isInvisible: true },
    figures: spans.map((span) => span.base.toFixed()),
  };
  const visible = (['above', 'below'] as const).flatMap((side) =>
    kinds.map(
      (kind): Part => ({
        ...{ name: words[kind], color: colors[kind], isInvisible: false },
        figures: spans.map((span) => (span.kind === kind ? span[side] : zero).toFixed()),
      }),
    ),
  );
  return [base, ...visible.filter(({ figures }) => figures.some((one) => Number(one) !== 0))];
}

// With bars from zero small movements of a large total could not be seen.
function axisFrom(steps: readonly WaterfallStep[]): number | undefined {
  const ends = steps.map(({ end }) => end.toNumber());
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const from = least - (most - least) / 2;
  if (!(from > most / 3)) return undefined;
  const power = 10 ** Math.floor(Math.log10(most - least || most));
  return Math.floor(from / power) * power;
}

// Adds the table of causes and room for its chart; the table has the figures of the chart next to it.
export function addWaterfall(
  page: PageRows,
  { sheet, titles, currency }: { sheet: string; titles: Titles; currency: string },
  reconciled: Reconciled,
): ChartOutput {
  const { reconciliation: words, columns } = titles;
  const steps = stepsOf(reconciled, titles);
  const parts = partsOf(steps, titles);
  page.heading(words.title);
  page.header([
    { header: words.cause, format: 'text', widthCharacters: 0 },
    { header: columns.amount, format: 'amount', widthCharacters: 0 },
    { header: columns.lines, format: 'integer', widthCharacters: 0 },
    ...parts.map(({ name }) => ({ header: name, format: 'amount' as const, widthCharacters: 0 })),
  ]);
  const fromRow = page.lastRow + 1;
  const toRow = fromRow + steps.length - 1;
  for (const [at, { label, amount, lines }] of steps.entries()) {
    const look = at === steps.length - 1 ? 'total' : 'body';
    const isLast = at === steps.length - 1;
    page.add([
      text(label, look),
      isLast
        ? formula(sumDown(1, fromRow, toRow - 1), amount, 'amount', look)
        : figure(amount, 'amount', look),
      figure(lines, 'integer', look),
      ...parts.map(({ figures }) => figure(figures[at] ?? '0', 'amount', look)),
    ]);
  }
  page.blank();
  const place = page.lastRow;
  for (let row = 0; row < frameRows; row += 1) page.blank();
  const least = axisFrom(steps);
  return {
    title: words.title,
    unit: currency,
    direction: 'column',
    categories: { sheet, column: 0, fromRow, toRow },
    labels: steps.map(({ label }) => label),
    series: parts.map(
      ({ name, color, figures, isInvisible }, at): ChartSeries => ({
        ...{ name, color, figures, isInvisible },
        values: { sheet, column: firstSeriesAt + at, fromRow, toRow },
      }),
    ),
    from: { row: place, column: 0 },
    to: { row: place + frameRows, column: firstSeriesAt + parts.length },
    ...(least === undefined ? {} : { axisFrom: least }),
  };
}
