import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { workbookFile } from '../../support/import-file';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

async function linesOf(projectId: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${workbench.gateway.url}/api/v1/mto?projectId=${projectId}&limit=100`);
  return ((await response.json()) as { data: Record<string, unknown>[] }).data;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

async function choose(page: Page, file: File): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose a file').click();
  const buffer = Buffer.from(await file.arrayBuffer());
  await (await chooser).setFiles({ name: file.name, mimeType: file.type, buffer });
}

const headers = ['Source ID', 'Description', 'Quantity', 'UOM'];
const revisionA = [
  ['P-1', 'Pipe', 10, 'm'],
  ['P-2', 'Elbow', 4, 'EA'],
  ['P-3', 'Tee', 2, 'EA'],
];
const revisionB = [
  ['P-1', 'Pipe', 15, 'm'],
  ['P-2', 'Elbow', 4, 'EA'],
  ['P-4', 'Cap', 1, 'EA'],
];
const takeoff = (revision: string, rows: (string | number)[][]) =>
  workbookFile({ Piping: [headers, ...rows] }, `piping-${revision}.xlsx`);

test('revision B of a takeoff is imported on the page, and what was priced stays', async () => {
  const { projectId, importPath } = await workbench.newService();
  const watched = await workbench.open(importPath);
  const { page } = watched;
  await choose(page, takeoff('A', revisionA));
  await button(page, 'Import now').click();
  await heading(page, 'Import result').waitFor();
  const conditions = [{ field: 'quantity', operator: 'greaterThan', value: 0 }];
  await workbench.send('/api/v1/mto/bulk-edit', {
    projectId,
    selection: { mode: 'filters', filters: { conditions } },
    updates: { materialUnitPrice: 5, wbsCode: 'W-1' },
  });

  await page.getByRole('link', { name: 'Choose another file' }).click();
  await choose(page, takeoff('B', revisionB));
  await page.getByRole('button', { name: /Import mode$/ }).click();
  await page.getByRole('option', { name: 'Update and add' }).click();
  await button(page, 'Read the file again').click();
  const problem = page.getByRole('listitem').filter({ hasText: 'NO_IDENTITY' });
  await problem.getByText('Import mode “Revise”').waitFor();
  await problem.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('By Source ID: 2 of 3 rows match', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Revision' }).fill('B');
  await button(page, 'Choose by a filter…').click();
  await page.getByRole('dialog', { name: 'Filter' }).waitFor();
  await button(page, 'Cancel').click();
  expect(await violationsOf(watched)).toEqual([]);
  await button(page, 'Dry run').click();
  await heading(page, 'What the revision changes').waitFor();
  const countOf = (name: string) =>
    page
      .locator('dl div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')
      .last()
      .textContent();
  expect(await countOf('Rows matched')).toBe('2');
  expect(await countOf('Lines removed')).toBe('1');
  expect(await countOf('New lines without a price')).toBe('1');
  const sums = page.getByRole('table', { name: 'Quantity and cost before and after' });
  expect(await sums.getByRole('row', { name: /Total Cost/ }).textContent()).toMatch(/80.*95.*15/);
  for (const cause of [/Lines removed -10 1$/, /Quantity, with allowances 25 1$/])
    await sums.getByRole('row', { name: cause }).waitFor();
  expect(await linesOf(projectId)).toHaveLength(3);

  await button(page, 'Import 3 rows').click();
  await heading(page, 'Import result').waitFor();
  await heading(page, 'What the revision changes').waitFor();
  const keys = ['sourceId', 'quantity', 'materialUnitPrice', 'wbsCode', 'status', 'revision'];
  expect((await linesOf(projectId)).map((line) => keys.map((key) => line[key]))).toEqual([
    ['P-1', 15, 5, 'W-1', null, 'B'],
    ['P-2', 4, 5, 'W-1', null, null],
    ['P-3', 2, 5, 'W-1', 'void', 'B'],
    ['P-4', 1, null, null, null, 'B'],
  ]);
  expect(watched.faults).toEqual([]);
});
