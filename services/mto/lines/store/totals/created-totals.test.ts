import { expect, test } from 'bun:test';
import { decimal } from '@consulting/kernel/schema';
import type { Line } from '@consulting/mto-engine/fields/line';
import { commonPosition, fieldsOf } from '@consulting/takeoff-fields/registry';
import { CreatedTotals } from './created-totals';

const owner = { projectId: 'project', serviceId: 'service' };
const width = fieldsOf('piping').length;

function lineOf(values: Record<string, string | number>): Line {
  const line: Line = new Array(width).fill(null);
  for (const [key, value] of Object.entries(values)) line[commonPosition(key)] = value;
  return line;
}

function startTotals() {
  const written = new Map<string, string[][]>();
  const copy = async (table: string, columns: readonly string[], rows: Uint8Array) => {
    const lines = new TextDecoder().decode(rows).split('\n').slice(0, -1);
    const cells = lines.map((line) => line.split('\t'));
    for (const row of cells) expect(row.length).toBe(columns.length);
    written.set(table, [...(written.get(table) ?? []), ...cells]);
  };
  return { totals: new CreatedTotals({ copy }, owner), written };
}

test('nothing is lost or doubled when much is written before the end', async () => {
  const { totals, written } = startTotals();
  for (let n = 0; n < 12_000; n += 1) {
    totals.add('piping', lineOf({ wbsCode: `W${n % 7000}`, totalCost: 0.1, itemNumber: n + 1 }));
    if (n % 500 === 0) await totals.flush();
  }
  const rows = written.get('takeoff_wbs_total') ?? [];
  expect(rows.length).toBeGreaterThan(5000);
  await totals.finish();
  const sums = new Map<string, { lines: number; cost: string }>();
  for (const [project, service, code = '', counted, lines, ...figures] of written.get('takeoff_wbs_total') ??
    []) {
    expect([project, service, counted]).toEqual(['project', 'service', 't']);
    const known = sums.get(code) ?? { lines: 0, cost: '0' };
    sums.set(code, {
      lines: known.lines + Number(lines),
      cost: decimal(known.cost)
        .plus(figures.at(-1) ?? '0')
        .toFixed(),
    });
  }
  expect(sums.size).toBe(7000);
  expect(sums.get('W1')).toEqual({ lines: 2, cost: '0.2' });
  expect(sums.get('W6999')).toEqual({ lines: 1, cost: '0.1' });
  const items = written.get('takeoff_item_total') ?? [];
  expect(items.reduce((sum, row) => sum + Number(row.at(-1)), 0)).toBe(12_000);
  expect(items.map((row) => row[3])).toEqual(['0', '1', '2']);
});

test('codes are written as COPY takes them, lines without one and those that do not count apart', async () => {
  const { totals, written } = startTotals();
  totals.add('piping', lineOf({ crewCode: 'a\tb\\', totalCost: 1 }));
  totals.add('piping', lineOf({ totalCost: '12345678901234.56' }));
  totals.add('piping', lineOf({ totalCost: 0.06, status: 'void' }));
  await totals.finish();
  const crews = written.get('takeoff_crew_total') ?? [];
  expect(
    crews.map(([, , code, counted, lines, ...figures]) => [code, counted, lines, figures.at(-1)]),
  ).toEqual([
    ['a\\tb\\\\', 't', '1', '1'],
    ['\\N', 't', '1', '12345678901234.56'],
    ['\\N', 'f', '1', '0.06'],
  ]);
});
