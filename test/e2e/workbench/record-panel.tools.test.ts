import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let projectId: string;

async function created(path: string, json: unknown): Promise<string> {
  const { status, body } = await workbench.gateway.call('POST', path, { json });
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

beforeAll(async () => {
  workbench = await openWorkbench();
  for (const [code, name] of [
    ['PAN-1', 'Pipe fitter'],
    ['PAN-2', 'Welder'],
    ['PAN-3', 'Rigger'],
  ])
    await created('/v1/crew-trades', { tradeCode: code, laborDesignation: 'Journeyman', tradeName: name });
  const clientId = await created('/v1/clients', { code: 'PAN', name: 'Panel client' });
  const place = { country: 'CA', province: 'Alberta', year: 2025, quarter: 'Q3' };
  projectId = await created('/v1/projects', { clientId, name: 'Panels', currency: 'CAD', ...place });
  for (const name of ['North Scaffolding', 'South Insulation'])
    await created(`/api/v1/projects/${projectId}/subcontractors`, {
      code: name.slice(0, 5),
      name,
      scopeOfWork: 'Scaffolds',
    });
});

afterAll(() => workbench?.close());

const panelOf = (page: Page, name: string) =>
  page.getByRole('complementary', { name: `Details of ${name}`, exact: true });

test('Space opens the details of the active row, arrow keys go to its neighbours, Enter opens its page', async () => {
  const watched = await workbench.open('/libraries/trades?search=PAN&sort=tradeCode');
  const { page } = watched;
  page.setDefaultTimeout(60_000);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await row('Pipe fitter').focus();
  await page.keyboard.press(' ');
  await panelOf(page, 'PAN-1 Journeyman').getByText('Pipe fitter').waitFor();
  await page.keyboard.press('ArrowDown');
  await panelOf(page, 'PAN-2 Journeyman').getByText('Welder').waitFor();
  expect(await row('Welder').getAttribute('aria-current')).toBe('true');
  expect(await violationsOf(watched)).toEqual([]);
  await panelOf(page, 'PAN-2 Journeyman').getByRole('button', { name: 'Next record' }).click();
  await panelOf(page, 'PAN-3 Journeyman').getByText('Rigger').waitFor();
  expect(
    await panelOf(page, 'PAN-3 Journeyman').getByRole('button', { name: 'Next record' }).isDisabled(),
  ).toBe(true);
  await page.reload();
  await panelOf(page, 'PAN-1 Journeyman').waitFor();
  await row('Pipe fitter').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'PAN-1 Journeyman' }).waitFor();
  expect(watched.faults).toEqual([]);
});

test('a click opens the details of a row, whose notes and history are in them', async () => {
  const watched = await workbench.open(`/projects/${projectId}/subcontractors`);
  const { page } = watched;
  page.setDefaultTimeout(60_000);
  await page.getByRole('cell', { name: 'South Insulation', exact: true }).click();
  const panel = panelOf(page, 'South Insulation');
  await panel.getByText('Scaffolds').waitFor();
  await panel.getByRole('tab', { name: 'Notes' }).click();
  await panel.getByRole('textbox').fill('Prices are valid until May.');
  await panel.getByRole('button', { name: 'Add note' }).click();
  await panel.getByRole('listitem').getByText('Prices are valid until May.').waitFor();
  await panel.getByRole('tab', { name: 'History' }).click();
  await panel.getByRole('table').getByText('South Insulation').waitFor();
  expect(await violationsOf(watched)).toEqual([]);
  await page.getByRole('cell', { name: 'North Scaffolding', exact: true }).click();
  await panelOf(page, 'North Scaffolding').waitFor();
  await page.getByRole('button', { name: 'Close the details' }).click();
  await panelOf(page, 'North Scaffolding').waitFor({ state: 'detached' });
  expect(watched.faults).toEqual([]);
});
