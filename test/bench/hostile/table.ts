import type { CalmFigures } from './calm';
import { mebibyte, type Usage } from './memory';
import { bounds, type Report } from './run-attack';

const columns: [string, number][] = [
  ['attack', 26],
  ['seconds', 7],
  ['calm p99/worst ms', 17],
  ['ratio', 6],
  ['memory peak/limit MiB', 29],
  ['kept', 5],
  ['busiest', 22],
  ['answer', 0],
];

const lineOf = (cells: readonly string[]) =>
  cells
    .map((cell, at) => cell.padEnd(columns[at]?.[1] ?? 0))
    .join('  ')
    .trimEnd();

export function printHeader(baseline: CalmFigures): void {
  const { p99, worst, count } = baseline;
  console.log(`calm client alone: p99 ${p99.toFixed(1)} ms, worst ${worst.toFixed(1)} ms, ${count} requests`);
  if (p99 > bounds.calmMs)
    console.log('The machine is too busy for the bound of the calm client: read the ratios.');
  console.log(lineOf(columns.map(([name]) => name)));
}

export function printReport(report: Report, baseline: CalmFigures): void {
  const { name, seconds, calm, usages, answer, faults } = report;
  const nearest = mostBy(usages, ({ peak, limit }) => peak / limit);
  const stored = mostBy(usages, ({ now, before }) => now - before);
  const busiest = mostBy(usages, ({ processorSeconds }) => processorSeconds);
  const cells = [
    name,
    seconds.toFixed(1),
    `${calm.p99.toFixed(0)} / ${calm.worst.toFixed(0)}`,
    (calm.p99 / baseline.p99).toFixed(1),
    nearest ? `${nearest.name} ${inMebibytes(nearest.peak)}/${inMebibytes(nearest.limit)}` : '',
    stored ? inMebibytes(stored.now - stored.before) : '',
    busiest ? `${busiest.name} ${busiest.processorSeconds.toFixed(1)} s` : '',
    answer.slice(0, 160),
  ];
  console.log(lineOf(cells));
  if (faults.length > 0) console.log(`   BROKEN: ${faults.join('; ')}`);
}

const inMebibytes = (bytes: number) => (bytes / mebibyte).toFixed(0);

function mostBy(usages: readonly Usage[], measure: (usage: Usage) => number): Usage | undefined {
  return usages.toSorted((one, other) => measure(other) - measure(one))[0];
}
