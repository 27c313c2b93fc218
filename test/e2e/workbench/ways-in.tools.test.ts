import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import {
  clientId,
  docsClientId,
  type IdentityProvider,
  startIdentityProvider,
  tenantId,
} from '../../support/identity-provider';
import { openWorkbench, phone, violationsOf, type Workbench } from '../../support/workbench';

let provider: IdentityProvider;
let workbench: Workbench;

beforeAll(async () => {
  provider = await startIdentityProvider();
  workbench = await openWorkbench({
    IDP_AUTHORITY: provider.authority,
    IDP_TENANT_ID: tenantId,
    IDP_CLIENT_ID: clientId,
    IDP_DOCS_CLIENT_ID: docsClientId,
  });
});

afterAll(async () => {
  await workbench?.close();
  await provider?.stop();
});

const projectsOf = (page: Page) => page.getByRole('heading', { level: 1, name: 'Projects' });
const signInOf = (page: Page) => page.getByRole('heading', { name: 'Sign in', exact: true });

async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function logIn(page: Page, account: string): Promise<void> {
  await page.locator('input[name="account"]').fill(account);
  await page.locator('button').click();
}

/** Without the 401 on the way in, and the icon that the provider's page has not, which stand in the console, too. */
const unexpected = (faults: string[]) => faults.filter((fault) => !/status of 40[14]/.test(fault));

describe('by an API key', () => {
  test('a wrong key is said at the field, a right one lets in until the person leaves, in this tab alone', async () => {
    const watched = await workbench.open('/clients');
    const { page, faults, origins } = watched;
    await signInOf(page).waitFor();
    expect(await page.title()).toBe('Sign in · Construction Consulting Workbench');
    expect(await violationsOf(watched)).toEqual([]);
    const field = page.getByRole('textbox', { name: 'API key' });
    await enterKey(page, 'app_wrong');
    await page.getByText('This API key is not valid.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.inputValue()).toBe('app_wrong');
    const { key } = await workbench.system.newKey('Contributor', { name: 'Estimating desk' });
    await enterKey(page, key);
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^Estimating desk/ }).click();
    await page.getByText('Signed in as Estimating desk').waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).not.toContain(key);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await signInOf(other).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signInOf(page).waitFor();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(key);
    expect(unexpected(faults)).toEqual([]);
    expect([...origins]).toEqual([workbench.gateway.url]);
  });

  test('a Reader is told so and is offered nothing that writes', async () => {
    const { page } = await workbench.open('/', { viewport: phone });
    await signInOf(page).waitFor();
    await enterKey(page, (await workbench.system.newKey('Reader', { name: 'Auditor' })).key);
    await projectsOf(page).waitFor();
    const views = { Projects: 'Projects', Clients: 'Clients', Libraries: 'Trades' };
    for (const [place, heading] of Object.entries(views)) {
      await page.getByRole('link', { name: place, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(await page.getByRole('button', { name: /^(New|Create|Add|Import)/ }).count()).toBe(0);
    }
    await page.getByRole('button', { name: /^Auditor/ }).click();
    await page.getByText('Reader: read-only access').waitFor();
  });

  test('a key that is revoked asks for another one above the page, and what was typed stays', async () => {
    const { page } = await workbench.open('/clients');
    await signInOf(page).waitFor();
    const { id, key } = await workbench.system.newKey('Contributor', { name: 'Short' });
    await enterKey(page, key);
    await page.getByRole('button', { name: 'New client' }).first().click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed before the end');
    const operator = await workbench.system.newKey('Contributor');
    const revoked = await workbench.gateway.call('DELETE', `/api/v1/api-keys/${id}`, { key: operator.key });
    expect(revoked.status).toBe(204);
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill('TYPED');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('nothing you typed is lost').waitFor();
    await enterKey(page, operator.key);
    await signInOf(page).waitFor({ state: 'hidden' });
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(
      'Typed before the end',
    );
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('cell', { name: 'Typed before the end TYPED' }).waitFor();
  });
});

describe("by the organisation's provider", () => {
  test('code with PKCE brings the person back to the view that was wanted', async () => {
    const { page, faults, origins } = await workbench.open('/clients?search=pipe');
    await page.getByRole('button', { name: 'Sign in with your organization' }).click();
    await logIn(page, 'Contributor');
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
    expect(page.url()).toBe(`${workbench.gateway.url}/app/clients?search=pipe`);
    await page.getByRole('button', { name: /^estimator@example.com/ }).waitFor();
    expect(unexpected(faults)).toEqual([]);
    expect([...origins].sort()).toEqual([workbench.gateway.url, provider.authority].sort());
  });

  test('a token that has ended is renewed in a window, and what was typed stays', async () => {
    const { page } = await workbench.open('/clients');
    await page.getByRole('button', { name: 'Sign in with your organization' }).click();
    await logIn(page, 'Contributor');
    await page.getByRole('button', { name: 'New client' }).first().click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kept beside the window');
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill('WINDOW');
    const ended = await provider.sign({ iat: 1, nbf: 1, exp: 2 });
    await page.evaluate(
      (token) => sessionStorage.setItem('credential', JSON.stringify({ kind: 'token', token })),
      ended,
    );
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const opening = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Sign in with your organization' }).click();
    const separate = await opening;
    await Promise.all([separate.waitForEvent('close'), logIn(separate, 'Contributor')]);
    await signInOf(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('cell', { name: 'Kept beside the window WINDOW' }).waitFor();
  });

  test('an answer that was not asked for here lets nobody in, and says so', async () => {
    const { page } = await workbench.open('/signed-in?code=stolen&state=page.forged');
    await page.getByText('The sign-in was not completed. Try again.').waitFor();
    expect(page.url()).toBe(`${workbench.gateway.url}/app`);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });
});
