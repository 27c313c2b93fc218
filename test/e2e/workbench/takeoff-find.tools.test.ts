import { afterAll, beforeAll, expect, test } from 'bun:test';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let projectId: string;

const strainers = [40, 230];

async function call(method: string, path: string, json: object) {
  const { status, body } = await workbench.gateway.call(method, path, { json });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

beforeAll(async () => {
  workbench = await openWorkbench();
  const { id: clientId } = await call('POST', '/v1/clients', { code: 'FIND', name: 'Northern Copper' });
  const place = { clientId, name: 'Concentrator', currency: 'CAD' };
  ({ id: projectId } = await call('POST', '/v1/projects', place));
  const service = { serviceType: 'estimation', name: 'Class 3' };
  const { id: serviceId } = await call('POST', `/v1/projects/${projectId}/services`, service);
  const items = Array.from({ length: 250 }, (_, at) => ({
    discipline: 'piping',
    itemNumber: at + 1,
    description: strainers.includes(at + 1) ? `Y-Strainer ${at + 1}` : `Pipe ${at + 1}`,
    quantity: at + 1,
    unitOfMeasure: 'm',
  }));
  await call('POST', '/api/v1/mto/bulk', { projectId, serviceId, items });
});

afterAll(() => workbench?.close());

test('Ctrl+F goes from match to match in the displayed columns, around the end, and Escape back to the grid', async () => {
  const watched = await workbench.open(`/projects/${projectId}/takeoff`);
  const { page, faults } = watched;
  page.setDefaultTimeout(60_000);
  const active = page.locator('[role=gridcell][class*=active]');
  await page.getByRole('gridcell', { name: 'Pipe 1', exact: true }).click();
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: 'Find in the lines' });
  await bar.getByRole('searchbox').fill('strainer');
  await page.keyboard.press('Enter');
  await bar.getByText('1 of 2', { exact: true }).waitFor();
  await active.getByText('Y-Strainer 40').waitFor();
  await page.keyboard.press('Enter');
  await bar.getByText('2 of 2', { exact: true }).waitFor();
  await active.getByText('Y-Strainer 230').waitFor();
  await page.keyboard.press('Enter');
  await active.getByText('Y-Strainer 40').waitFor();
  await page.keyboard.press('Shift+Enter');
  await active.getByText('Y-Strainer 230').waitFor();
  expect(await violationsOf(watched)).toEqual([]);
  await bar.getByRole('searchbox').fill('no such thing');
  await bar.getByRole('button', { name: 'Next match' }).click();
  await bar.getByText('Nothing is found in the displayed columns.').waitFor();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowUp');
  await active.getByText('Pipe 229').waitFor();
  expect(faults).toEqual([]);
});

test('a number is found as a value, below the filter of the view', async () => {
  const filters = { conditions: [{ field: 'quantity', operator: 'greaterThan', value: 100 }] };
  const search = `filters=${encodeURIComponent(JSON.stringify(filters))}`;
  const { page } = await workbench.open(`/projects/${projectId}/takeoff?${search}`);
  page.setDefaultTimeout(60_000);
  await page.getByText('150 lines', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Find in the lines' }).click();
  const bar = page.getByRole('search', { name: 'Find in the lines' });
  await bar.getByRole('searchbox').fill('200');
  await page.keyboard.press('Enter');
  await bar.getByText('1 of 1', { exact: true }).waitFor();
  await bar.getByRole('searchbox').fill('40');
  await page.keyboard.press('Enter');
  await bar.getByText(/1 of \d+/).waitFor();
  expect(await bar.getByText('Y-Strainer 40').count()).toBe(0);
});
