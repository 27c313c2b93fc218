import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { makeFiguresTakeoff } from '../../support/figures-takeoff';
import { until } from '../../support/until';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let takeoff: Awaited<ReturnType<typeof makeFiguresTakeoff>>;

beforeAll(async () => {
  workbench = await openWorkbench();
  takeoff = await makeFiguresTakeoff(workbench);
});

afterAll(() => workbench?.close());

const tablet = { width: 820, height: 1180 };

async function opened(viewport?: typeof tablet) {
  const path = `/projects/${takeoff.projectId}/takeoff?sort=itemNumber`;
  const watched = await workbench.open(path, viewport ? { viewport } : {});
  const { page } = watched;
  page.setDefaultTimeout(60_000);
  await page.getByRole('gridcell', { name: 'Line 1', exact: true }).click();
  return watched;
}

const panelOf = (page: Page, line: number) =>
  page.getByRole('complementary', { name: new RegExp(`^Details of ${line} · Line ${line}$`) });

const lineOne = async (): Promise<Record<string, unknown>> => {
  const { body } = await workbench.gateway.call(
    'GET',
    `/api/v1/mto?projectId=${takeoff.projectId}&sort=itemNumber`,
  );
  return body.data.find(({ itemNumber }: { itemNumber: number }) => itemNumber === 1);
};

test('Space opens the details of the line that is active, and the arrow keys go to its neighbours', async () => {
  const watched = await opened();
  const { page } = watched;
  await page.keyboard.press(' ');
  const first = panelOf(page, 1);
  await first.getByRole('button', { name: 'Edit Quantity, now 150' }).waitFor();
  await first
    .getByText(/^Line 1$/)
    .first()
    .waitFor();
  expect(await violationsOf(watched)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await panelOf(page, 2).getByRole('button', { name: 'Edit Description, now Line 2' }).waitFor();
  await panelOf(page, 2).getByRole('button', { name: 'Previous line' }).click();
  await first.waitFor();
  await page.keyboard.press(' ');
  await first.waitFor({ state: 'detached' });
  expect(watched.faults).toEqual([]);
});

test('a value is changed in the details, stored, and what is computed of it follows', async () => {
  const { page } = await opened();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const details = panelOf(page, 1);
  await details.getByRole('button', { name: /^Edit Quantity, now / }).click();
  await details.getByRole('textbox').fill('125');
  await details.getByRole('textbox').press('Enter');
  await until(async () => (await lineOne()).quantity === 125);
  const { totalManHours } = await lineOne();
  const hours = new Intl.NumberFormat('en-CA', { minimumFractionDigits: 2 }).format(Number(totalManHours));
  await details.getByText(hours, { exact: true }).first().waitFor();
  await details.getByRole('button', { name: 'Edit Quantity, now 125' }).waitFor();
  await details.getByRole('button', { name: 'Close the details' }).click();
});

test('history, notes and the explanation of a figure are in the details', async () => {
  const { page } = await opened();
  await page.keyboard.press(' ');
  const details = panelOf(page, 1);
  await details.getByRole('button', { name: /^Why.*Total Cost/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await details.getByRole('tab', { name: 'History' }).click();
  await details
    .getByText(/by anonymous/)
    .first()
    .waitFor();
  await details.getByRole('tab', { name: 'Notes' }).click();
  await details.getByRole('textbox', { name: 'New note' }).fill('Measured at the site');
  await details.getByRole('button', { name: 'Add note' }).click();
  await details.getByRole('button', { name: 'Mark as resolved: Measured at the site' }).waitFor();
});

test('the details stay open and as wide as they were made, and lie over the grid on a tablet', async () => {
  const watched = await opened(tablet);
  const { page } = watched;
  await page.keyboard.press(' ');
  const details = panelOf(page, 1);
  const width = async () => Math.round((await details.boundingBox())?.width ?? 0);
  await details.getByRole('button', { name: /^Edit Quantity/ }).waitFor();
  expect(await width()).toBe(380);
  await page.getByRole('separator', { name: 'Width of the details' }).press('ArrowLeft');
  expect(await width()).toBe(400);
  expect(await violationsOf(watched)).toEqual([]);
  await page.reload();
  await details.waitFor();
  expect(await width()).toBe(400);
});
