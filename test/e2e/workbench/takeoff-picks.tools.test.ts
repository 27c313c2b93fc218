import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { makeFiguresTakeoff } from '../../support/figures-takeoff';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let takeoff: Awaited<ReturnType<typeof makeFiguresTakeoff>>;

beforeAll(async () => {
  workbench = await openWorkbench();
  takeoff = await makeFiguresTakeoff(workbench);
  await call('POST', '/v1/crews', {
    code: 'PF-02',
    name: 'Hydrotest',
    labourMembers: [{ tradeCode: 'PIPF', laborDesignation: 'Journeyman', quantity: 3 }],
  });
});

afterAll(() => workbench?.close());

const call = async (method: string, path: string, json?: unknown) => {
  const { status, body } = await workbench.gateway.call(method, path, { json });
  expect(status).toBeLessThan(300);
  return body;
};

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Takeoff lines' });

const cellOf = (page: Page, row: number, column: number) =>
  gridOf(page).locator(`[role="row"][aria-rowindex="${row + 2}"] [aria-colindex="${column + 1}"]`);

const storedLine = async (itemNumber: number) => {
  const filters = { conditions: [{ field: 'itemNumber', operator: 'equals', value: itemNumber }] };
  const { data } = await call('POST', '/api/v1/mto/search', { projectId: takeoff.projectId, filters });
  return data[0];
};

const stored = (page: Page) => page.getByRole('status').getByText('1 cell in 1 line stored.').waitFor();

test('cells of crew, unit, WBS and choices have lists; codes that nothing has are marked', async () => {
  const columns = 'itemNumber,crewCode,unitOfMeasure,wbsCode,status';
  const { projectId, serviceId } = takeoff;
  const query = `service=${serviceId}&columns=${columns}&sort=itemNumber`;
  const watched = await workbench.open(`/projects/${projectId}/takeoff?${query}`);
  const { page } = watched;
  page.setDefaultTimeout(60_000);
  const edit = async (row: number, column: number, name: string) => {
    await cellOf(page, row, column).dblclick();
    return page.getByRole('combobox', { name });
  };
  const option = (name: string | RegExp) => page.getByRole('option', { name });

  await cellOf(page, 1, 2).getByText('PF-01').waitFor();
  const crew = await edit(1, 2, 'Crew Code, row 1');
  await option('PF-01 Pipe erection').waitFor();
  await crew.fill('hydro');
  expect(await violationsOf(watched)).toEqual([]);
  await option('PF-02 Hydrotest (import from the library)').click();
  await stored(page);
  expect(await storedLine(1)).toMatchObject({ crewCode: 'PF-02', crewRateMatched: true });
  expect((await storedLine(1)).labourRate).toBeGreaterThan(0);

  await (await edit(2, 2, 'Crew Code, row 2')).fill('NOBODY');
  await page.keyboard.press('Enter');
  await stored(page);
  const unknown = 'No crew of the service has this code.';
  expect(await cellOf(page, 2, 2).getAttribute('aria-description')).toBe(unknown);
  expect(await cellOf(page, 1, 2).getAttribute('aria-description')).toBeNull();

  await (await edit(1, 3, 'UOM, row 1')).fill('EACH');
  await page.keyboard.press('Enter');
  await stored(page);
  expect((await storedLine(1)).unitOfMeasure).toBe('EA');
  await (await edit(1, 3, 'UOM, row 1')).fill('M');
  await page.keyboard.press('Tab');
  await stored(page);
  expect((await storedLine(1)).unitOfMeasure).toBe('m');

  await (await edit(1, 4, 'WBS Code, row 1')).fill('underground');
  await option('30.50.20 Underground').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await stored(page);
  expect((await storedLine(1)).wbsCode).toBe('30.50.20');

  await (await edit(1, 5, 'Status, row 1')).fill('hold');
  await page.keyboard.press('Enter');
  await stored(page);
  expect((await storedLine(1)).status).toBe('on-hold');
  expect(watched.faults).toEqual([]);
});
