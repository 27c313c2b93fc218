import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openWorkbench, phone, violationsOf, type Workbench } from '../../support/workbench';

const lineCount = 3000;
const costliest = 1618;
const compactRow = 26;
const comfortableRow = 32;
/** Every fiftieth line is a valve. */
const valves = lineCount / 50;

let workbench: Workbench;
let projectId: string;

beforeAll(async () => {
  workbench = await openWorkbench();
  projectId = await importTakeoff();
}, 60_000);

afterAll(() => workbench?.close());

const call = async (method: string, path: string, json?: unknown) => {
  const { status, body } = await workbench.gateway.call(method, path, { json });
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

function* takeoff(): Generator<string> {
  yield 'Item No.,Item Code,Tag,Description,Quantity,UOM,Unit Man-Hours,Labour Rate,Material Unit Price\n';
  for (let n = 1; n <= lineCount; n += 1) {
    const what = n % 50 === 0 ? 'Gate valve 6 in class 300' : `Pipe ${(n % 12) + 1} in XS A106 Gr. B`;
    const quantity = n === costliest ? 99_000 : (n % 400) + 0.25;
    yield `${n},IC-${n},P-${n},${what},${quantity},m,${(n % 7) + 0.5},92.5,${(n % 90) + 10.4}\n`;
  }
}

async function importTakeoff(): Promise<string> {
  const client = await call('POST', '/v1/clients', { code: 'BOR', name: 'Borealis' });
  const project = await call('POST', '/v1/projects', {
    name: 'Refinery',
    clientId: client.id,
    currency: 'CAD',
  });
  const service = await call('POST', `/v1/projects/${project.id}/services`, {
    serviceType: 'estimation',
    name: 'Class 3',
  });
  const form = new FormData();
  form.set('projectId', project.id);
  form.set('serviceId', service.id);
  form.set('discipline', 'piping');
  form.set('file', new File([...takeoff()], 'takeoff.csv'));
  const { body } = await workbench.gateway.call('POST', '/api/v1/mto/import/async', { form });
  for (;;) {
    const { status } = await call('GET', `/api/v1/mto/import/status/${body.taskId}`);
    if (status === 'completed') return project.id;
    if (status !== 'queued' && status !== 'running') throw new Error(`The import ended as ${status}.`);
    await Bun.sleep(100);
  }
}

const columns =
  'itemNumber,itemCode,description,quantity,unitOfMeasure,unitManHours,materialUnitPrice,totalCost';
const open = (parameters = '', options = {}) =>
  workbench.open(`/projects/${projectId}/takeoff?discipline=piping&columns=${columns}${parameters}`, options);

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Takeoff lines' });
/** The row of a line, below the two of the heads; 0 is that of the columns. */
const rowOf = (page: Page, row: number) => gridOf(page).locator(`[role="row"][aria-rowindex="${row + 2}"]`);
const headOf = (page: Page, name: string) => rowOf(page, 0).getByRole('columnheader', { name });

async function cellOf(page: Page, row: number, column: string) {
  const index = await headOf(page, column).getAttribute('aria-colindex');
  return rowOf(page, row).locator(`[aria-colindex="${index}"]`);
}

async function textOf(page: Page, row: number, column: string): Promise<string | null> {
  return (await cellOf(page, row, column)).textContent();
}

const saying = (page: Page, text: string | RegExp) =>
  page
    .getByRole('status')
    .getByText(text, { exact: typeof text === 'string' })
    .waitFor();

const paste = async (page: Page, text: string) => {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('Control+V');
};

const lineAt = async (itemNumber: number) => {
  const filters = { conditions: [{ field: 'itemNumber', operator: 'equals', value: itemNumber }] };
  const { data } = await call('POST', '/api/v1/mto/search', { projectId, filters });
  return data[0];
};

describe('the lines of a takeoff', () => {
  test('are scrolled to the end, sorted by their heads, searched, and come back from the address', async () => {
    const watched = await open();
    const { page, faults, origins } = watched;
    await saying(page, '3,000 lines');
    await rowOf(page, 1).getByText('IC-1', { exact: true }).waitFor();
    expect(await gridOf(page).getAttribute('aria-rowcount')).toBe(String(lineCount + 3));
    await gridOf(page).hover();
    await page.mouse.wheel(0, compactRow * 2000);
    await rowOf(page, 2005).getByText('IC-2005', { exact: true }).waitFor();
    expect(await rowOf(page, 1000).count()).toBe(0);
    await gridOf(page).focus();
    await page.keyboard.press('Control+End');
    await rowOf(page, lineCount).getByText(`IC-${lineCount}`, { exact: true }).waitFor();
    const total = headOf(page, 'Total Cost');
    await total.click();
    await page.waitForURL(/sort=totalCost/);
    await total.click();
    await page.waitForURL(/sort=-totalCost/);
    expect(await total.getAttribute('aria-sort')).toBe('descending');
    await rowOf(page, 1).getByText(`IC-${costliest}`, { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search lines' }).fill('gate valve');
    await saying(page, `${valves} lines`);
    await page.reload();
    await saying(page, `${valves} lines`);
    expect(await total.getAttribute('aria-sort')).toBe('descending');
    expect(await page.getByRole('searchbox', { name: 'Search lines' }).inputValue()).toBe('gate valve');
    expect(await violationsOf(watched)).toEqual([]);
    expect(faults).toEqual([]);
    expect([...origins]).toEqual([workbench.gateway.url]);
  });

  test('are found as they were left after a look at the figures', async () => {
    const { page } = await open('&sort=-itemNumber&search=pipe');
    await gridOf(page)
      .getByText(`IC-${lineCount - 1}`, { exact: true })
      .waitFor();
    await gridOf(page).hover();
    await page.mouse.wheel(0, compactRow * 1000);
    await rowOf(page, 1005).waitFor();
    const seen = () => gridOf(page).evaluate((grid) => (grid as unknown as { scrollTop: number }).scrollTop);
    const before = await seen();
    expect(before).toBeGreaterThan(0);
    const address = () => new URL(page.url()).searchParams.toString();
    const left = address();
    await page.getByRole('link', { name: 'Figures' }).click();
    await page.getByRole('navigation', { name: 'Figures' }).waitFor();
    await page.getByRole('link', { name: 'Takeoff' }).click();
    await rowOf(page, 1005).waitFor();
    expect(address()).toBe(left);
    expect(await seen()).toBe(before);
    await page.getByRole('searchbox', { name: 'Search lines' }).fill('valve');
    await saying(page, `${valves} lines`);
    expect(await seen()).toBe(0);
  });

  test('have higher rows where somebody prefers them, and scroll by these', async () => {
    const { page } = await open('&sort=itemNumber');
    const heightOf = async (row: number) => (await rowOf(page, row).boundingBox())?.height;
    await rowOf(page, 1).getByText('IC-1', { exact: true }).waitFor();
    expect(await heightOf(1)).toBe(compactRow);
    await page.getByRole('button', { name: 'Preferences' }).click();
    await page.getByRole('button', { name: /Density/ }).click();
    await page.getByRole('option', { name: 'Comfortable' }).click();
    await page.keyboard.press('Escape');
    expect(await heightOf(1)).toBe(comfortableRow);
    await gridOf(page).hover();
    await page.mouse.wheel(0, comfortableRow * 2000);
    await rowOf(page, 2005).getByText('IC-2005', { exact: true }).waitFor();
    const top = (await gridOf(page).boundingBox())?.y ?? 0;
    const first = (await rowOf(page, 2001).boundingBox())?.y ?? 0;
    expect(Math.round(first - top)).toBe(53);
  });

  test('are edited, pasted into and filled by the keyboard alone, calculated anew, and taken back', async () => {
    const { page, faults } = await open();
    await rowOf(page, 1).getByText('IC-1', { exact: true }).waitFor();
    await gridOf(page).focus();
    for (let at = 0; at < 3; at += 1) await page.keyboard.press('ArrowRight');
    const before = await lineAt(1);
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Quantity, row 1' }).fill('12.5');
    await page.keyboard.press('Enter');
    await saying(page, '1 cell in 1 line stored.');
    const after = await lineAt(1);
    expect(after.quantity).toBe(12.5);
    expect(after.totalCost).not.toBe(before.totalCost);
    const money = (value: number) => value.toLocaleString('en-CA', { minimumFractionDigits: 2 });
    expect(await textOf(page, 1, 'Total Cost')).toBe(money(after.totalCost));

    await paste(page, '7\tEA\r\n8.5\t"EA"\r\n1,250.5\tkg\r\n');
    await saying(page, '6 cells in 3 lines stored.');
    expect(
      [await lineAt(2), await lineAt(3), await lineAt(4)].map(({ quantity, unitOfMeasure }) => [
        quantity,
        unitOfMeasure,
      ]),
    ).toEqual([
      [7, 'EA'],
      [8.5, 'EA'],
      [1250.5, 'kg'],
    ]);
    expect(await textOf(page, 4, 'Quantity')).toBe('1,250.5');

    for (let at = 0; at < 3; at += 1) await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+D');
    await saying(page, '3 cells in 3 lines stored.');
    expect((await lineAt(5)).quantity).toBe(7);
    await page.keyboard.press('Control+Z');
    await saying(page, 'Undone: 3 lines restored.');
    expect((await lineAt(4)).quantity).toBe(1250.5);
    await page.keyboard.press('Control+Y');
    await saying(page, 'Redone: 3 lines.');
    expect((await lineAt(4)).quantity).toBe(7);

    await page.keyboard.press('ArrowLeft');
    const markup = '<img src=x onerror=alert(1)>';
    await page.keyboard.type(markup);
    await page.keyboard.press('Tab');
    await saying(page, '1 cell in 1 line stored.');
    expect(await page.getByText(markup, { exact: true }).count()).toBe(1);
    expect(await gridOf(page).locator('img').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('keep what was typed when the API refuses it, and when somebody else was faster', async () => {
    const { page } = await open();
    await rowOf(page, 11).getByText('IC-11', { exact: true }).waitFor();
    await (await cellOf(page, 11, 'Quantity')).click();
    await paste(page, '5\nsix\n7');
    await page.getByText('Nothing was stored: 1 cell has an invalid value.').waitFor();
    expect((await lineAt(11)).quantity).toBe(11.25);
    expect(await textOf(page, 12, 'Quantity')).toBe('six');
    expect(await (await cellOf(page, 12, 'Quantity')).getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Row 12, IC-12' }).click();
    await page.keyboard.type('6');
    await page.keyboard.press('Enter');
    await saying(page, '3 cells in 3 lines stored.');
    expect([await lineAt(11), await lineAt(12), await lineAt(13)].map(({ quantity }) => quantity)).toEqual([
      5, 6, 7,
    ]);

    const other = await lineAt(20);
    await (await cellOf(page, 20, 'Quantity')).dblclick();
    await page.getByRole('textbox', { name: 'Quantity, row 20' }).fill('21');
    await call('PUT', `/api/v1/mto/${other.id}?projectId=${projectId}`, { quantity: 22 });
    await page.keyboard.press('Enter');
    await page
      .getByText('1 cell was changed by anonymous in the meantime. Your changes are not stored yet.')
      .waitFor();
    await page.getByText('yours: “21”, theirs: “22”').waitFor();
    await page.getByRole('button', { name: 'Store mine' }).click();
    await saying(page, '1 cell in 1 line stored.');
    expect((await lineAt(20)).quantity).toBe(21);

    await page.route('**/api/v1/mto/bulk?*', (route) => route.abort());
    await (await cellOf(page, 30, 'Quantity')).dblclick();
    await page.getByRole('textbox', { name: 'Quantity, row 30' }).fill('31');
    await page.keyboard.press('Enter');
    await page.getByText(/The service could not be reached/).waitFor();
    expect(await textOf(page, 30, 'Quantity')).toBe('31');
    await page.unroute('**/api/v1/mto/bulk?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await saying(page, '1 cell in 1 line stored.');
    expect((await lineAt(30)).quantity).toBe(31);
  });

  test('are added, and stand on a phone with one frozen column and no rule of WCAG broken', async () => {
    const watched = await open('', { viewport: phone });
    const { page, faults } = watched;
    await saying(page, /lines$/);
    expect(await violationsOf(watched)).toEqual([]);
    await page.getByRole('button', { name: 'New line' }).click();
    const dialog = page.getByRole('dialog', { name: 'New line' });
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Spectacle blind 6 in');
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('3');
    await dialog.getByRole('button', { name: 'Add line' }).click();
    await saying(page, 'Line added.');
    await saying(page, '3,001 lines');
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(phone.width);
    expect(faults).toEqual([]);
  });

  test('are looked at and copied by a Reader, who is offered nothing that writes', async () => {
    const { page } = await open();
    await page.route('**/api/v1/me', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), role: 'Reader' } });
    });
    await page.reload();
    await (await cellOf(page, 14, 'Item Code')).click();
    expect(await gridOf(page).getAttribute('aria-readonly')).toBe('true');
    for (const name of ['New line', 'Undo my last edit'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await page.keyboard.press('F2');
    await page.keyboard.type('6');
    expect(await gridOf(page).getByRole('textbox').count()).toBe(0);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+C');
    await saying(page, '2 lines copied.');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('IC-14\r\nIC-15');
    await page.keyboard.press('Control+V');
    await page.keyboard.press('Delete');
    expect((await lineAt(14)).itemCode).toBe('IC-14');
  });
});
