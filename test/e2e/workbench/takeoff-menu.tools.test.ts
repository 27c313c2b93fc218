import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { until } from '../../support/project-system';
import { cellOf, go, gridOf, headOf, openTakeoff, saying } from '../../support/takeoff-grid';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
}, 60_000);

afterEach(async () => {
  for (const context of workbench.browser.contexts()) await context.close();
});

afterAll(() => workbench?.close());

async function choose(page: Page, row: number, column: string, item: string): Promise<void> {
  await (await cellOf(page, row, column)).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

describe('the menu of a cell', () => {
  test('copies and pastes, and cuts and moves, what is selected', async () => {
    const { page, watched, lineAt, faults } = await openTakeoff(workbench, 5);
    await choose(page, 1, 'Item Code', 'Copy');
    await saying(page, '1 line copied.');
    await choose(page, 3, 'Item Code', 'Paste');
    await until(async () => (await lineAt(3)).itemCode === 'IC-1');
    await choose(page, 2, 'Item Code', 'Cut');
    await saying(page, /^1 line cut/);
    await choose(page, 4, 'Item Code', 'Paste');
    await until(async () => (await lineAt(4)).itemCode === 'IC-2');
    expect((await lineAt(2)).itemCode).toBeNull();
    await (await cellOf(page, 1, 'Item Code')).click({ button: 'right' });
    expect(await violationsOf(watched)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('says how to paste where the browser does not let the page read the clipboard', async () => {
    const { page, lineAt } = await openTakeoff(workbench, 2);
    await page.evaluate('navigator.clipboard.readText = () => Promise.reject(new Error("refused"))');
    await choose(page, 1, 'Item Code', 'Paste');
    await saying(page, /press Ctrl\+V to paste/);
    expect((await lineAt(1)).itemCode).toBe('IC-1');
  });
});

test('a column that is dragged across the border is frozen, and dragged back it is not', async () => {
  const { page, faults } = await openTakeoff(workbench, 2);
  const drag = async (name: string, to: string) => {
    await headOf(page, name).hover();
    await page.mouse.down();
    await headOf(page, to).hover();
    await page.mouse.up();
  };
  const placeOf = async (name: string) => Number(await headOf(page, name).getAttribute('aria-colindex'));
  const place = await placeOf('Item Code');
  await drag('Tag No.', 'Item Code');
  await saying(page, 'Tag No. is frozen.');
  expect(await placeOf('Tag No.')).toBe(place);
  await drag('Tag No.', 'Quantity');
  await saying(page, 'Tag No. is no longer frozen.');
  expect(await placeOf('Tag No.')).toBeGreaterThan(await placeOf('Description'));
  expect(faults).toEqual([]);
});

test('a total of several units is whole next to the grid when its cell is active', async () => {
  const { page, projectId, serviceId, call } = await openTakeoff(workbench, 3);
  const items = ['t', 'kg', 'ea'].map((unitOfMeasure, at) => ({
    ...{ discipline: 'piping', itemNumber: 10 + at, quantity: 1000.5 + at, unitOfMeasure },
  }));
  await call('POST', '/api/v1/mto/bulk', { projectId, serviceId, items });
  await page.reload();
  await until(async () => (await (await cellOf(page, 6, 'Quantity')).textContent()) !== null);
  await go(page, 7, 'Quantity');
  const figures = page.getByRole('group', { name: 'Figures of the selection' });
  const texts = await figures.locator('span').allTextContents();
  expect(texts.toSorted()).toEqual(['1,000.5 t', '1,001.5 kg', '1,002.5 ea', '6 m']);
});

test('a takeoff without lines has its totals right below its heads', async () => {
  const { page } = await openTakeoff(workbench, 1);
  await page.goto(`${page.url()}&search=nothing-of-that-name`);
  await page.getByRole('status').getByText('No line').waitFor();
  const groups = gridOf(page).getByRole('rowgroup');
  const [head, , foot] = await Promise.all((await groups.all()).map((group) => group.boundingBox()));
  expect((head?.y ?? 0) + (head?.height ?? 0)).toBeCloseTo(foot?.y ?? -1, 0);
});
