import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { makeFiguresTakeoff, readFigures } from '../../support/figures-takeoff';
import { desk, openWorkbench, phone, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let takeoff: Awaited<ReturnType<typeof makeFiguresTakeoff>>;
let draftId: string;

beforeAll(async () => {
  workbench = await openWorkbench();
  takeoff = await makeFiguresTakeoff(workbench);
  await readFigures(workbench, takeoff);
  const { body } = await workbench.gateway.call('GET', takeoff.versions);
  draftId = body.find(({ status }: { status: string }) => status === 'draft').id;
});

afterEach(async () => {
  for (const context of workbench.browser.contexts()) await context.close();
});

afterAll(() => workbench?.close());

const address = (estimationId = draftId) =>
  `/projects/${takeoff.projectId}/services/${takeoff.serviceId}/versions/${estimationId}/sheet`;

const numbers = new Intl.NumberFormat('en-CA', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const readSheet = async () =>
  (await workbench.gateway.call('GET', `${takeoff.versions}/${draftId}/sheet`)).body;

const sheetItems = [
  { code: 'DIRECT', name: 'All works', kind: 'direct', basis: { filters: { conditions: [] } } },
  { code: 'BOND', name: 'Bond', kind: 'lump-sum', value: 5000 },
  { code: 'CAMP', name: 'Camp', kind: 'allowance', value: 12_000 },
];

interface Typed {
  code: string;
  name: string;
  kind: string;
  fill?: (page: Page) => Promise<void>;
}

async function addItem(page: Page, { code, name, kind, fill }: Typed): Promise<void> {
  await page.getByRole('button', { name: 'Add item' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add item' });
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: /Kind/ }).click();
  await page.getByRole('option', { name: kind, exact: true }).click();
  await fill?.(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('a sheet is filled item by item, put in order and has the amounts of the API', async () => {
  const { page, faults } = await workbench.open(`/projects/${takeoff.projectId}`);
  await page.getByRole('link', { name: 'Estimate sheet: B · Tender' }).click();
  await page.getByText(/^No items yet\./).waitFor();
  await addItem(page, {
    ...{ code: 'PIPE', name: 'Piping works', kind: 'Direct cost' },
    async fill() {
      await page
        .getByRole('button', { name: /^Lines|All lines that are left/ })
        .last()
        .click();
      await page.getByRole('option', { name: 'Piping', exact: true }).click();
    },
  });
  await addItem(page, {
    ...{ code: 'OFFICE', name: 'Site office', kind: 'Quantity × price' },
    async fill() {
      await page.getByLabel('Quantity', { exact: true }).fill('14');
      await page.getByLabel('Unit', { exact: true }).fill('month');
      await page.getByLabel('Unit price').fill('8500');
    },
  });
  await addItem(page, {
    ...{ code: 'TOOLS', name: 'Small tools', kind: 'Percentage' },
    async fill() {
      await page.getByLabel('Percent', { exact: true }).fill('12');
      await page.locator('label', { hasText: 'PIPE · Piping works' }).click();
      await page.locator('label', { hasText: /^Labour$/ }).click();
    },
  });
  await addItem(page, { code: 'REST', name: 'All other works', kind: 'Direct cost' });
  await page.getByRole('row', { name: /REST All other works Direct cost 2 lines/ }).waitFor();
  const office = page.getByRole('row', { name: /OFFICE Site office Quantity × price 14 month × 8,500/ });
  await office.getByText('CAD 119,000.00').waitFor();
  const { items, sheetAmount } = await readSheet();
  const tools = page.getByRole('row', { name: /TOOLS Small tools Percentage 12% of PIPE/ });
  expect(await tools.textContent()).toContain(numbers.format(items[2].amount));
  expect(items[2].basis).toMatchObject({ items: ['PIPE'], costElements: ['labour'] });
  await page.getByText(`CAD ${numbers.format(sheetAmount)}`).waitFor();
  await page.getByRole('button', { name: 'Actions for Small tools' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await page.getByRole('row').nth(2).getByText('TOOLS', { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await page.getByRole('button', { name: 'Actions for Piping works' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('alert')
    .getByText(/is not the code of an item of the sheet/)
    .waitFor();
  expect((await readSheet()).items.map(({ code }: { code: string }) => code)).toEqual([
    'PIPE',
    'TOOLS',
    'OFFICE',
    'REST',
  ]);
});

test('an item that lacks a figure says so at its field', async () => {
  const { page } = await workbench.open(address());
  await page.getByRole('button', { name: 'Add item' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add item' });
  await dialog.getByLabel('Code').fill('CAMP');
  await dialog.getByLabel('Name', { exact: true }).fill('Camp');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(/is required for the kind lump-sum/).waitFor();
});

test('the sheet of a version in review is only to be read', async () => {
  const { page } = await workbench.open(address(takeoff.versionId));
  await page.getByText('From review on, the estimate sheet is frozen with its version.').waitFor();
  expect(await page.getByRole('button', { name: /^(Add item|Actions|Move|Begin|Change)/ }).count()).toBe(0);
});

test.each([
  ['desk', 'light', desk],
  ['phone', 'dark', phone],
] as const)('it keeps the rules of WCAG and its width: %s, %s', async (_, colorScheme, viewport) => {
  const watched = await workbench.open(address(), { viewport, colorScheme });
  const { page } = watched;
  await page.getByRole('button', { name: 'Add item' }).waitFor();
  expect(await violationsOf(watched)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Add item' }).click();
  await page.getByRole('dialog').getByLabel('Code').waitFor();
  expect(await violationsOf(watched)).toEqual([]);
});

const codesOf = async () => (await readSheet()).items.map(({ code }: { code: string }) => code);

async function untilCodes(wanted: string): Promise<void> {
  while ((await codesOf()).join() !== wanted) await Bun.sleep(50);
}

test('items are put in order by dragging and by Alt with arrow keys', async () => {
  await workbench.gateway.call('PUT', `${takeoff.versions}/${draftId}/sheet`, {
    json: { items: sheetItems },
  });
  const watched = await workbench.open(address());
  const { page } = watched;
  await page.getByRole('button', { name: /^Move Camp/ }).hover();
  await page.mouse.down();
  const first = await page.getByRole('row').nth(1).boundingBox();
  await page.mouse.move((first?.x ?? 0) + 40, (first?.y ?? 0) + 10, { steps: 4 });
  await page.mouse.up();
  await untilCodes('CAMP,DIRECT,BOND');
  await page.getByText('Camp is now 1 of 3').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: /^Move Camp/ }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await untilCodes('DIRECT,CAMP,BOND');
  await page.getByText('Camp is now 2 of 3').waitFor({ state: 'attached' });
  expect(watched.faults).toEqual([]);
});

test('a sheet is saved as template of the client, and another sheet begins from it', async () => {
  const { page, faults } = await workbench.open(address());
  await page.getByRole('button', { name: 'Save as template' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Lump sum contract');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await workbench.gateway.call('PUT', `${takeoff.versions}/${draftId}/sheet`, { json: { items: [] } });
  await page.reload();
  await page.getByRole('button', { name: 'Begin from template' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use Lump sum contract' }).click();
  await page.getByRole('row', { name: /CAMP Camp/ }).waitFor();
  expect(await codesOf()).toEqual(['DIRECT', 'CAMP', 'BOND']);
  expect(faults).toEqual([]);
});

test('the bid is spread by weights of disciplines; the prices of lines stand next to both totals', async () => {
  const watched = await workbench.open(address());
  const { page } = watched;
  await page.getByRole('button', { name: 'Change bid spread' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Method/ }).click();
  await page.getByRole('option', { name: /times the weight/ }).click();
  await dialog.getByRole('button', { name: 'Add: Weights' }).click();
  await dialog.getByRole('button', { name: /Discipline$/ }).click();
  await page.getByRole('option', { name: 'Piping', exact: true }).click();
  await dialog.getByLabel('Weight', { exact: true }).fill('2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/Piping × 2/).waitFor();
  expect((await readSheet()).bidSpread).toEqual({ method: 'weighted', weights: { piping: 2 } });
  await page.getByRole('button', { name: 'Prices by line' }).click();
  const { body } = await workbench.gateway.call('GET', `${takeoff.versions}/${draftId}/sheet/bid-spread`);
  const [line] = body.data;
  const table = page.getByRole('region', { name: 'Prices by line' });
  await table.getByRole('row').nth(1).getByText(numbers.format(line.amount)).waitFor();
  const total = page.getByText('Total of the spread').locator('..');
  expect(await total.textContent()).toContain(numbers.format(body.grandTotal));
  expect(await violationsOf(watched)).toEqual([]);
  expect(watched.faults).toEqual([]);
});

const figures = (view: string, more = '') =>
  `/projects/${takeoff.projectId}/figures/${view}?service=${takeoff.serviceId}${more}`;

test('a comparison by discipline lists the items of the sheet that a version did not have', async () => {
  const { page, faults } = await workbench.open(
    figures('revisions', `&from=${takeoff.versionId}&to=current&by=discipline`),
  );
  const table = page.getByRole('region', { name: 'Estimate sheet' });
  await table.getByRole('row', { name: /CAMP Camp Allowance –.*12,000/ }).waitFor();
  await table.getByRole('row', { name: /BOND Bond Lump sum –.*5,000/ }).waitFor();
  expect(faults).toEqual([]);
});

test('a report has the prices of the bid', async () => {
  const { page, faults } = await workbench.open(figures('documents'));
  await page.getByText('Prices of the bid').first().click();
  const asked = page.waitForResponse((response) => response.url().includes('/report?'));
  await page.getByRole('button', { name: 'Download report' }).click();
  const answer = await asked;
  expect([answer.status(), new URL(answer.url()).searchParams.get('bidSpread')]).toEqual([200, 'true']);
  expect(faults).toEqual([]);
});
