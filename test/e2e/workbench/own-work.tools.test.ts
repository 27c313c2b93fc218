import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;

const post = async (path: string, json: unknown): Promise<{ id: string }> => {
  const { status, body } = await workbench.gateway.call('POST', path, { json });
  if (status !== 201) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body as { id: string };
};

const sizes = [2, 4, 6, 8, 30];

beforeAll(async () => {
  workbench = await openWorkbench();
  const { id: clientId } = await post('/v1/clients', { code: 'PRICE', name: 'Western Biofuels' });
  const { id: projectId } = await post('/v1/projects', { clientId, name: 'Unit 7', currency: 'CAD' });
  const services = `/v1/projects/${projectId}/services`;
  const { id: serviceId } = await post(services, { serviceType: 'estimation', name: 'Class 3' });
  const items = Array.from({ length: 20 }, (_, at) => ({
    ...{ discipline: 'piping', itemCode: `P-${at + 1}`, quantity: 10, unitOfMeasure: 'm' },
    ...{ nominalPipeSize: sizes[at % sizes.length], materialGroup: 'carbon-steel', labourRate: 100 },
  }));
  await post('/api/v1/mto/bulk', { projectId, serviceId, items });
  await post('/api/v1/price-books', { code: 'NORMS-CS', name: 'Piping norms' });
});

afterAll(() => workbench?.close());

const button = (name: string, within: Page | Locator) => within.getByRole('button', { name, exact: true });

test('a book is made of own work; its rows have the spread of their figures, and what became no row is reported', async () => {
  const watched = await workbench.open('/libraries/price-books');
  const { page: other } = watched;
  const own = other.getByRole('dialog');
  const add = async (label: string, option: string) => {
    await own.getByRole('combobox', { name: label, exact: true }).fill(option);
    await other.getByRole('option', { name: option }).first().click();
  };
  await button('From own work', other).click();
  await add('Projects', 'Unit 7');
  await own.getByRole('button', { name: /^Remove .*Unit 7$/ }).waitFor();
  await own.getByText('Only approved versions').click();
  await own.getByLabel('Code', { exact: true }).fill('OWN');
  await own.getByLabel('Name', { exact: true }).fill('Own rates');
  await own.getByLabel('Currency').fill('CAD');
  await own.getByRole('button', { name: 'Discipline' }).click();
  await other.getByRole('option', { name: 'Piping', exact: true }).click();
  await add('Fields to price', 'Labour Rate');
  await add('Group by', 'Material Group');
  await add('Size', 'NPS');
  await own.getByLabel('Size bands up to').fill('2; 6; 8');
  await own.getByLabel('Fewest lines of a row').fill('5');
  expect(await violationsOf(watched)).toEqual([]);
  await button('Create price book', own).click();
  await other.getByRole('heading', { name: 'OWN Own rates' }).waitFor();
  await other.getByText('Labour Rate: 3 groups with 12 lines had too few lines for a row').waitFor();
  const row = other.getByRole('row').filter({ hasText: 'Labour Rate' });
  expect(await row.textContent()).toContain('8 lines of 1 project: P10 100.00, P50 100.00, P90 100.00');
  expect(await row.count()).toBe(1);
  const { body } = await workbench.gateway.call('GET', '/api/v1/price-books?code=OWN');
  expect(body.data).toMatchObject([{ code: 'OWN', isActive: false, discipline: 'piping', rowCount: 1 }]);
  expect(watched.faults).toEqual([]);
});

test('the list of books is exported and imported', async () => {
  const { page: other } = await workbench.open('/libraries/price-books');
  await button('Export', other).click();
  const download = other.waitForEvent('download');
  await other.getByRole('menuitem', { name: /CSV/ }).click();
  const text = await Bun.file(await (await download).path()).text();
  expect(text).toContain('NORMS-CS');
  await button('Import', other).click();
  const file = {
    name: 'books.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('code,name\nSTEEL,Steel norms'),
  };
  const own = other.getByRole('dialog');
  await own.locator('input[type=file]').setInputFiles(file);
  await button('Import 1 row', own).click();
  await button('Show the list', own).click();
  await other.getByRole('link', { name: 'STEEL' }).waitFor();
});
