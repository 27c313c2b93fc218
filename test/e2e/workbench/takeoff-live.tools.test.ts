import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openPage } from '../../support/browser';
import { makeFiguresTakeoff } from '../../support/figures-takeoff';
import type { GatewayUnderTest } from '../../support/gateway-system';
import { desk, openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let guarded: GatewayUnderTest;
let projectId: string;
let anna: { page: Page; key: string; faults: string[] };
let ben: typeof anna;

async function signedIn(name: string): Promise<typeof anna> {
  const { key } = await workbench.system.newKey('Contributor', { name });
  const { page, faults } = await openPage(
    await workbench.browser.newContext({ locale: 'en-CA', viewport: desk }),
  );
  page.setDefaultTimeout(60_000);
  await page.goto(`${guarded.url}/app/projects/${projectId}/takeoff?sort=itemNumber`);
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await cell(page, 'Line 3').waitFor();
  return { page, key, faults };
}

const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text, exact: true });

beforeAll(async () => {
  workbench = await openWorkbench();
  ({ projectId } = await makeFiguresTakeoff(workbench));
  guarded = await workbench.system.openGateway();
  anna = await signedIn('Anna');
  ben = await signedIn('Ben');
});

afterAll(() => workbench?.close());

test('each sees who else is in the takeoff, and on which line', async () => {
  await cell(anna.page, 'Line 3').click();
  const here = ben.page.getByRole('list', { name: 'Also in this takeoff' });
  await here.getByText(/Anna, on 3$/).waitFor();
  expect(await here.getByRole('listitem').count()).toBe(1);
  expect(await violationsOf({ ...ben, origins: new Set() })).toEqual([]);
});

test('what one stores appears in the grid of the other, and is said with the name', async () => {
  await cell(anna.page, 'Line 3').click();
  await anna.page.keyboard.type('Ring main');
  await anna.page.keyboard.press('Enter');
  await cell(ben.page, 'Ring main').waitFor();
  await ben.page.getByText(/Anna changed 1 line\.$/).waitFor();
  expect(await anna.page.getByText(/changed 1 line/).count()).toBe(0);
  expect([...anna.faults, ...ben.faults].filter((fault) => !fault.includes('401'))).toEqual([]);
});

test('a new line of the API appears, too, and a line that is deleted goes', async () => {
  const { body } = await guarded.call('GET', `/api/v1/mto?projectId=${projectId}&limit=1`, { key: anna.key });
  const { serviceId } = body.data[0];
  const values = {
    discipline: 'piping',
    itemNumber: 90,
    description: 'Tie-in',
    quantity: 1,
    unitOfMeasure: 'EA',
  };
  const line = { projectId, serviceId, ...values };
  const { status, body: made } = await guarded.call('POST', '/api/v1/mto', { key: anna.key, json: line });
  expect(status).toBe(201);
  await cell(ben.page, 'Tie-in').waitFor();
  await guarded.call('DELETE', `/api/v1/mto/${made.id}?projectId=${projectId}`, { key: anna.key });
  await cell(ben.page, 'Tie-in').waitFor({ state: 'detached' });
});
