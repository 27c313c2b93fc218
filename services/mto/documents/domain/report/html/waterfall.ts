import { decimal, shortened } from '@consulting/kernel/schema';
import { stepsOf, type WaterfallStep } from '../causes/waterfall';
import type { Titles } from '../language/language';
import type { Formats } from '../language/number-format';
import type { BuildUpStep, Reconciled } from '../model/report';
import { html, type Markup, nothing } from './markup';
import { type Column, table } from './table';

const width = 900;
const labelWidth = 250;
const valueWidth = 130;
const rowHeight = 26;
const barHeight = 18;
const labelCharactersMax = 42;
const widthMin = 1;
const places = 1;

export function waterfall(reconciled: Reconciled, currency: string, words: Titles, formats: Formats): Markup {
  if (reconciled.causes.length === 0) return nothing;
  const { reconciliation, columns: titles } = words;
  const steps = stepsOf(reconciled, words);
  const amountOf = ({ kind, amount }: WaterfallStep) =>
    kind === 'total' ? formats.money(amount) : formats.change(amount);
  const columns: Column<WaterfallStep>[] = [
    { title: reconciliation.cause, cell: ({ label }) => label },
    { title: titles.amount, isNumber: true, cell: amountOf },
    { title: titles.lines, isNumber: true, cell: ({ lines }) => (lines ? formats.count(lines) : null) },
  ];
  const rows = table({ columns, rows: steps, classOf: ({ kind }) => (kind === 'total' ? 'total' : '') });
  return html`<h3>${reconciliation.title}</h3>${rows}${chart('causes', steps, amountOf, `${reconciliation.title} (${currency})`, fromOf(words, formats))}`;
}

// From the total of the lines to the grand total, as far as a version adds anything to them.
export function buildUpChart(
  buildUp: readonly BuildUpStep[],
  currency: string,
  words: Titles,
  formats: Formats,
): Markup {
  const start = buildUp.findIndex(({ key }) => key === 'totalCost');
  let reached = decimal(0);
  const steps = buildUp.slice(start).flatMap(({ key, amount, isTotal }): WaterfallStep[] => {
    if (!isTotal && decimal(amount).eq(0)) return [];
    const from = isTotal ? decimal(0) : reached;
    reached = from.plus(amount);
    const kind = isTotal ? 'total' : decimal(amount).lt(0) ? 'decrease' : 'increase';
    return [{ label: words.buildUp[key], amount, lines: null, kind, start: from, end: reached }];
  });
  if (start < 0 || steps.length < 3) return nothing;
  const amountOf = ({ amount }: WaterfallStep) => formats.money(amount);
  return chart(
    'build-up',
    steps,
    amountOf,
    `${words.sections.buildUp} (${currency})`,
    fromOf(words, formats),
  );
}

const fromOf = (words: Titles, formats: Formats) => (amount: number) =>
  `${words.axisFrom} ${formats.count(String(Math.round(amount)))}`;

function chart(
  name: string,
  steps: readonly WaterfallStep[],
  amountOf: (step: WaterfallStep) => string,
  title: string,
  axisFrom: (amount: number) => string,
): Markup {
  const ends = steps.map(({ end }) => end.toNumber());
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const from = least > 0 && least > most / 3 ? least - (most - least) / 2 : Math.min(0, least);
  const scale = (width - labelWidth - valueWidth) / (most - from || 1);
  const left = (value: number) => labelWidth + Math.max(0, value - from) * scale;
  const bars = steps.map((step, at) => {
    const [start, end] = [left(step.start.toNumber()), left(step.end.toNumber())];
    const [x, length] = [Math.min(start, end), Math.max(widthMin, Math.abs(end - start))];
    const middle = at * rowHeight + 4 + barHeight / 2;
    return html`<g><text x="${labelWidth - 10}" y="${middle}" text-anchor="end" dominant-baseline="central">${shortened(step.label, labelCharactersMax)}</text><rect x="${x.toFixed(places)}" y="${at * rowHeight + 4}" width="${length.toFixed(places)}" height="${barHeight}" opacity="${step.kind === 'total' ? '1' : '0.6'}"><title>${step.label}: ${amountOf(step)}</title></rect><text class="v" x="${(x + length + 8).toFixed(places)}" y="${middle}" dominant-baseline="central">${amountOf(step)}</text></g>`;
  });
  const height = steps.length * rowHeight + 4;
  // Bars that do not begin at zero would be compared by their lengths.
  const note = from > 0 ? html`<p class="note">${axisFrom(from)}</p>` : nothing;
  return html`<figure><figcaption>${title}</figcaption><svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${name}-title" xmlns="http://www.w3.org/2000/svg"><title id="${name}-title">${title}</title>${bars}</svg>${note}</figure>`;
}
