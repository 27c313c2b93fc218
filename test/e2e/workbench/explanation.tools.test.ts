import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import type { WatchedPage } from '../../support/browser';
import { until } from '../../support/until';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let watched: WatchedPage;
let page: Page;
let projectId: string;
let serviceId: string;

const post = async (path: string, json: unknown): Promise<{ id: string }> => {
  const { status, body } = await workbench.gateway.call('POST', path, { json });
  if (status !== 201 && status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body as { id: string };
};

async function newTakeoff(): Promise<void> {
  const { id: clientId } = await post('/v1/clients', { code: 'WHY', name: 'Western Biofuels' });
  const place = { country: 'CA', province: 'Alberta', year: 2025, quarter: 'Q3' };
  projectId = (await post('/v1/projects', { clientId, name: 'Unit 7', currency: 'CAD', ...place })).id;
  const services = `/v1/projects/${projectId}/services`;
  serviceId = (await post(services, { serviceType: 'estimation', name: 'Class 3' })).id;
  const bill = [
    'Item Code,Description,Quantity,UOM,NPS,Labour Rate',
    'P-1,Pipe run A,10,m,4,100',
    'P-2,Pipe run B,30,m,4,100',
  ].join('\n');
  const form = new FormData();
  form.set('projectId', projectId);
  form.set('serviceId', serviceId);
  form.set('discipline', 'piping');
  form.set('file', new File([bill], 'lines.csv', { type: 'text/csv' }));
  const { body } = await workbench.gateway.call('POST', '/api/v1/mto/import/async', { form });
  const task = `/api/v1/mto/import/status/${(body as { taskId: string }).taskId}`;
  await until(async () => {
    const { body: state } = await workbench.gateway.call('GET', task);
    return (state as { status: string }).status === 'completed';
  });
  const { id: book } = await post('/api/v1/price-books', { code: 'NORMS', name: 'Norms', currency: 'CAD' });
  const row = {
    rowCode: 'H-1',
    discipline: 'piping',
    target: 'unitManHours',
    unitOfMeasure: 'm',
    value: 0.5,
  };
  const conditions = [{ field: 'nominalPipeSize', from: 2, to: 12 }];
  await post(`/api/v1/price-books/${book}/rows`, { ...row, conditions });
  const selection = { mode: 'filters', filters: { conditions: [] as unknown[] } };
  selection.filters.conditions.push({ field: 'discipline', operator: 'equals', value: 'piping' });
  await post('/api/v1/mto/price', { projectId, selection, books: ['NORMS'], expectedCount: 2 });
}

beforeAll(async () => {
  workbench = await openWorkbench();
  await newTakeoff();
  const columns = 'itemCode,description,quantity,unitManHours,labourRate,totalCost';
  watched = await workbench.open(`/projects/${projectId}/takeoff?sort=itemCode&columns=${columns}`);
  page = watched.page;
  page.setDefaultTimeout(60_000);
});

afterAll(() => workbench?.close());

const dialog = () => page.getByRole('dialog').last();

const button = (name: string, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true });

const valueNamed = (text: string) => dialog().getByRole('listitem').filter({ hasText: text }).last();

async function goTo(row: number, column: string): Promise<Locator> {
  const head = page.getByRole('columnheader', { name: new RegExp(`^${column}`) });
  await head.waitFor();
  const at = await head.getAttribute('aria-colindex');
  const cell = page.locator(`[aria-rowindex="${row + 2}"] [aria-colindex="${at}"]`);
  await page.getByText('Pipe run B').waitFor();
  await cell.click();
  return cell;
}

describe('why a value of the takeoff is what it is', () => {
  test('the key explains the active cell down to the file, the book and the entry', async () => {
    await goTo(1, 'Total Cost');
    await page.keyboard.press('Alt+Enter');
    await page.getByRole('heading', { name: 'Why? Total Cost of P-1' }).waitFor();
    expect(await dialog().getByRole('listitem').first().textContent()).toContain('500 CAD');
    const closed = dialog().locator('details:not([open]) > summary:visible').first();
    while (await closed.isVisible()) await closed.press('Enter');
    const hours = await valueNamed('row H-1 of NORMS').textContent();
    expect(hours).toContain('NPS is between 2 and 12');
    await valueNamed('cell C2').getByText('“10” in the file').waitFor();
    const quantity = await valueNamed('cell C2').textContent();
    expect(quantity).toContain('Imported from lines.csv · sheet lines');
    expect(quantity).toContain('column “Quantity”');
    expect(await violationsOf(watched)).toEqual([]);
  });

  test('a leaf leads to its row of the price book and to its import', async () => {
    const row = dialog().getByRole('link', { name: 'row H-1 of NORMS' });
    expect(await row.getAttribute('href')).toMatch(/\/app\/libraries\/price-books\/.+\?search=H-1$/);
    const file = dialog().getByRole('link', { name: 'lines.csv' }).first();
    expect(await file.getAttribute('href')).toContain(`/app/projects/${projectId}/import/`);
    await button('Close', dialog()).last().click();
  });

  test('the menu of a cell asks, and what was typed leads to its operation in the history', async () => {
    const cell = await goTo(2, 'Labour Rate');
    await page.keyboard.type('120');
    await page.keyboard.press('Enter');
    await page.getByText('1 cell in 1 line stored.').waitFor();
    await cell.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Why?' }).click();
    await page.getByRole('heading', { name: 'Why? Labour Rate of P-2' }).waitFor();
    expect(await valueNamed('Entered').textContent()).toContain('before: 100');
    await button('Show in the history', dialog()).click();
    await page.getByRole('heading', { name: 'History of P-2' }).waitFor();
    await dialog().getByRole('cell', { name: 'Labour Rate', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'History of P-2' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('a total names its largest lines with their share, and each of them is explained', async () => {
    await goTo(3, 'Total Cost');
    await button('Why?').click();
    await page.getByRole('heading', { name: 'Why? Total: Total Cost' }).waitFor();
    await button('Why? P-1', dialog()).waitFor();
    const rows = await dialog().locator('tbody tr').allInnerTexts();
    expect(rows.map((row) => row.split('\t').slice(0, 4))).toEqual([
      ['P-2', 'Pipe run B', '1,800.00', '78.3%'],
      ['P-1', 'Pipe run A', '500.00', '21.7%'],
    ]);
    expect(await violationsOf(watched)).toEqual([]);
    await button('Why? P-1', dialog()).click();
    await page.getByRole('heading', { name: 'Why? Total Cost of P-1' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().getByRole('link', { name: 'Show all these lines in the takeoff, largest first' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-totalCost');
  });
});

describe('why a figure is what it is', () => {
  test('a total of the summary names its lines', async () => {
    await page.goto(`${workbench.gateway.url}/app/projects/${projectId}/figures?service=${serviceId}`);
    await button('Why? Man-hours').click();
    await page.getByRole('heading', { name: 'Why? Total: Total MH' }).waitFor();
    await button('Why? P-1', dialog()).waitFor();
    const rows = await dialog().locator('tbody tr').allInnerTexts();
    expect(rows.map((row) => row.split('\t').slice(0, 4))).toEqual([
      ['P-2', 'Pipe run B', '15.00', '75.0%'],
      ['P-1', 'Pipe run A', '5.00', '25.0%'],
    ]);
    expect(watched.faults).toEqual([]);
  });
});
