import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unroutedStatements } from './routing';

const scan = (part: number, loops = 1) => ({
  'Node Type': 'Index Scan',
  'Relation Name': `takeoff_line_of_part_${part}`,
  'Actual Loops': loops,
});

interface Logged {
  text: string;
  scans: object[];
  program?: string;
}

async function unroutedIn(logged: readonly Logged[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'consulting-routing-'));
  const entries = logged.map(({ text, scans, program = 'mto' }) => {
    const plan = { 'Query Text': text, Plan: { 'Node Type': 'Append', 'Actual Loops': 1, Plans: scans } };
    const lines = JSON.stringify(plan, null, 2).split('\n');
    return `2026-11-23 07:00:00 UTC [1] ${program} LOG:  duration: 0.1 ms  plan:\n${lines.map((line) => `\t${line}\n`).join('')}`;
  });
  writeFileSync(join(folder, 'server.log'), entries.join(''));
  const found = await unroutedStatements(join(folder, 'server.log'));
  rmSync(folder, { recursive: true });
  return found;
}

test('a statement that ran in several parts of takeoffs is told once', async () => {
  const both = { text: 'select 1', scans: [scan(0), scan(3)] };
  expect(await unroutedIn([both, { text: 'select 2', scans: [scan(2), scan(2)] }, both])).toEqual([
    'select 1',
  ]);
});

test('parts that were planned and not run do not count', async () => {
  expect(await unroutedIn([{ text: 'select 1', scans: [scan(0, 0), scan(3)] }])).toEqual([]);
});

test('statements that say so, and those of other programs, may read all parts', async () => {
  const scans = [scan(0), scan(1)];
  const said = { text: 'select /* of every project */ 1', scans };
  expect(await unroutedIn([said, { text: 'select 2', scans, program: 'test' }])).toEqual([]);
  expect(await unroutedIn([{ text: 'select 3', scans, program: 'mto-import' }])).toEqual(['select 3']);
});
