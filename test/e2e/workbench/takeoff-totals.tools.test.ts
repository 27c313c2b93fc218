import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page, Route } from 'playwright-core';
import { until } from '../../support/project-system';
import { go, gridOf, openTakeoff, press, saying } from '../../support/takeoff-grid';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
}, 60_000);

afterAll(() => workbench?.close());

// Of ten lines with the quantities 1 to 10.
async function openWithLeftOut() {
  const opened = await openTakeoff(workbench, 10);
  const { call, projectId, serviceId, page } = opened;
  const changes = [
    [3, { status: 'void', area: 'Annex' }],
    [5, { scopeType: 'excluded' }],
  ] as const;
  for (const [itemNumber, updates] of changes) {
    const filters = { conditions: [{ field: 'itemNumber', operator: 'equals', value: itemNumber }] };
    const selection = { mode: 'filters', filters };
    await call('POST', '/api/v1/mto/bulk-edit', { projectId, serviceId, selection, updates });
  }
  await saying(page, '10 lines, 2 of them void or excluded and not in the totals');
  return opened;
}

const conditions = [
  { field: 'status', operator: 'equals', value: 'void' },
  { field: 'scopeType', operator: 'equals', value: 'excluded' },
];

const totalsRow = (page: Page) => gridOf(page).getByRole('row', { name: /^Totals of the matching lines/ });

const figuresOf = (page: Page) => page.getByRole('group', { name: 'Figures of the selection' });

test('totals are those of POST /mto/aggregate, and void and excluded lines are named next to the number of lines', async () => {
  const { page, watched, projectId, call, faults } = await openWithLeftOut();
  const { totals } = await call('POST', '/api/v1/mto/aggregate', {
    ...{ projectId, measures: [{ field: 'quantity', function: 'sum' }] },
  });
  expect(totals.quantity).toEqual([{ unitOfMeasure: 'm', quantity: 47 }]);
  await totalsRow(page).getByText('47 m', { exact: true }).waitFor();
  await go(page, 1, 'Quantity');
  await press(page, 'Control+Space');
  await figuresOf(page).getByText('Sum 55').waitFor();
  expect(await figuresOf(page).textContent()).toBe(
    'Sum 55Average 5.5Count 102 void or excluded lines included, not in Σ',
  );
  await go(page, 1, 'Quantity');
  await press(page, 'Shift+ArrowDown');
  expect(await figuresOf(page).textContent()).toBe('Sum 3Average 1.5Count 2');
  expect(await violationsOf(watched)).toEqual([]);
  expect(faults).toEqual([]);
});

test('"Why?" of a total has the sum of Σ, and shares of the lines that count alone', async () => {
  const { page, faults } = await openWithLeftOut();
  await totalsRow(page).getByText('47 m', { exact: true }).click();
  await page.getByRole('button', { name: 'Why?', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Why? IC-3', exact: true }).waitFor();
  await dialog.getByText('Quantity: 47 m', { exact: true }).waitFor();
  const shares = dialog.locator('tbody tr').locator('td:nth-last-child(2)');
  expect(await shares.allTextContents()).toEqual([
    ...['21.3%', '19.1%', '17.0%', '14.9%', '12.8%', 'void or excluded', '8.5%', 'void or excluded'],
    ...['4.3%', '2.1%'],
  ]);
  expect(faults).toEqual([]);
});

// Answers wait until the page has asked for both.
async function heldBack(page: Page) {
  const waiting: Route[] = [];
  let isReleased = false;
  await page.route(/\/mto\/(search|aggregate)$/, async (route) => {
    if (isReleased) await route.continue();
    else waiting.push(route);
  });
  const asks = (path: string, limit?: number) =>
    waiting.some((route) => {
      const request = route.request();
      return request.url().endsWith(path) && (request.postDataJSON() as { limit?: number }).limit === limit;
    });
  const release = async () => {
    isReleased = true;
    await Promise.all(waiting.map((route) => route.continue()));
  };
  return { asks, release };
}

test('an edit has the sums and the number of lines asked for in one round, and a line that counts again is in both', async () => {
  const { page, projectId, serviceId, call, faults } = await openWithLeftOut();
  await page.waitForLoadState('networkidle');
  const { asks, release } = await heldBack(page);
  await go(page, 1, 'Quantity');
  await page.keyboard.type('100');
  await page.keyboard.press('Enter');
  await until(async () => asks('/aggregate') && asks('/search', 1));
  await release();
  await totalsRow(page).getByText('146 m', { exact: true }).waitFor();
  await call('POST', '/api/v1/mto/bulk-edit', {
    ...{ projectId, serviceId },
    selection: { mode: 'filters', filters: { logicalOperator: 'OR', conditions } },
    updates: { status: 'approved', scopeType: null },
  });
  await saying(page, '10 lines');
  await totalsRow(page).getByText('154 m', { exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test('of void and excluded lines alone the totals are theirs, and say that they count in no other', async () => {
  const { page, faults } = await openWithLeftOut();
  const filters = encodeURIComponent(JSON.stringify({ logicalOperator: 'OR', conditions }));
  await page.goto(`${page.url()}&group=area&filters=${filters}`);
  await saying(
    page,
    '2 lines, all void or excluded: the totals here are of these lines, which count in no other total',
  );
  const groups = page.getByRole('treegrid', { name: 'Takeoff lines' });
  await groups.getByRole('row', { name: /^Totals of the matching lines.* 8 m/ }).waitFor();
  await groups.getByRole('row', { name: /^Area: Annex ?1 line.* 3 m/ }).waitFor();
  await groups.getByRole('row', { name: /^Area: North ?1 line.* 5 m/ }).waitFor();
  expect(faults).toEqual([]);
});

test('groups count all their lines, and leave void and excluded ones out of their subtotals', async () => {
  const { page, faults } = await openWithLeftOut();
  await page.goto(`${page.url()}&group=area`);
  const groups = page.getByRole('treegrid', { name: 'Takeoff lines' });
  await groups.getByRole('row', { name: /^Area: North ?9 lines.* 47 m/ }).waitFor();
  const annex = groups.getByRole('row', { name: /^Area: Annex ?1 line/ });
  await annex.waitFor();
  expect(await annex.textContent()).not.toContain('3 m');
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await groups.getByRole('row', { name: /^Area: North/ }).click();
  await groups.getByRole('gridcell', { name: 'IC-10', exact: true }).waitFor();
  expect(faults).toEqual([]);
});
