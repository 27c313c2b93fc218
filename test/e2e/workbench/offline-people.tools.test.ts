import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openWorkbench, type Workbench } from '../../support/workbench';
import { seenIn, whenSeenIsStored } from '../../support/workbench-seen';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({});
});

afterAll(() => workbench?.close());

const keyOf = (page: Page) => page.getByRole('textbox', { name: 'API key' });
const clientsOf = (page: Page) => page.getByRole('heading', { level: 1, name: 'Clients' });

async function enterKey(page: Page, key: string): Promise<void> {
  await keyOf(page).fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await clientsOf(page).waitFor();
}

async function signedIn() {
  const { key } = await workbench.system.newKey('Contributor');
  const { page } = await workbench.open('/clients', { serviceWorkers: 'allow' });
  page.setDefaultTimeout(15_000);
  await enterKey(page, key);
  await whenSeenIsStored(page);
  return { key, page };
}

/** A tab that nobody has signed in at, in the same browser. */
async function otherTab(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  other.setDefaultTimeout(15_000);
  await other.goto(`${workbench.gateway.url}/app/clients`);
  return other;
}

test('without network and without sign-in, what was seen is opened by the key that it was seen with, and by no other', async () => {
  const { key, page } = await signedIn();
  expect((await seenIn(page)).join()).not.toContain(key);
  await page.context().setOffline(true);
  const other = await otherTab(page);
  await other.getByRole('heading', { name: 'No network' }).waitFor();
  await keyOf(other).fill((await workbench.system.newKey('Contributor')).key);
  await other.getByRole('button', { name: 'Open what was seen' }).click();
  await other.getByText('Nothing on this device was seen with this key.').waitFor();
  expect(await clientsOf(other).count()).toBe(0);
  await keyOf(other).fill(key);
  await other.getByRole('button', { name: 'Open what was seen' }).click();
  await clientsOf(other).waitFor();
}, 60_000);

test('signing out removes what was seen', async () => {
  const { page } = await signedIn();
  await page
    .getByRole('button', { name: /^Contributor|^Test|Preferences/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await keyOf(page).waitFor();
  expect(await seenIn(page)).toEqual([]);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await keyOf(page).count()).toBe(0);
}, 60_000);

test('another key in the same browser leaves nothing of the one before', async () => {
  const { key, page } = await signedIn();
  const other = await otherTab(page);
  await enterKey(other, (await workbench.system.newKey('Reader')).key);
  await whenSeenIsStored(other);
  await page.close();
  await other.context().setOffline(true);
  const third = await otherTab(other);
  await keyOf(third).fill(key);
  await third.getByRole('button', { name: 'Open what was seen' }).click();
  await third.getByText('Nothing on this device was seen with this key.').waitFor();
}, 60_000);
