import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openPage, type WatchedPage } from '../../support/browser';
import type { GatewayUnderTest } from '../../support/gateway-system';
import { desk, openWorkbench, phone, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let guarded: GatewayUnderTest;
let operator: { id: string; key: string };
let watched: WatchedPage;
let clientId: string;
let projectId: string;
let other: { clientId: string; projectId: string };

beforeAll(async () => {
  workbench = await openWorkbench();
  guarded = await workbench.system.openGateway();
  operator = await workbench.system.newKey('Contributor', { name: 'Administrator' });
  clientId = await created('/v1/clients', { code: 'NOR', name: 'Northern Copper' });
  const western = await created('/v1/clients', { code: 'WES', name: 'Western Gas' });
  const place = { country: 'CA', province: 'Alberta', year: 2025, quarter: 'Q3', currency: 'CAD' };
  projectId = await created('/v1/projects', { clientId, name: 'Concentrator', ...place });
  const station = { clientId: western, name: 'Compressor station', ...place };
  other = { clientId: western, projectId: await created('/v1/projects', station) };
  await created('/v1/crew-trades', {
    tradeCode: 'PIPF',
    laborDesignation: 'Foreman',
    tradeName: 'Pipefitter',
  });
  watched = await signedIn(operator.key);
});

afterAll(() => workbench?.close());

async function created(path: string, json: unknown): Promise<string> {
  const { status, body } = await guarded.call('POST', path, { key: operator.key, json });
  expect(status).toBe(201);
  return body.id;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog').last();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

async function signedIn(key: string, path = '/libraries/access', viewport = desk): Promise<WatchedPage> {
  const watchedPage = await openPage(await workbench.browser.newContext({ locale: 'en-CA', viewport }));
  const { page } = watchedPage;
  page.setDefaultTimeout(60_000);
  await page.goto(`${guarded.url}/app${path}`);
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await button(page, 'Sign in').click();
  return watchedPage;
}

async function pick(page: Page, label: string, typed: string): Promise<void> {
  await dialogOf(page).getByRole('combobox', { name: label, exact: true }).fill(typed);
  await page.getByRole('option', { name: new RegExp(typed) }).click();
  await dialogOf(page).getByRole('list', { name: label }).getByText(new RegExp(typed)).waitFor();
}

async function grantOf(subjectId: string) {
  const { body } = await guarded.call('GET', `/api/v1/access/grants?search=${subjectId}`, {
    key: operator.key,
  });
  return body.data[0];
}

describe('an unlimited Contributor', () => {
  test('limits a key to a client and a project, and sees in the list what is reached today', async () => {
    const { page } = watched;
    await heading(page, 'Access').waitFor();
    const reader = await workbench.system.newKey('Contributor', { name: 'Cost control of Northern' });
    await page.reload();
    await button(page, 'Limit access').click();
    await pick(page, 'Clients', 'Northern Copper');
    await pick(page, 'Single projects', 'Compressor station');
    await dialogOf(page).getByRole('combobox', { name: 'API key' }).fill('Cost control');
    await page.getByRole('option', { name: 'Cost control of Northern' }).click();
    expect(await violationsOf(watched)).toEqual([]);
    await button(page, 'Save').click();
    const row = page.getByRole('row', { name: /Cost control of Northern/ });
    await row.getByText('Northern Copper (1 project)').waitFor();
    await row.getByText('Compressor station').waitFor();
    expect(await grantOf(reader.id)).toMatchObject({ clientIds: [clientId], isUnlimited: false });
    expect(await violationsOf(watched)).toEqual([]);
  });

  test('limits a group by its identifier, changes it, and finds who changed what in its history', async () => {
    const { page } = watched;
    await button(page, 'Limit access').click();
    await dialogOf(page).getByRole('button', { name: /Kind/ }).click();
    await page.getByRole('option', { name: 'Group' }).click();
    await dialogOf(page).getByLabel('Identifier').fill('estimators-of-western');
    await dialogOf(page).getByLabel('Name', { exact: true }).fill('Estimators of Western');
    await pick(page, 'Clients', 'Western Gas');
    await button(page, 'Save').click();
    await button(page, 'Edit Estimators of Western').click();
    await dialogOf(page).getByLabel('All clients and projects').click({ force: true });
    expect(await dialogOf(page).getByRole('combobox', { name: 'Clients' }).count()).toBe(0);
    await dialogOf(page)
      .getByRole('button', { name: /Role at most/ })
      .click();
    await page.getByRole('option', { name: 'Reader', exact: true }).click();
    await button(page, 'Save').click();
    await page
      .getByRole('row', { name: /Estimators of Western.*All clients and projects.*Reader/ })
      .waitFor();
    expect(await grantOf('estimators-of-western')).toMatchObject({
      isUnlimited: true,
      clientIds: [],
      role: 'Reader',
    });
    await button(page, 'History of Estimators of Western').click();
    await dialogOf(page).getByRole('row', { name: 'Role at most — Reader' }).waitFor();
    await dialogOf(page).getByText('Western Gas (1 project)').first().waitFor();
    expect(await violationsOf(watched)).toEqual([]);
    await button(page, 'Close').last().click();
  });

  test('cannot delete the grant of a key that is in use, nor limit the last key that sees everything', async () => {
    const { page } = watched;
    await button(page, 'Delete Cost control of Northern').click();
    await dialogOf(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await dialogOf(page)
      .getByText(/belongs to an API key that is in use/)
      .waitFor();
    await button(page, 'Cancel').last().click();
    await button(page, 'Limit access').click();
    await dialogOf(page).getByRole('combobox', { name: 'API key' }).fill('Admin');
    await page.getByRole('option', { name: 'Administrator' }).click();
    await pick(page, 'Clients', 'Western Gas');
    await button(page, 'Save').click();
    await dialogOf(page)
      .getByText(/Nobody would be left who sees everything/)
      .waitFor();
    expect(await grantOf(operator.id)).toBeUndefined();
    await button(page, 'Cancel').last().click();
    await button(page, 'Discard').click();
    await button(page, 'Delete Estimators of Western').click();
    await dialogOf(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('row', { name: /Estimators of Western/ }).waitFor({ state: 'detached' });
  });

  test('chooses the clients of an API key when it is made', async () => {
    const { page } = watched;
    await page.getByRole('navigation', { name: 'Libraries' }).getByRole('link', { name: 'API keys' }).click();
    await button(page, 'New API key').click();
    await dialogOf(page).getByLabel('Name', { exact: true }).fill('Portal of Northern');
    await dialogOf(page)
      .getByRole('button', { name: /^Role|Role$/ })
      .first()
      .click();
    await page.getByRole('option', { name: 'Contributor' }).click();
    await pick(page, 'Clients', 'Northern Copper');
    await button(page, 'Save').click();
    await page.getByRole('dialog', { name: 'Your new API key' }).waitFor();
    const key = (await dialogOf(page).locator('code').textContent()) ?? '';
    const { body } = await guarded.call('GET', '/v1/projects', { key });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([projectId]);
    await button(page, 'Close').last().click();
  });
});

const languages = {
  'en-CA': 'You see only the clients and projects that you were given access to.',
  'de-DE': 'Sie sehen nur die Auftraggeber und Projekte, die für Sie freigegeben sind.',
  'fr-CA': 'Vous ne voyez que les clients et les projets auxquels vous avez accès.',
  'es-ES': 'Solo ve los clientes y proyectos a los que se le ha dado acceso.',
};

describe('a limited Contributor', () => {
  let key: string;

  beforeAll(async () => {
    const made = await workbench.system.newKey('Contributor', { name: 'Estimator of Northern' });
    key = made.key;
    await created('/api/v1/access/grants', {
      subject: { kind: 'api-key', id: made.id },
      clientIds: [clientId],
    });
  });

  test.each(Object.entries(languages))('reads so in the words of %s', async (locale, words) => {
    const limited = await openPage(await workbench.browser.newContext({ locale, viewport: phone }));
    await limited.page.goto(`${guarded.url}/app/`);
    await limited.page.locator('input').first().fill(key);
    await limited.page.keyboard.press('Enter');
    await limited.page.getByText(words).waitFor();
    expect(await violationsOf(limited)).toEqual([]);
  });

  test('is offered no new client, no control that writes a library and no administration', async () => {
    const { page, faults } = await signedIn(key, '/clients');
    await page.getByRole('cell', { name: 'Northern Copper NOR' }).waitFor();
    expect(await page.getByText('Western Gas').count()).toBe(0);
    expect(await button(page, 'New client').count()).toBe(0);
    await button(page, 'Edit Northern Copper').waitFor();
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await button(page, 'New project').click();
    await dialogOf(page).getByRole('combobox', { name: 'Client' }).waitFor();
    expect(await button(page, 'New client').count()).toBe(0);
    await button(page, 'Cancel').click();
    await page.getByRole('link', { name: 'Libraries', exact: true }).click();
    const lists = page.getByRole('navigation', { name: 'Libraries' });
    for (const list of ['Trades', 'Rate cards', 'Crews', 'Equipment', 'WBS', 'Price books']) {
      await lists.getByRole('link', { name: list, exact: true }).click();
      await heading(page, list).waitFor();
      expect(await page.getByRole('button', { name: /^(New|Add|Import$|Edit|Delete)/ }).count()).toBe(0);
    }
    expect(await lists.getByRole('link', { name: /API keys|Access/ }).count()).toBe(0);
    await page.goto(`${guarded.url}/app/libraries/access`);
    await page.getByText('There is nothing at this address.').waitFor();
    await page.goto(`${guarded.url}/app/libraries/wbs?scope=project&project=${projectId}`);
    await button(page, 'New item').first().waitFor();
    expect(faults.filter((fault) => !/status of 401/.test(fault))).toEqual([]);
  });
});

describe('who sees one client whole and a single project of another', () => {
  let limited: WatchedPage;

  beforeAll(async () => {
    await created('/api/v1/import-profiles', { name: 'Bills of everyone', discipline: 'piping' });
    const made = { name: 'Portal of both', role: 'Contributor' };
    const json = { ...made, clientIds: [clientId], projectIds: [other.projectId] };
    const { body } = await guarded.call('POST', '/api/v1/api-keys', { key: operator.key, json });
    limited = await signedIn(body.key, '/clients');
  });

  test('edits the first client alone', async () => {
    const { page } = limited;
    await page.getByRole('cell', { name: 'Western Gas WES' }).waitFor();
    await button(page, 'Edit Northern Copper').waitFor();
    expect(await page.getByRole('button', { name: /^(Edit|Delete) Western Gas$/ }).count()).toBe(0);
  });

  test('begins projects of the first client alone', async () => {
    const { page } = limited;
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await button(page, 'New project').click();
    await dialogOf(page).getByRole('combobox', { name: 'Client' }).click();
    await page.getByRole('option', { name: 'Northern Copper (NOR)' }).waitFor();
    expect(await page.getByRole('option').allTextContents()).toEqual(['Northern Copper (NOR)']);
    await page.keyboard.press('Escape');
    await button(page, 'Cancel').click();
    await page.goto(`${guarded.url}/app/?client=${other.clientId}`);
    await page.getByRole('link', { name: 'Compressor station' }).waitFor();
    expect(await button(page, 'New project').count()).toBe(0);
  });

  test('makes import profiles for the first client alone, and changes these', async () => {
    const { page } = limited;
    await page.goto(`${guarded.url}/app/libraries/import-profiles`);
    await page.getByRole('row', { name: /Bills of everyone Every client/ }).waitFor();
    await button(page, 'New import profile').click();
    await dialogOf(page).getByLabel('Name', { exact: true }).fill('Bills of Northern');
    await dialogOf(page).getByRole('combobox', { name: 'Client' }).click();
    await page.getByRole('option', { name: 'Northern Copper (NOR)' }).click();
    expect(await violationsOf(limited)).toEqual([]);
    await button(page, 'Save').click();
    await page.getByRole('row', { name: /Bills of Northern Northern Copper/ }).waitFor();
    await button(page, 'Edit Bills of Northern').waitFor();
    expect(await button(page, 'Edit Bills of everyone').count()).toBe(0);
    const path = `/api/v1/import-profiles?clientId=${clientId}&search=Northern`;
    const { body } = await guarded.call('GET', path, { key: operator.key });
    expect(body.data[0]).toMatchObject({ name: 'Bills of Northern', clientId });
    expect(limited.faults.filter((fault) => !/status of 401/.test(fault))).toEqual([]);
  });

  test('who sees single projects alone is offered no new project and no new import profile', async () => {
    const json = { name: 'Portal of one', role: 'Contributor', projectIds: [other.projectId] };
    const { body } = await guarded.call('POST', '/api/v1/api-keys', { key: operator.key, json });
    const { page } = await signedIn(body.key, '/');
    await page.getByRole('link', { name: 'Compressor station' }).waitFor();
    expect(await button(page, 'New project').count()).toBe(0);
    await page.goto(`${guarded.url}/app/libraries/import-profiles`);
    await page.getByRole('row', { name: /Bills of everyone/ }).waitFor();
    expect(await button(page, 'New import profile').count()).toBe(0);
  });
});
