import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openWorkbench, phone, type Workbench } from '../../support/workbench';

const requestsPerMinute = 60;

let workbench: Workbench;
let key: string;

beforeAll(async () => {
  workbench = await openWorkbench({ RATE_LIMIT_REQUESTS_PER_MINUTE: String(requestsPerMinute) });
});

afterAll(() => workbench?.close());

const now = performance.now.bind(performance);
afterEach(() => {
  performance.now = now;
});

/** For the page and for the gateway, which counts requests by the minute. */
async function passMinute(page: Page): Promise<void> {
  performance.now = () => now() + 60_000;
  await page.clock.fastForward(60_000);
}

/** The clients of somebody who has just come in, with a key of their own, so that nobody uses up the requests of another. */
async function openClients(path = '/clients'): Promise<Page> {
  ({ key } = await workbench.system.newKey('Contributor'));
  const { page } = await workbench.open(path);
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  return page;
}

const fieldOf = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const createOf = (page: Page) => page.getByRole('button', { name: 'Create', exact: true });
const againOf = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Try again', exact: true });
const rowOf = (page: Page, name: string, code: string) =>
  page.getByRole('cell', { name: `${name} ${code}`, exact: true });

async function typeClient(page: Page, name: string, code: string): Promise<void> {
  await page.getByRole('button', { name: 'New client' }).click();
  await fieldOf(page, 'Name').fill(name);
  await fieldOf(page, 'Code').fill(code);
}

const typedIn = async (page: Page) => [
  await fieldOf(page, 'Name').inputValue(),
  await fieldOf(page, 'Code').inputValue(),
];

const call = (method: string, path: string, more = {}) =>
  workbench.gateway.call(method, path, { key, ...more });

const clientsOf = async (code: string) =>
  (await call('GET', `/v1/clients?search=${code}`)).body.data as {
    id: string;
    name: string;
    industry: string;
  }[];

describe('a connection that is lost', () => {
  test('is said, keeps what was typed, is found again by itself, and the client is created once', async () => {
    const page = await openClients();
    await typeClient(page, 'Offshore', 'LOST');
    await page.context().setOffline(true);
    await createOf(page).click();
    await page.getByText('The service could not be reached. Your input is still here').waitFor();
    await page.getByText(/^No connection. What you see was read/).waitFor();
    expect(await typedIn(page)).toEqual(['Offshore', 'LOST']);
    await page.context().setOffline(false);
    await page.getByText(/^No connection. What you see was read/).waitFor({ state: 'hidden' });
    await againOf(page).click();
    await rowOf(page, 'Offshore', 'LOST').waitFor();
    expect(await clientsOf('LOST')).toHaveLength(1);
  });

  test('after the request has arrived doubles nothing', async () => {
    const page = await openClients();
    await typeClient(page, 'Half way', 'HALF');
    let lost = 0;
    await page.route('**/v1/clients', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort();
    });
    await createOf(page).click();
    await againOf(page).click();
    await rowOf(page, 'Half way', 'HALF').waitFor();
    expect(lost).toBe(1);
    expect(await clientsOf('HALF')).toHaveLength(1);
  });
});

describe('a record that somebody else changed meanwhile', () => {
  test('is shown in its new state beside what was typed, and both are kept', async () => {
    const page = await openClients();
    await typeClient(page, 'Two hands', 'BOTH');
    await createOf(page).click();
    await page.getByRole('button', { name: 'Edit Two hands' }).click();
    await fieldOf(page, 'Name').fill('Two hands, renamed');
    const [client] = await clientsOf('BOTH');
    await call('PUT', `/v1/clients/${client?.id}`, { json: { industry: 'Refining' } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Someone else has changed this in the meantime.').waitFor();
    expect(await fieldOf(page, 'Name').inputValue()).toBe('Two hands, renamed');
    await page.getByRole('button', { name: 'Load the current values and keep my input' }).click();
    await page.getByText(/Industry: .*is now Refining/).waitFor();
    expect(await fieldOf(page, 'Name').inputValue()).toBe('Two hands, renamed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await rowOf(page, 'Two hands, renamed', 'BOTH').waitFor();
    expect(await clientsOf('BOTH')).toMatchObject([{ name: 'Two hands, renamed', industry: 'Refining' }]);
  });
});

describe('a refused input', () => {
  test('is said at its field, which takes the focus however far below the form was sent', async () => {
    const page = await openClients();
    await page.setViewportSize(phone);
    await typeClient(page, '', 'NAMELESS');
    await fieldOf(page, 'Phone').focus();
    await createOf(page).click();
    await page.locator(':focus[aria-invalid="true"]').waitFor();
    expect(await page.evaluate('document.activeElement.labels[0].textContent')).toBe('Name');
    expect(await fieldOf(page, 'Code').inputValue()).toBe('NAMELESS');
  });
});

describe('too many requests in a minute', () => {
  test('are said with the seconds that are left, and the same button goes on after them', async () => {
    const page = await openClients();
    await typeClient(page, 'Patient', 'WAIT');
    await page.clock.install();
    while ((await call('GET', '/api/v1/me')).status !== 429);
    await createOf(page).click();
    await page.getByText('Too many requests at once. Nothing was lost').waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Try again in \d+ s$/ })
      .waitFor();
    expect(await typedIn(page)).toEqual(['Patient', 'WAIT']);
    await passMinute(page);
    await againOf(page).click();
    await rowOf(page, 'Patient', 'WAIT').waitFor();
    expect(await clientsOf('WAIT')).toHaveLength(1);
  });
});

describe('a service that is away', () => {
  test('is said, keeps what was typed, and the client is created when it is back', async () => {
    const page = await openClients();
    await typeClient(page, 'Steady', 'AWAY');
    const service = workbench.system.services.get('clients-projects');
    await service?.leave();
    await createOf(page).click();
    await page.getByText('The service is busy. Nothing was lost').waitFor();
    expect(await typedIn(page)).toEqual(['Steady', 'AWAY']);
    service?.comeBack();
    await againOf(page).click();
    await rowOf(page, 'Steady', 'AWAY').waitFor();
    expect(await clientsOf('AWAY')).toHaveLength(1);
  });

  test('does not end a view, which shows the records by itself when it is back', async () => {
    const page = await openClients('/libraries');
    await call('POST', '/v1/clients', { json: { code: 'BACK', name: 'Back again' } });
    await page.getByRole('heading', { level: 1, name: 'Trades' }).waitFor();
    const service = workbench.system.services.get('clients-projects');
    await service?.leave();
    const refused = page.waitForResponse((response) => response.status() === 503);
    await page.getByRole('link', { name: 'Clients', exact: true }).click();
    await refused;
    service?.comeBack();
    await rowOf(page, 'Back again', 'BACK').waitFor();
  });
});

describe('hostile names', () => {
  const image = '<img src=x onerror="document.title=1">';
  const script = '</script><script>document.title=1</script>';

  test('show as text in lists, headings, titles and dialogs, and nothing of them runs', async () => {
    ({ key } = await workbench.system.newKey('Contributor'));
    const client = await call('POST', '/v1/clients', { json: { code: 'EVIL', name: image } });
    await call('POST', '/v1/projects', { json: { clientId: client.body.id, name: script, currency: 'CAD' } });
    const watched = await workbench.open('/clients');
    const { page, faults } = watched;
    page.on('dialog', (dialog) => faults.push(dialog.message()));
    await page.getByRole('textbox', { name: 'API key' }).fill(key);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await rowOf(page, image, 'EVIL').waitFor();
    await page.getByRole('button', { name: `Edit ${image}` }).click();
    expect(await fieldOf(page, 'Name').inputValue()).toBe(image);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByRole('link', { name: script }).click();
    await page.getByRole('heading', { level: 1, name: script }).waitFor();
    await page.getByText(image).first().waitFor();
    expect(await page.title()).toContain(script);
    expect(await page.locator('img, #page script').count()).toBe(0);
    expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
  });
});
