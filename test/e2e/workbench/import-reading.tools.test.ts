import { afterAll, beforeAll, expect, test } from 'bun:test';
import { workbookFile } from '../../support/import-file';
import { pageActs } from '../../support/page-acts';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

const file = workbookFile({
  Sheet1: [
    ['Description', 'Quantity', 'UOM', 'End Type'],
    ['as in revision A', null, null, null],
    ['Description', 'Qty', 'Units', 'Ends'],
    ['Pipe', 10, 'm', 'WF'],
    ['Elbow', 4, 'EA', 'WF'],
    ['Tee', 2, 'EA', 'threaded'],
  ],
});

test('on the page the header row is named, the discipline is chosen and unknown words get a meaning', async () => {
  const { projectId, importPath } = await workbench.newService();
  const watched = await workbench.open(importPath);
  const { page } = watched;
  const { button, chooseFile, countOf, heading } = pageActs(() => page);
  await chooseFile(file);
  await button('Import now').click();
  await page.getByText('Choose the discipline of the lines below', { exact: false }).waitFor();

  await page.getByRole('link', { name: '2 Columns' }).click();
  const headerRow = page.getByRole('textbox', { name: 'Header row' });
  expect(await headerRow.inputValue()).toBe('1');
  await headerRow.fill('3');
  await headerRow.press('Tab');
  await page.getByRole('button', { name: /Discipline$/ }).click();
  await page.getByRole('option', { name: 'Piping', exact: true }).click();
  await button('Read the file again').click();
  await page.getByText('The file was read with these decisions.').waitFor();
  await page.getByText('Words that are not known', { exact: false }).click();
  await page.getByRole('button', { name: /WF/ }).click();
  await page.getByRole('option', { name: /^butt.weld$/i }).click();
  expect(await headerRow.inputValue()).toBe('3');
  expect(await violationsOf(watched)).toEqual([]);
  await button('Dry run').click();
  await heading('Result of the dry run').waitFor();
  expect([await countOf('New lines'), await countOf('Failed rows')]).toEqual(['3', '0']);
  await button('Import 3 rows').click();
  await heading('Import result').waitFor();
  const answer = await fetch(`${workbench.gateway.url}/api/v1/mto?projectId=${projectId}`);
  const { data } = (await answer.json()) as { data: { description: string; endType: string }[] };
  expect(data.map(({ description, endType }) => [description, endType])).toEqual([
    ['Pipe', 'butt-weld'],
    ['Elbow', 'butt-weld'],
    ['Tee', 'threaded'],
  ]);
  expect(watched.faults).toEqual([]);
});
