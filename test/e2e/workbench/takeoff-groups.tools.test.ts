import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { WatchedPage } from '../../support/browser';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let projectId: string;
let serviceId: string;

async function call(method: string, path: string, json?: object) {
  const { status, body } = await workbench.gateway.call(method, path, json ? { json } : {});
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

const areas = ['South', 'North', null];

beforeAll(async () => {
  workbench = await openWorkbench();
  const { id: clientId } = await call('POST', '/v1/clients', { code: 'GROUPS', name: 'Northern Copper' });
  const place = { clientId, name: 'Concentrator', currency: 'CAD' };
  ({ id: projectId } = await call('POST', '/v1/projects', place));
  const service = { serviceType: 'estimation', name: 'Class 3' };
  ({ id: serviceId } = await call('POST', `/v1/projects/${projectId}/services`, service));
  const items = Array.from({ length: 300 }, (_, at) => ({
    discipline: at % 2 === 0 ? 'piping' : 'civil',
    itemNumber: at + 1,
    description: `Line ${at + 1}`,
    area: areas[at % 3],
    quantity: 2,
    unitOfMeasure: at % 3 === 0 ? 'm' : at % 2 === 0 ? 'm' : 'EA',
  }));
  await call('POST', '/api/v1/mto/bulk', { projectId, serviceId, items });
});

afterAll(() => workbench?.close());

async function open(query = ''): Promise<WatchedPage> {
  const watched = await workbench.open(`/projects/${projectId}/takeoff${query}`);
  watched.page.setDefaultTimeout(30_000);
  await watched.page
    .getByText(/^\d+ lines$/)
    .first()
    .waitFor();
  return watched;
}

const row = (page: Page, name: RegExp) => page.getByRole('row', { name });
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });
const active = (page: Page): Promise<string> =>
  page.evaluate(`document.getElementById(
    document.querySelector('[role=treegrid]').getAttribute('aria-activedescendant'))?.textContent`);
const groups = (page: Page) =>
  page
    .locator('[role=row][aria-expanded]')
    .evaluateAll((rows) =>
      rows
        .toSorted((one, other) => Number(one.ariaRowIndex) - Number(other.ariaRowIndex))
        .map((one) => `${one.ariaLevel} ${one.querySelector('[role=rowheader]')?.textContent}`),
    );

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

describe('lines in groups', () => {
  test('have rows of up to three fields with counts and subtotals, in the address, and fold by keyboard', async () => {
    const watched = await open();
    const { page, faults } = watched;
    await page.getByRole('button', { name: 'Group lines' }).click();
    const dialog = page.getByRole('dialog', { name: 'Group by' });
    for (const field of ['Discipline', 'Area']) {
      await dialog.getByRole('combobox', { name: 'Add a field' }).fill(field);
      await page.getByRole('option', { name: field, exact: true }).click();
      await dialog.getByText(field, { exact: true }).waitFor();
    }
    await dialog.getByRole('button', { name: 'Move Area up' }).click();
    expect(await violationsOf(watched)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await row(page, /^Area: North ?100 lines/).waitFor();
    expect(new URL(page.url()).searchParams.get('group')).toBe('area,discipline');
    await page.getByRole('button', { name: 'Collapse all' }).click();
    expect(await groups(page)).toEqual([
      '1 Area: North100 lines',
      '1 Area: South100 lines',
      '1 Area: (blank)100 lines',
    ]);
    await page.getByRole('row', { name: /South/, expanded: false }).click();
    await page.getByRole('row', { name: /South/, expanded: true }).waitFor();
    expect(await groups(page)).toContain('2 Discipline: Piping50 lines');
    // Quantities are added up in one unit alone.
    expect(await row(page, /^Area: South/).textContent()).toContain('200 m');
    expect(await row(page, /^Area: North/).textContent()).not.toContain('EA');
    expect(await violationsOf(watched)).toEqual([]);
    await press(page, 'ArrowDown');
    expect(await active(page)).toStartWith('Discipline:');
    await press(page, 'ArrowRight', 'ArrowRight');
    expect(await active(page)).not.toContain('Discipline:');
    await press(page, 'ArrowUp', 'ArrowLeft', 'ArrowLeft');
    expect(await active(page)).toStartWith('Area: South');
    await press(page, 'Alt+Shift+ArrowRight');
    await page.getByRole('row', { name: /North/, expanded: true }).waitFor();
    expect(faults).toEqual([]);
  });

  test('are skipped by copy, paste and Ctrl+arrow, which reach lines that are not folded alone', async () => {
    const few = { conditions: [{ field: 'itemNumber', operator: 'lessThanOrEqual', value: 12 }] };
    const { page, faults } = await open(`?group=area&filters=${encodeURIComponent(JSON.stringify(few))}`);
    await row(page, /^Area: South/).click();
    await page.getByRole('row', { name: /South/, expanded: false }).waitFor();
    // The last line of the first group and the first one of the third are neighbours now.
    await cell(page, 'Line 11').click();
    await press(page, 'Shift+ArrowDown', 'Control+c');
    await page.getByText('2 lines copied.').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied.split(/\r?\n/)).toEqual(['Line 11', 'Line 3']);
    await page.evaluate("navigator.clipboard.writeText('Pump\\nTank')");
    await press(page, 'Control+v');
    await page.getByText('2 cells in 2 lines stored.').waitFor();
    await cell(page, 'Tank').waitFor();
    const named = await call('GET', `/api/v1/mto?projectId=${projectId}&search=Tank&fields=itemNumber`);
    expect(named.data).toMatchObject([{ itemNumber: 3 }]);
    const hidden = await call('GET', `/api/v1/mto?projectId=${projectId}&search=Line&limit=1`);
    expect(hidden.total).toBe(298);
    await press(page, 'Control+z');
    await page.getByText('Undone: 2 lines restored.').waitFor();
    await press(page, 'Escape', 'Control+ArrowUp');
    expect(await active(page)).toBe('Line 2');
    await press(page, 'ArrowUp');
    expect(await active(page)).toStartWith('Area: North');
    // On the row of a group there is nothing to write.
    await press(page, 'x', 'Delete', 'Control+v', 'Control+d');
    expect(await page.getByRole('textbox', { name: /row/ }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('a line goes to the group of its new value, and one that others add to its own', async () => {
    const { page, faults } = await open('?group=area&columns=description,area,quantity');
    await cell(page, 'Line 2').click();
    await press(page, 'ArrowRight', 'Enter');
    await page.keyboard.type('West');
    await press(page, 'Enter');
    await row(page, /^Area: North ?99 lines/).waitFor();
    await page.getByRole('button', { name: 'Collapse all' }).click();
    await row(page, /^Area: West ?1 line/).waitFor();
    const item = {
      discipline: 'piping',
      description: 'Spool',
      area: 'East',
      quantity: 7,
      unitOfMeasure: 'm',
    };
    await call('POST', '/api/v1/mto', { projectId, serviceId, ...item });
    await row(page, /^Area: East ?1 line/).click();
    await cell(page, 'Spool').waitFor();
    expect(faults).toEqual([]);
  });

  test('belong to a named view, which gives them to searches, and find opens those that are closed', async () => {
    const watched = await open('?group=area');
    const { page } = watched;
    await page.getByRole('button', { name: /^View:/ }).click();
    const menu = page.getByRole('dialog', { name: 'Views' });
    await menu.getByRole('button', { name: 'Save as new view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('By area');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const { data } = await call('GET', `/api/v1/mto/views?projectId=${projectId}`);
    expect(data).toMatchObject([{ name: 'By area', groupBy: ['area'] }]);
    expect([...new URL(page.url()).searchParams]).toEqual([['view', data[0].viewId]]);
    await row(page, /^Area: North/).waitFor();
    await page.getByRole('button', { name: 'Collapse all' }).click();
    await page.getByRole('row', { name: /South/, expanded: false }).click();
    await page.getByRole('row', { name: /South/, expanded: true }).waitFor();
    await press(page, 'ArrowLeft', 'Control+f');
    const bar = page.getByRole('search', { name: 'Find in the lines' });
    await bar.getByRole('searchbox').fill('Line 299');
    await press(page, 'Enter');
    await page.locator('[role=gridcell][class*=active]').getByText('Line 299').waitFor();
    await page.getByText('Grouped by Area', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove grouping' }).click();
    await page.getByRole('grid').waitFor();
    expect(await page.locator('[role=row][aria-expanded]').count()).toBe(0);
    expect(await violationsOf(watched)).toEqual([]);
  });
});
