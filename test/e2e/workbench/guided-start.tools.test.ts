import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openWorkbench, phone, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

const loadMs = 500_000;

const stepRow = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

const stateOf = (page: Page, title: string): Promise<string | null> =>
  stepRow(page, title).getByRole('img').getAttribute('aria-label');

const read = async (path: string) => (await workbench.gateway.call('GET', path)).body;

test('an empty system: the steps, what is done, the example, closed and opened again', async () => {
  const watched = await workbench.open();
  const { page } = watched;
  await page.getByRole('heading', { name: 'Guided start' }).waitFor();
  await stepRow(page, 'Send').waitFor();
  expect(await page.getByRole('listitem').getByRole('img', { name: 'To do' }).count()).toBe(9);
  expect(await page.getByRole('button', { name: 'Close the guided start' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Import: Takeoff' }).isDisabled()).toBe(true);
  expect(await violationsOf(watched)).toEqual([]);

  await workbench.gateway.call('POST', '/v1/clients', { json: { code: 'NOR', name: 'Northern' } });
  await page.reload();
  await stepRow(page, 'Client').getByText('1 client').waitFor();
  expect(await stateOf(page, 'Client')).toBe('Done');
  expect(await stateOf(page, 'Trades')).toBe('To do');

  await page.getByRole('button', { name: 'Trades: Trades' }).click();
  await page.waitForURL('**/app/libraries/trades');
  await page.goBack();

  await page.getByRole('button', { name: 'Load the example' }).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByText('The example is loaded.').waitFor({ timeout: loadMs });
  await stepRow(page, 'Review').getByText('2 approved versions').waitFor();
  for (const title of ['Trades', 'Rate cards', 'Crews', 'Project', 'Takeoff', 'Review'])
    expect([title, await stateOf(page, title)]).toEqual([title, 'Done']);
  expect(await stateOf(page, 'Send')).toBe('To do');
  expect(await violationsOf(watched)).toEqual([]);

  await page.getByRole('button', { name: 'Close the guided start' }).click();
  await page.getByRole('link', { name: 'Feed gas compressor station' }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Feed gas compressor station' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Guided start' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Guided start' }).click();
  await stepRow(page, 'Send').waitFor();
}, 700_000);

test('the example is a project with two services, nine disciplines and an approved version, and loading it again changes nothing', async () => {
  const { data: projects } = await read('/v1/projects?search=compressor');
  const [project] = projects;
  const summary = await read(`/api/v1/mto/project/${project.id}/summary`);
  expect(summary.byDiscipline).toHaveLength(9);
  expect(summary.totals.itemCount).toBeGreaterThan(3_000);

  const { page } = await workbench.open();
  const opened = page.getByRole('button', { name: 'Guided start' });
  await opened.click();
  await page.getByRole('button', { name: 'Load the example' }).click();
  await page.getByText('The example is loaded.').waitFor({ timeout: loadMs });
  const { totals } = await read(`/api/v1/mto/project/${project.id}/summary`);
  expect(totals).toEqual(summary.totals);
  expect((await read('/v1/projects')).total).toBe(projects.length);
  expect((await read(`/v1/projects/${project.id}/services`)).total).toBe(2);
}, 700_000);

test('a narrow window: every step and its button are in sight', async () => {
  const { page } = await workbench.open('/', { viewport: phone });
  await page.getByRole('button', { name: 'Guided start' }).click();
  await stepRow(page, 'Send').waitFor();
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(phone.width);
}, 120_000);
