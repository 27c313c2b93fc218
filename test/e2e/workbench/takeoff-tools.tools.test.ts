import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { openWorkbench, phone, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let projectId: string;
let lineIds: string[];

interface Made {
  id: string;
}

interface Found<T> {
  total: number;
  data: (Made & T)[];
}

async function send<T = Made>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(workbench.gateway.url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

const kinds = ['Gate valve, class 150', 'Pipe, SCH 40', 'Elbow 90 LR', '<img src=x onerror=alert(1)> flange'];

async function fillProject(): Promise<void> {
  const client = await send('POST', '/v1/clients', { code: 'TOOLS', name: 'Western Biofuels' });
  const project = await send('POST', '/v1/projects', {
    clientId: client.id,
    name: 'Unit 7',
    currency: 'CAD',
  });
  const path = `/v1/projects/${project.id}/services`;
  const service = await send('POST', path, { serviceType: 'estimation', name: 'Class 3' });
  const items = Array.from({ length: 120 }, (_, at) => ({
    discipline: 'piping',
    itemNumber: at + 1,
    itemCode: `4.${String(at + 1).padStart(3, '0')}`,
    description: kinds[at % 4],
    quantity: 1 + ((at * 7) % 50),
    unitOfMeasure: at % 4 === 1 ? 'm' : 'EA',
    materialUnitPrice: 100 + at * 3.25,
    status: at % 3 === 0 ? 'approved' : 'draft',
  }));
  const owner = { projectId: project.id, serviceId: service.id };
  const made = await send<{ ids: string[] }>('POST', '/api/v1/mto/bulk', { ...owner, items });
  projectId = project.id;
  lineIds = made.ids;
}

beforeAll(async () => {
  workbench = await openWorkbench();
  await fillProject();
});

afterAll(() => workbench?.close());

const criteria = {
  conditions: [
    { field: 'quantity', operator: 'greaterThan', value: 10 },
    {
      logicalOperator: 'OR',
      conditions: [
        { field: 'unitOfMeasure', operator: 'equals', value: 'm' },
        {
          conditions: [
            { field: 'description', operator: 'contains', value: 'valve' },
            { field: 'status', operator: 'in', value: ['approved'] },
          ],
        },
      ],
    },
  ],
};
const sentence =
  'Quantity is greater than 10 and (UOM is m or (Description contains valve and Status is one of Approved))';

const search = <T>(filters: unknown, fields: (keyof T & string)[]) =>
  send<Found<T>>('POST', '/api/v1/mto/search', { projectId, filters, fields, limit: 100 });

interface Priced {
  materialUnitPrice: number;
}

const prices = ({ data }: Found<Priced>) => data.map(({ materialUnitPrice }) => materialUnitPrice);

const takeoff = () => `/projects/${projectId}/takeoff`;
const filtered = () => `${takeoff()}?filters=${encodeURIComponent(JSON.stringify(criteria))}`;

const press = (of: Page | Locator, name: string | RegExp) => of.getByRole('button', { name }).click();

async function chooseField(row: Locator, field: string): Promise<void> {
  const page = row.page();
  await row.getByRole('combobox', { name: 'Field' }).fill(field);
  await page.getByRole('option', { name: field, exact: true }).click();
}

async function chooseIn(row: Locator, label: string, choice: string): Promise<void> {
  await row.getByRole('button', { name: label }).click();
  await row.page().getByRole('option', { name: choice, exact: true }).click();
}

async function chooseLines(page: Page, action: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Lines', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const condition = (group: Locator, at: number) =>
  group.getByRole('group', { name: `Condition ${at}`, exact: true });

describe('filters', () => {
  test('are built three levels deep, counted as the API counts, and stand in the address', async () => {
    const watched = await workbench.open(takeoff());
    const { page } = watched;
    await press(page, 'Filter');
    const dialog = page.getByRole('dialog', { name: 'Filter' });
    await chooseField(condition(dialog, 1), 'Quantity');
    await chooseIn(condition(dialog, 1), 'Comparison', 'is greater than');
    await condition(dialog, 1).getByRole('textbox', { name: 'Value' }).fill('10');
    await dialog.getByRole('button', { name: 'Add group' }).click();
    const group = dialog.getByRole('group', { name: 'Group' }).first();
    await chooseField(condition(group, 1), 'UOM');
    await condition(group, 1).getByRole('combobox', { name: 'Value' }).fill('m');
    await page.keyboard.press('Tab');
    await group.getByRole('button', { name: 'Add group' }).click();
    const inner = group.getByRole('group', { name: 'Group' });
    await chooseIn(inner, 'Match', 'all of these');
    await chooseField(condition(inner, 1), 'Description');
    await chooseIn(condition(inner, 1), 'Comparison', 'contains');
    await condition(inner, 1).getByRole('textbox', { name: 'Value' }).fill('valve');
    await inner.getByRole('button', { name: 'Add condition' }).click();
    await chooseField(condition(inner, 2), 'Status');
    await chooseIn(condition(inner, 2), 'Comparison', 'is one of');
    await press(condition(inner, 2), /^Value/);
    await page.getByRole('option', { name: /^Approved/ }).click();
    await page.keyboard.press('Escape');
    expect(await inner.getByRole('button', { name: 'Add group' }).count()).toBe(0);
    await dialog.getByText(sentence).waitFor();
    const { total } = await search<{ itemNumber: number }>(criteria, ['itemNumber']);
    expect(total).toBeGreaterThan(0);
    await dialog.getByText(`${total} lines match.`).waitFor();
    expect(await violationsOf(watched)).toEqual([]);
    await press(dialog, 'Show these lines');
    await page.getByText(sentence).waitFor();
    await page.reload();
    await page.getByText(sentence).waitFor();
    await press(page, 'Clear filter');
    await page.getByText(sentence).waitFor({ state: 'detached' });
    expect(watched.faults).toEqual([]);
  });

  test('say what is missing and what the API refuses at their conditions', async () => {
    const wrong = { conditions: [{ field: 'quantity', operator: 'greaterThan', value: 'many' }] };
    const { page } = await workbench.open(
      `${takeoff()}?filters=${encodeURIComponent(JSON.stringify(wrong))}`,
    );
    await press(page, 'Edit filter');
    const dialog = page.getByRole('dialog', { name: 'Filter' });
    await condition(dialog, 1).getByText('must be a number').waitFor();
    await dialog.getByRole('button', { name: 'Add condition' }).click();
    await press(dialog, 'Show these lines');
    await condition(dialog, 2).getByText('Choose a field.').waitFor();
  });
});

describe('a bulk edit', () => {
  test('by percent is previewed, done, and undone', async () => {
    const before = await search<Priced>(criteria, ['materialUnitPrice']);
    const watched = await workbench.open(filtered());
    const { page } = watched;
    await page.getByText(sentence).waitFor();
    await chooseLines(page, /^Edit all/);
    const dialog = page.getByRole('dialog');
    await chooseField(dialog, 'Material Unit Price');
    await chooseIn(dialog, 'Operation', 'Increase by %');
    await dialog.getByRole('textbox', { name: /^Percent/ }).fill('10');
    await dialog.getByRole('textbox', { name: 'Decimal places' }).fill('2');
    await press(dialog, 'Preview');
    await dialog.getByText(`Of ${before.total} lines, ${before.total} would change`).waitFor();
    const [first] = prices(before);
    const raised = Math.round((first ?? 0) * 110) / 100;
    const sample = dialog.getByRole('table', { name: /^(The|All) / });
    await sample.getByText(String(raised), { exact: true }).first().waitFor();
    expect(await violationsOf(watched)).toEqual([]);
    const run = dialog.getByRole('button', { name: `Edit ${before.total} lines` });
    await run.evaluate((button: { click: () => void }) => {
      button.click();
      button.click();
    });
    await dialog.getByText(`${before.total} lines changed.`).waitFor();
    const after = await search<Priced>(criteria, ['materialUnitPrice']);
    expect(prices(after)[0]).toBe(raised);
    await press(dialog, 'Undo');
    await dialog.getByText(`${before.total} lines would get their earlier values back.`).waitFor();
    await press(dialog, `Undo for ${before.total} lines`);
    await dialog.getByText(`Undone: ${before.total} lines.`).waitFor();
    const restored = await search<Priced>(criteria, ['materialUnitPrice']);
    expect(prices(restored)).toEqual(prices(before));
    expect(watched.faults).toEqual([]);
  });

  test('that breaks a rule names the lines and changes nothing', async () => {
    const before = await search<{ quantity: number }>(criteria, ['quantity']);
    const { page } = await workbench.open(filtered());
    await page.getByText(sentence).waitFor();
    await chooseLines(page, /^Edit all/);
    const dialog = page.getByRole('dialog');
    await chooseField(dialog, 'Quantity');
    await chooseIn(dialog, 'Operation', 'Add');
    await dialog.getByRole('textbox', { name: 'Amount to add' }).fill('-20');
    await press(dialog, 'Preview');
    const refused = before.data.filter(({ quantity }) => quantity < 20);
    const table = dialog.getByRole('table', { name: 'Lines that prevent the change' });
    await table.waitFor();
    expect(await table.getByRole('row').count()).toBe(refused.length + 1);
    expect(await dialog.getByRole('button', { name: /^Edit \d/ }).count()).toBe(0);
  });
});

describe('history', () => {
  test('of a line has its notes: one is written and resolved, and open notes find the line meanwhile', async () => {
    const open = { conditions: [{ field: 'hasOpenNotes', operator: 'equals', value: true }] };
    const watched = await workbench.open(takeoff());
    const { page } = watched;
    await page.getByText('4.002', { exact: true }).first().click();
    await chooseLines(page, /^Line history/);
    const drawer = page.getByRole('dialog', { name: 'History of 4.002' });
    await drawer.getByText('No notes yet.').waitFor();
    await drawer.getByRole('textbox', { name: 'New note' }).fill('Is the price with freight?');
    await press(drawer, 'Add note');
    const resolve = 'Mark as resolved: Is the price with freight?';
    await drawer.getByRole('button', { name: resolve }).waitFor();
    expect((await search(open, ['itemCode'])).data).toMatchObject([{ itemCode: '4.002' }]);
    expect(await violationsOf(watched)).toEqual([]);
    await press(drawer, resolve);
    await drawer.getByText(/resolved by anonymous/).waitFor();
    expect((await search(open, ['itemCode'])).total).toBe(0);
  });

  test('of a line names who did what; what was changed since is asked about, and the undo is undone', async () => {
    const [first = ''] = lineIds;
    const valves = { conditions: [{ field: 'description', operator: 'contains', value: 'valve' }] };
    const updates = { remarks: '<b>Quoted</b> again' };
    const selection = { mode: 'filters', filters: valves };
    const { updated } = await send<{ updated: number }>('POST', '/api/v1/mto/bulk-edit', {
      projectId,
      selection,
      updates,
    });
    await send('PUT', `/api/v1/mto/${first}?projectId=${projectId}`, { remarks: 'Measured', quantity: 12.5 });
    const watched = await workbench.open(takeoff());
    const { page } = watched;
    await page.getByText('4.001', { exact: true }).first().click();
    await chooseLines(page, /^Line history/);
    const drawer = page.getByRole('dialog', { name: 'History of 4.001' });
    const newest = drawer.getByRole('listitem').first();
    await newest.getByRole('heading', { name: 'Line changed' }).waitFor();
    await newest.getByText('by anonymous').waitFor();
    const remarks = newest.getByRole('row').filter({ hasText: 'Remarks' });
    await remarks.waitFor();
    expect(await remarks.getByRole('cell').allTextContents()).toEqual([
      'Remarks',
      '<b>Quoted</b> again',
      'Measured',
    ]);
    expect(await newest.getByRole('row').filter({ hasText: 'Quantity' }).first().textContent()).toContain(
      '12.5',
    );
    expect(await violationsOf(watched)).toEqual([]);
    await drawer
      .getByRole('button', { name: /^Undo: Bulk edit/ })
      .first()
      .click();
    await page.getByText('1 line has been changed since.').waitFor();
    await page.getByText('4.001 · Gate valve, class 150').waitFor();
    await press(page, 'Undo the others only');
    await press(page, `Undo for ${updated - 1} lines`);
    await page.getByText(`Undone: ${updated - 1} lines.`).waitFor();
    const left = await search<{ remarks: string | null }>(valves, ['remarks']);
    const stored = left.data.filter(({ remarks }) => remarks !== null);
    expect(stored.map(({ id }) => id)).toEqual([first]);
    await page.goto(`${workbench.gateway.url}/app${takeoff()}`);
    await press(page, 'History');
    const whole = page.getByRole('dialog', { name: 'Takeoff history' });
    await whole
      .getByRole('button', { name: /^Changes: Undo/ })
      .first()
      .click();
    await whole.locator('summary', { hasText: '4.005 · Gate valve, class 150' }).click();
    await whole.getByRole('table', { name: '4.005 · Gate valve, class 150' }).waitFor();
    await whole
      .getByRole('button', { name: /^Undo: Undo/ })
      .first()
      .click();
    await press(page, /^Undo for \d+ lines$/);
    await page.getByText(/^Undone: \d+ lines\.$/).waitFor();
  });
});

describe('columns', () => {
  test('are found, shown, ordered and kept', async () => {
    const watched = await workbench.open(takeoff());
    const { page } = watched;
    await press(page, 'Columns');
    const drawer = page.getByRole('dialog', { name: 'Columns' });
    await drawer.getByRole('textbox', { name: 'Search columns' }).fill('drawing');
    await drawer.getByRole('checkbox', { name: 'Drawing No.' }).check({ force: true });
    const rows = drawer.getByRole('grid', { name: 'Visible columns in order' }).getByRole('row');
    const last = (await rows.count()) - 1;
    expect(await rows.nth(last).textContent()).toContain('Drawing No.');
    await press(drawer, 'Move Drawing No. up');
    await rows
      .nth(last - 1)
      .filter({ hasText: 'Drawing No.' })
      .waitFor();
    expect(await violationsOf(watched)).toEqual([]);
    await page.goto(`${workbench.gateway.url}/app${takeoff()}`);
    await press(page, 'Columns');
    await rows
      .nth(last - 1)
      .filter({ hasText: 'Drawing No.' })
      .waitFor();
    await press(drawer, 'Reset to default');
    await rows.filter({ hasText: 'Drawing No.' }).waitFor({ state: 'detached' });
  });
});

test('on a phone filters, bulk edits, history and columns fit and break no rule of WCAG', async () => {
  const watched = await workbench.open(filtered(), { viewport: phone });
  const { page } = watched;
  await page.getByText(sentence).waitFor();
  const check = async () => {
    await page.getByRole('dialog').waitFor();
    expect(await violationsOf(watched)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  for (const name of ['Edit filter', 'Columns', 'History']) {
    await press(page, name);
    await check();
  }
  await chooseLines(page, /^Edit all/);
  await check();
  await chooseLines(page, /^Delete all/);
  await page.getByRole('table').waitFor();
  await check();
});
