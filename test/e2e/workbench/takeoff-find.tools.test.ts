import { afterAll, beforeAll, expect, test } from 'bun:test';
import { until } from '../../support/project-system';
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

test('Ctrl+H replaces one match after the other, and all after a preview, which one undo takes back', async () => {
  const columns = 'itemNumber,description,tag,quantity,totalManHours,remarks';
  const watched = await workbench.open(`/projects/${projectId}/takeoff?columns=${columns}`);
  const { page, faults } = watched;
  page.setDefaultTimeout(20_000);
  const described = async (value: string) => {
    const filters = { conditions: [{ field: 'description', operator: 'contains', value }] };
    return (await call('POST', '/api/v1/mto/search', { projectId, filters, limit: 1 })).total as number;
  };
  await page.getByRole('gridcell', { name: 'Pipe 1', exact: true }).click();
  await page.keyboard.press('Control+h');
  const bar = page.getByRole('search', { name: 'Find in the lines' });
  await bar.getByRole('searchbox').fill('y-strainer');
  await bar.getByRole('textbox', { name: 'Replace with' }).fill('Strainer (Y)');
  await page.keyboard.press('Enter');
  await bar.getByText('1 of 2', { exact: true }).waitFor();
  await bar.getByRole('button', { name: 'Replace', exact: true }).click();
  await bar.getByText('1 of 1', { exact: true }).waitFor();
  await page.getByRole('status').getByText('1 cell in 1 line stored.').waitFor();
  expect(await described('Strainer (Y) 40')).toBe(1);
  await bar.getByRole('button', { name: 'Replace', exact: true }).click();
  await bar.getByText('Nothing is found in the displayed columns.').waitFor();
  await until(async () => (await described('Y-Strainer')) === 0);

  await bar.getByRole('searchbox').fill('pipe');
  await bar.getByRole('textbox', { name: 'Replace with' }).fill('Tube');
  await bar.getByRole('button', { name: 'Replace all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace “pipe” with “Tube”' });
  await dialog.getByText('Of 248 lines, 248 would change. Nothing is stored yet.').waitFor();
  const counts = dialog.getByRole('table', { name: 'Where it is found' });
  expect(await counts.getByRole('row', { name: /^Description/ }).textContent()).toBe(
    'Description248Is replaced',
  );
  expect(await violationsOf(watched)).toEqual([]);
  await dialog.getByRole('button', { name: 'Replace in 248 lines' }).click();
  await page.getByRole('status').getByText('Replaced in 248 lines.').waitFor();
  expect(await described('Tube')).toBe(248);
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Home');
  await page.getByRole('gridcell', { name: 'Tube 1', exact: true }).waitFor();
  await page.keyboard.press('Control+z');
  await until(async () => (await described('Pipe')) === 248);
  expect(faults).toEqual([]);
});

test('replace all names what stays as it is, and leaves lines out whose new value would be refused', async () => {
  const columns = 'itemNumber,itemCode,quantity,totalManHours';
  const filters = { conditions: [{ field: 'description', operator: 'startsWith', value: 'Pipe 12' }] };
  const updates = { itemCode: { copyFrom: 'description' } };
  await call('POST', '/api/v1/mto/bulk-edit', {
    projectId,
    selection: { mode: 'filters', filters },
    updates,
  });
  const { page } = await workbench.open(`/projects/${projectId}/takeoff?columns=${columns}`);
  page.setDefaultTimeout(20_000);
  await page.getByRole('gridcell', { name: 'Pipe 12', exact: true }).click();
  await page.keyboard.press('Control+h');
  const bar = page.getByRole('search', { name: 'Find in the lines' });
  await bar.getByRole('searchbox').fill('Pipe 12');
  // The code of one line has room for it, those of ten others would be too long.
  await bar.getByRole('textbox', { name: 'Replace with' }).fill('x'.repeat(60));
  await bar.getByRole('button', { name: 'Replace all' }).click();
  const dialog = page.getByRole('dialog', { name: /^Replace “Pipe 12”/ });
  await dialog.getByRole('table', { name: 'Lines that prevent the change' }).waitFor();
  await dialog.getByRole('button', { name: 'Leave these lines out' }).click();
  await dialog.getByText('10 lines are left out because the new value would be refused.').waitFor();
  await dialog.getByRole('button', { name: 'Replace in 1 line' }).waitFor();
  await page.keyboard.press('Escape');
  await bar.getByRole('searchbox').fill('12');
  await bar.getByRole('textbox', { name: 'Replace with' }).fill('many');
  await bar.getByRole('button', { name: 'Replace all' }).click();
  const counts = page.getByRole('table', { name: 'Where it is found' });
  await counts.getByText('Stays: the new value is no number').first().waitFor();
});
