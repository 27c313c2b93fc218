import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, type WatchedPage } from '../support/browser';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';
import {
  clientId,
  docsClientId,
  type IdentityProvider,
  startIdentityProvider,
  tenantId,
} from '../support/identity-provider';

let provider: IdentityProvider;
let system: GatewaySystem;
let gateway: GatewayUnderTest;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

const screenshots = process.env.SCREENSHOTS;
const keep = async (name: string) => {
  if (screenshots) await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: false });
};

beforeAll(async () => {
  provider = await startIdentityProvider();
  system = await startGatewaySystem([clientsProjects]);
  gateway = await system.openGateway({
    IDP_AUTHORITY: provider.authority,
    IDP_TENANT_ID: tenantId,
    IDP_CLIENT_ID: clientId,
    IDP_DOCS_CLIENT_ID: docsClientId,
  });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await system?.stop();
  await provider?.stop();
});

beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  watched = await openPage(context);
  page = watched.page;
});

/** The page writes a backslash before each dot of an operation. */
const listClients = String.raw`[id="operations-Clients-v1\\.clients\\.list"]`;

/** Tries an operation out and gives the status that the page shows. */
async function tryClients(): Promise<string | null> {
  const operation = page.locator(listClients);
  if ((await operation.locator('.try-out__btn').count()) === 0) {
    await page.locator('[id="operations-tag-Clients"]').click();
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.try-out__btn').click();
  }
  await operation.locator('.execute').click();
  const answer = operation.locator('.live-responses-table .response-col_status').last();
  await answer.waitFor();
  await operation.locator('.loading-container').waitFor({ state: 'hidden' });
  return (await answer.textContent())?.trim().slice(0, 3) ?? null;
}

async function openDocs(): Promise<void> {
  await page.goto(`${gateway.url}/api/docs`);
  await page.locator('.opblock-tag').first().waitFor();
}

describe('/api/docs', () => {
  test('shows every chapter, asks nobody else, and calls without a credential are 401', async () => {
    await openDocs();
    await keep('docs');
    expect(await page.locator('.opblock-tag').allTextContents()).toContain(
      'ClientsWho the consulting is done for.',
    );
    expect(await tryClients()).toBe('401');
    expect([...watched.origins]).toEqual([gateway.url]);
    expect(watched.faults.filter((fault) => !fault.includes('401'))).toEqual([]);
  });

  test('a key given to Authorize is sent', async () => {
    const { key } = await system.newKey('Reader');
    await openDocs();
    await page.locator('.auth-wrapper .authorize').click();
    await page.locator('.auth-container input[type="text"]').first().fill(key);
    await keep('docs-authorize');
    await page.locator('.auth-container .authorize').first().click();
    await page.locator('.close-modal').click();
    expect(await tryClients()).toBe('200');
    await keep('docs-tried');
    expect(watched.faults).toEqual([]);
  });

  test('a person logs in at the provider by authorization code with PKCE, and the token is sent', async () => {
    await openDocs();
    await page.locator('.auth-wrapper .authorize').click();
    const login = page.locator('.auth-container', { hasText: 'OAuth2' });
    await login.locator('.scopes input[type="checkbox"]').check({ force: true });
    const popup = page.context().waitForEvent('page');
    await login.locator('button.authorize').click();
    const loginPage = await popup;
    await loginPage.locator('input[name="account"]').fill('Contributor');
    await Promise.all([loginPage.waitForEvent('close'), loginPage.locator('button').click()]);
    await login.getByText('Logout').waitFor();
    await keep('docs-logged-in');
    await page.locator('.close-modal').click();
    expect(await tryClients()).toBe('200');
    expect([...watched.origins].sort()).toEqual([gateway.url, provider.authority].sort());
    expect(watched.faults).toEqual([]);
  });
});

describe('/api/redoc', () => {
  test('shows the reference and asks nobody else', async () => {
    await page.goto(`${gateway.url}/api/redoc`);
    // The document is large, and a busy machine takes its time to draw it.
    const title = page.locator('h1', { hasText: 'Construction Consulting Data Service' });
    await title.waitFor({ timeout: 120_000 });
    await page.getByText('Who the consulting is done for.').first().waitFor();
    await keep('redoc');
    expect([...watched.origins]).toEqual([gateway.url]);
    // The page asks for the logo of its makers, which the content security policy keeps it from.
    expect(watched.faults.filter((fault) => !fault.includes('cdn.redoc.ly'))).toEqual([]);
  });
});
