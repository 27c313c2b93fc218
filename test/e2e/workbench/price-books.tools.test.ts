import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import type { WatchedPage } from '../../support/browser';
import { until } from '../../support/until';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let watched: WatchedPage;
let page: Page;
let projectId: string;

const post = async (path: string, json: unknown): Promise<{ id: string }> => {
  const { status, body } = await workbench.gateway.call('POST', path, { json });
  if (status !== 201 && status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body as { id: string };
};

const sizes = [2, 4, 6, 8, 30];

async function newTakeoff(): Promise<void> {
  const { id: clientId } = await post('/v1/clients', { code: 'PRICE', name: 'Western Biofuels' });
  const place = { country: 'CA', province: 'Alberta', year: 2025, quarter: 'Q3' };
  projectId = (await post('/v1/projects', { clientId, name: 'Unit 7', currency: 'CAD', ...place })).id;
  const services = `/v1/projects/${projectId}/services`;
  const { id: serviceId } = await post(services, { serviceType: 'estimation', name: 'Class 3' });
  const items = Array.from({ length: 20 }, (_, at) => ({
    discipline: 'piping',
    itemCode: `P-${at + 1}`,
    quantity: 10,
    unitOfMeasure: 'm',
    nominalPipeSize: sizes[at % sizes.length],
    materialGroup: 'carbon-steel',
    labourRate: 100,
  }));
  await post('/api/v1/mto/bulk', { projectId, serviceId, items });
}

beforeAll(async () => {
  workbench = await openWorkbench();
  await newTakeoff();
  watched = await workbench.open('/libraries/price-books');
  page = watched.page;
  page.setDefaultTimeout(60_000);
});

afterAll(() => workbench?.close());

const dialog = () => page.getByRole('dialog').last();

const button = (name: string, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true });

async function choose(label: string, option: string): Promise<void> {
  await dialog().getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The cells of a table by the words of its first column. */
async function rowsOf(table: string): Promise<Record<string, string[]>> {
  const rows = await dialog().getByRole('region', { name: table }).locator('tbody tr').all();
  const cells = await Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
  return Object.fromEntries(
    cells.map(([name = '', ...others]) => [name, others.filter((text) => text !== '')]),
  );
}

async function preview(): Promise<void> {
  await button('Preview', dialog()).click();
  await dialog().getByRole('heading', { name: 'Coverage by field' }).waitFor();
}

async function sums(): Promise<unknown> {
  const json = { projectId, fields: ['itemCode'], sums: ['totalManHours', 'materialCost', 'totalCost'] };
  const { body } = await workbench.gateway.call('POST', '/api/v1/mto/search', { json });
  return (body as { sums: unknown }).sums;
}

const book = [
  'rowCode,description,target,unitOfMeasure,value,nominalPipeSize from,nominalPipeSize to,materialGroup',
  'H-1,Erection of pipe,unitManHours,m,0.5,2,12,carbon-steel',
  'M-1,Carbon steel pipe,materialUnitPrice,m,40,2,12,carbon-steel',
].join('\n');

test('whoever has no book begins with the sample', async () => {
  const { page: other } = await workbench.open(`/projects/${projectId}/takeoff`);
  const own = other.getByRole('dialog');
  await button('Lines', other).click();
  await other.getByRole('menuitem', { name: 'Price all listed lines (20 lines)' }).click();
  await button('Load the sample book', own).click();
  await own.getByText('ILLUSTRATIVE Illustrative norms, not from any published table').waitFor();
  expect(await button('Load the sample book', own).count()).toBe(0);
  await button('Preview', own).click();
  await own.getByRole('heading', { name: 'Coverage by field' }).waitFor();
  const { body } = await workbench.gateway.call('GET', '/api/v1/price-books');
  const [{ id, rowCount }] = (body as { data: [{ id: string; rowCount: number }] }).data;
  expect(rowCount).toBeGreaterThan(300);
  await workbench.gateway.call('DELETE', `/api/v1/price-books/${id}`);
  await other.close();
});

describe('price books in the libraries', () => {
  test('a book is created, and its rows are imported from a file', async () => {
    await button('New price book').click();
    await dialog().getByLabel('Code', { exact: true }).fill('NORMS-CS');
    await dialog().getByLabel('Name', { exact: true }).fill('Piping norms, carbon steel');
    await dialog().getByLabel('Currency').fill('CAD');
    await choose('Discipline', 'Piping');
    await button('Save', dialog()).click();
    await page.getByRole('link', { name: 'NORMS-CS' }).click();
    await button('Import').first().click();
    const file = { name: 'norms.csv', mimeType: 'text/csv', buffer: Buffer.from(book) };
    await dialog().locator('input[type=file]').setInputFiles(file);
    await button('Import 2 rows', dialog()).click();
    await button('Show the list', dialog()).click();
    await page
      .getByRole('cell', { name: 'NPS is between 2 and 12 and Material Group is Carbon steel' })
      .first()
      .waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'M-1' }).textContent()).toContain('40 per m');
    expect(await violationsOf(watched)).toEqual([]);
  });

  test('rows are pasted, filtered by their field, changed and deleted', async () => {
    await button('Import').first().click();
    const rows = 'rowCode\ttarget\tvalue\tdescription contains\nC-1\tcrewCode\tPF-01\tpipe';
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(rows)})`);
    await dialog().getByLabel('Or paste rows here').focus();
    await page.keyboard.press('ControlOrMeta+v');
    await button('Import 1 row', dialog()).click();
    await button('Show the list', dialog()).click();
    await page.getByRole('row').filter({ hasText: 'C-1' }).waitFor();
    await button('Edit C-1').click();
    await dialog().getByLabel('Value', { exact: true }).first().fill('PF-02');
    await button('Save', dialog()).click();
    await page.getByRole('cell', { name: 'PF-02' }).waitFor();
    await button('Delete C-1').click();
    await button('Delete', dialog()).click();
    await page.getByRole('row').filter({ hasText: 'C-1' }).waitFor({ state: 'detached' });
  });

  test('rows that differ by two fields are a table, whose figures open their rows', async () => {
    const { id } = await post('/api/v1/price-books', {
      code: 'SIZES',
      name: 'Sizes',
      currency: 'CAD',
      isActive: false,
    });
    const rule = { discipline: 'piping', target: 'materialUnitPrice', unitOfMeasure: 'm' };
    const rowOf = (nominalPipeSize: number, pipeSchedule: string, value: number) => ({
      ...{ ...rule, rowCode: `${nominalPipeSize}-${pipeSchedule}`, value },
      conditions: [
        { field: 'nominalPipeSize', equals: nominalPipeSize },
        { field: 'pipeSchedule', equals: pipeSchedule },
      ],
    });
    for (const row of [rowOf(2, '40', 20), rowOf(4, '40', 47), rowOf(2, '80', 28)])
      await post(`/api/v1/price-books/${id}/rows`, row);
    const { page: other } = await workbench.open(`/libraries/price-books/${id}`);
    await other.getByRole('tab', { name: 'Table of sizes' }).click();
    const table = other.getByRole('region', { name: 'NPS × Schedule' });
    await table.waitFor();
    const cells = await table.locator('tr').allInnerTexts();
    expect(cells.map((text) => text.split('\t'))).toEqual([
      ['NPS', '40', '80'],
      ['2', '20', '28'],
      ['4', '47', '+'],
    ]);
    await button('Add a row: 4, 80', table).click();
    await other.getByRole('dialog').getByLabel('Value', { exact: true }).first().fill('66');
    await button('Save', other.getByRole('dialog')).click();
    await button('Edit 66: 4, 80', table).click();
    await other.getByRole('heading', { name: 'Edit row' }).waitFor();
  });

  test('a book is rolled forward with escalation into an inactive one', async () => {
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Roll forward' }).click();
    await dialog().getByLabel('Code', { exact: true }).fill('NORMS-26');
    await dialog().getByLabel('Year').fill('2026');
    await choose('Quarter', 'Q1');
    await button('Add: Increase', dialog()).click();
    await choose('Field', 'Material Unit Price');
    await dialog().getByLabel('Increase, %').fill('5');
    await button('Roll forward', dialog()).click();
    await page.getByRole('heading', { name: /^NORMS-26/ }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'M-1' });
    await row.waitFor();
    expect(await row.textContent()).toContain('42 per m');
  });
});

describe('pricing of a takeoff', () => {
  test('the preview reports coverage, and groups without a price with the nearest row', async () => {
    await page.goto(`${workbench.gateway.url}/app/projects/${projectId}/takeoff`);
    await button('Lines').click();
    await page.getByRole('menuitem', { name: 'Price all listed lines (20 lines)' }).click();
    await dialog().getByRole('combobox', { name: 'Price book' }).click();
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['NORMS-CS Piping norms, carbon steel']);
    await page.getByRole('option').click();
    await preview();
    expect(await rowsOf('Coverage by field')).toEqual({
      'Material Unit Price': ['16', '0', '4', '0'],
      'Unit MH': ['16', '0', '4', '0'],
    });
    const { 'Material Unit Price': group = [] } = await rowsOf('Lines without a price');
    expect(group[0]).toContain('NPS is 30');
    expect(group.slice(1, 3)).toEqual(['4', 'M-1 of NORMS-CS: NPS is between 2 and 12, not 30']);
    expect(await violationsOf(watched)).toEqual([]);
  });

  test('a row for what has no price begins with the conditions of the group', async () => {
    const group = dialog().getByRole('row').filter({ hasText: 'M-1 of NORMS-CS' });
    await button('Add a row', group).click();
    await page.getByRole('heading', { name: 'New row of NORMS-CS' }).waitFor();
    expect(await violationsOf(watched)).toEqual([]);
    expect(await dialog().getByLabel('Unit of measure').inputValue()).toBe('m');
    expect(await dialog().getByRole('list', { name: 'Conditions' }).getByRole('listitem').count()).toBe(2);
    await dialog().getByLabel('Value', { exact: true }).first().fill('400');
    await button('Save', dialog()).click();
    await button('Price 20 lines').waitFor();
    expect(await rowsOf('Coverage by field')).toEqual({
      'Material Unit Price': ['20', '0', '0', '0'],
      'Unit MH': ['16', '0', '4', '0'],
    });
  });

  test('what is previewed is stored: hours, labour and material', async () => {
    const totals = await rowsOf('Totals of the whole takeoff, excluding void and excluded lines');
    expect(totals['Total MH']?.[1]).toBe('80.00');
    expect(totals['Total Cost']?.[1]).toContain('30,400.00');
    await button('Price 20 lines').click();
    await dialog().getByText('20 lines changed.').waitFor();
    expect(await sums()).toEqual({ totalManHours: 80, materialCost: 22_400, totalCost: 30_400 });
  });

  test('priced lines are found by a filter', async () => {
    const filters = { conditions: [{ field: 'isPriced', operator: 'equals', value: true }] };
    const address = `/projects/${projectId}/takeoff?filters=${encodeURIComponent(JSON.stringify(filters))}`;
    const { page: other } = await workbench.open(address);
    await other.getByText('Priced by a book is Yes').waitFor();
    await other.getByText('20 lines', { exact: true }).waitFor();
  });

  test('prices whose row changed are reported, and taken again with one order', async () => {
    const { body } = await workbench.gateway.call('GET', '/api/v1/price-books?search=NORMS-CS');
    const [{ id }] = (body as { data: [{ id: string }] }).data;
    const rows = `/api/v1/price-books/${id}/rows`;
    const found = await workbench.gateway.call('GET', `${rows}?rowCode=H-1`);
    const [row] = (found.body as { data: [{ id: string }] }).data;
    await workbench.gateway.call('PATCH', `${rows}/${row.id}`, { json: { value: 0.75 } });
    const isStale = { conditions: [{ field: 'isPriceStale', operator: 'equals', value: true }] };
    await until(async () => {
      const json = { projectId, filters: isStale, fields: ['id'], limit: 1 };
      return (await workbench.gateway.call('POST', '/api/v1/mto/search', { json })).body.total === 16;
    });
    const { page: other } = await workbench.open(`/projects/${projectId}/takeoff`);
    await other.getByText('16 lines have prices whose rows of the price book have changed.').waitFor();
    await button('Price again', other).click();
    await button('Price 16 lines', other.getByRole('dialog')).click();
    await other.getByRole('dialog').getByText('16 lines changed.').waitFor();
    expect(await sums()).toEqual({ totalManHours: 120, materialCost: 22_400, totalCost: 34_400 });
    await button('Undo', other.getByRole('dialog')).click();
    await other.getByRole('button', { name: /^Undo for/ }).click();
    await other.getByText('Undone: 16 lines.').waitFor();
  });

  test('and is undone', async () => {
    await button('Undo', dialog()).click();
    await dialog()
      .getByRole('button', { name: /^Undo for/ })
      .click();
    await dialog().getByText('Undone: 20 lines.').waitFor();
    expect(await sums()).toEqual({ totalManHours: 0, materialCost: 0, totalCost: 0 });
  });
});
