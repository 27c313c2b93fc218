import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { makeFiguresTakeoff } from '../../support/figures-takeoff';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let takeoff: Awaited<ReturnType<typeof makeFiguresTakeoff>>;

beforeAll(async () => {
  workbench = await openWorkbench();
  takeoff = await makeFiguresTakeoff(workbench);
});

afterAll(() => workbench?.close());

const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true } as const;

const isScrolledAside = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

// Everything that can be tapped has 24 pixels each way; only links within a sentence may be smaller.
const smallTargets = `[...document.querySelectorAll('a, button, input, [role=tab], [role=gridcell]')]
  .filter((one) => one.checkVisibility() && !one.closest('p, .unseen, [data-hidden], label') && !one.matches('.unseen, [aria-hidden=true], [tabindex="-1"]:not([role])'))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 1 && height > 1 && (width < 24 || height < 24))
  .map(([one, { width, height }]) => one.tagName + ' ' + (one.getAttribute('aria-label') ?? one.textContent) + ' ' + width + ' × ' + height)`;

async function fits(page: Page): Promise<void> {
  expect(await page.evaluate<string[]>(smallTargets)).toEqual([]);
  expect(await page.evaluate<boolean>(isScrolledAside)).toBe(false);
}

test('by touch at 820 pixels a line is looked up, explained and noted on, without scrolling the page aside', async () => {
  const watched = await workbench.open(`/projects/${takeoff.projectId}/takeoff?sort=itemNumber`, tablet);
  const { page } = watched;
  page.setDefaultTimeout(15_000);
  await page.getByRole('gridcell', { name: 'Line 1', exact: true }).waitFor();
  await page.screenshot({ path: '/tmp/D-t1.png' });
  await fits(page);
  const newLine = await page.getByRole('button', { name: 'New line' }).boundingBox();
  expect(newLine?.height).toBeGreaterThanOrEqual(44);
  await page.getByRole('searchbox', { name: 'Search lines' }).tap();
  await page.keyboard.type('Line 3');
  await page.getByRole('gridcell', { name: 'Line 1', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('gridcell', { name: 'Line 3', exact: true }).tap();
  await page.getByRole('button', { name: 'Details', exact: true }).tap();
  const panel = page.getByRole('complementary', { name: /^Details of 3/ });
  await panel.getByRole('button', { name: /^Edit Quantity/ }).waitFor();
  await page.screenshot({ path: '/tmp/D-t2.png' });
  await fits(page);
  expect(await violationsOf(watched)).toEqual([]);
  await panel.getByRole('button', { name: 'Why? Total Cost' }).tap();
  const why = page.getByRole('dialog');
  await why.getByText('Labour Cost').first().waitFor();
  await page.screenshot({ path: '/tmp/D-t3.png' });
  await fits(page);
  expect(await violationsOf(watched)).toEqual([]);
  await why.getByRole('button', { name: 'Close' }).first().tap();
  await panel.getByRole('tab', { name: 'Notes' }).tap();
  await panel.getByRole('textbox').tap();
  await page.keyboard.type('Valve sits behind the rack');
  await page.screenshot({ path: '/tmp/D-t4.png' });
  await panel.getByRole('button', { name: 'Add note' }).tap();
  await panel.getByRole('listitem').filter({ hasText: 'Valve sits behind the rack' }).waitFor();
  await fits(page);
  expect(watched.faults).toEqual([]);
}, 90_000);
