import { afterAll, beforeAll, expect, test } from 'bun:test';
import { workbookFile } from '../../support/import-file';
import { pageActs } from '../../support/page-acts';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

const further = ['Position X', 'Position Y', 'Position Z'];

const file = workbookFile({
  pipeRuns: [
    ['Description', 'Quantity', 'UOM', 'Size', 'Pipe Class', ...further],
    ['Pipe seamless A106', 10, 'm', 4, 'D', 1, 2, 3],
    ['Pipe seamless A106', 20, 'm', 6, 'D', 4, 5, 6],
  ],
  steelMembers: [
    ['Description', 'Quantity', 'UOM', ...further],
    ['Member HEA-120 steel beam', 3, 'EA', 1, 2, 3],
    ['Member HEA-140 steel column', 2, 'EA', 4, 5, 6],
  ],
});

test('a workbook of two disciplines is read by its suggestions, which name its sheets, and its warnings are few', async () => {
  const { importPath } = await workbench.newService();
  const watched = await workbench.open(importPath);
  const { page } = watched;
  const { button, chooseFile, countOf, heading } = pageActs(() => page);
  await chooseFile(file);
  await page.getByText('Show suggestions').click();
  const suggested = page.getByRole('listitem').filter({ hasText: /^On sheet/ });
  expect(await suggested.allTextContents()).toEqual([
    'On sheet pipeRuns, use Piping for Discipline where there is no such column',
    'On sheet steelMembers, use Structural for Discipline where there is no such column',
  ]);
  await button('Accept all suggestions').click();
  await page.getByText(/^Resolved: On sheet pipeRuns, use Piping for Discipline/).waitFor();
  expect(await violationsOf(watched)).toEqual([]);
  await button('Dry run').click();
  await heading('Result of the dry run').waitFor();
  expect([await countOf('New lines'), await countOf('Failed rows')]).toEqual(['4', '0']);
  await page.getByText('Unrecognised columns (6)').click();
  const unread = page.getByRole('table', { name: 'Unrecognised columns' });
  expect(await unread.getByRole('row', { name: /^pipeRuns / }).count()).toBe(3);
  expect(await unread.getByRole('row', { name: /^steelMembers / }).count()).toBe(3);
  expect(watched.faults).toEqual([]);
});
