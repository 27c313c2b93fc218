import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openPage } from '../../support/browser';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let projectId: string;

beforeAll(async () => {
  workbench = await openWorkbench();
  const clientId = await created('/v1/clients', { code: 'REC', name: 'Record client' });
  projectId = await created('/v1/projects', { clientId, name: 'Unit 9', currency: 'CAD' });
});

afterAll(() => workbench?.close());

async function created(path: string, json: unknown): Promise<string> {
  const { status, body } = await workbench.gateway.call('POST', path, { json });
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

async function opened(path: string, title: string) {
  const watched = await workbench.open(path);
  await watched.page.getByRole('heading', { name: title, exact: true }).waitFor();
  return watched;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function firstOf(path: string): Promise<Record<string, unknown>> {
  const { body } = await workbench.gateway.call('GET', path);
  return (body as { data: Record<string, unknown>[] }).data[0] ?? {};
}

describe('records that are a declaration alone', () => {
  test('a subcontractor is created, a fault is at its field, and it is changed and deleted', async () => {
    const watched = await opened(`/projects/${projectId}/subcontractors`, 'Subcontractors');
    const { page } = watched;
    await button(page, 'New subcontractor').click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name', { exact: true }).fill('Northern Scaffolding');
    await form.getByLabel('Contract amount').fill('-1');
    await button(page, 'Save').click();
    await form.getByRole('alert').waitFor();
    expect(await form.getByLabel('Contract amount').getAttribute('aria-invalid')).toBe('true');
    await form.getByLabel('Contract amount').fill('125000');
    await form
      .getByRole('button', { name: /^Status/ })
      .or(form.getByLabel('Status'))
      .first()
      .click();
    await page.getByRole('option', { name: 'Awarded' }).click();
    await button(page, 'Save').click();
    await page.getByRole('row', { name: /Northern Scaffolding .* Awarded/ }).waitFor();
    await button(page, 'Edit Northern Scaffolding').click();
    await form.getByLabel('Approved changes').fill('5000');
    expect(await violationsOf(watched)).toEqual([]);
    await button(page, 'Save').click();
    await page.getByRole('cell', { name: '130,000.00' }).waitFor();
    await button(page, 'Delete Northern Scaffolding').click();
    await form.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
    expect(await violationsOf(watched)).toEqual([]);
  });

  test('an equipment tag prices a machine that is chosen, and keeps its machine', async () => {
    const crane = { equipmentCode: 'CRN-90', name: 'Crane 90 t', currency: 'CAD', monthlyRate: 20_000 };
    await created('/api/v1/equipment', crane);
    const { page } = await opened(`/projects/${projectId}/equipment-tags`, 'Equipment tags');
    await button(page, 'New equipment tag').click();
    const form = page.getByRole('dialog');
    await form.getByRole('combobox', { name: 'Equipment code' }).fill('CRN');
    await page.getByRole('option', { name: /^CRN-90/ }).click();
    await form.getByLabel('Tag number').fill('CRN-90-A');
    await form.getByLabel('Monthly rate').fill('18500');
    await button(page, 'Save').click();
    await page.getByRole('row', { name: /CRN-90-A CRN-90 .*18,500.00/ }).waitFor();
    const tag = await firstOf(`/api/v1/equipment-tags?projectId=${projectId}`);
    expect(tag).toMatchObject({ tagNumber: 'CRN-90-A', equipmentCode: 'CRN-90', monthlyRate: 18_500 });
  });

  test('what was typed in a form is discarded only after a question, and survives a reload', async () => {
    const { page } = await opened('/libraries/trades', 'Trades');
    await page.getByRole('link', { name: 'Clients', exact: true }).click();
    const form = page.getByRole('dialog').first();
    const name = form.getByLabel('Name', { exact: true });
    await button(page, 'New client').click();
    await name.fill('Western Copper');
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => button(page, 'Cancel').click(),
      () => page.evaluate('history.back()'),
    ]) {
      await leave();
      await question.waitFor();
      await button(page, 'Continue editing').click();
      await question.waitFor({ state: 'detached' });
      expect(await name.inputValue()).toBe('Western Copper');
    }
    const asked = page.waitForEvent('dialog').then((dialog) => dialog.accept());
    await Promise.all([asked, page.reload()]);
    await button(page, 'New client').click();
    await form.getByText('What you typed before the page was closed is here again.').waitFor();
    expect(await name.inputValue()).toBe('Western Copper');
    await button(page, 'Cancel').click();
    await button(page, 'Discard').click();
    await button(page, 'New client').click();
    expect(await name.inputValue()).toBe('');
  });

  test('an import profile is created and changed', async () => {
    const { page } = await opened('/libraries/import-profiles', 'Import profiles');
    await button(page, 'New import profile').click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name', { exact: true }).fill('Piping lists');
    await form.getByText('Convert units').click();
    await button(page, 'Add column').click();
    await form.getByLabel('Column of the file').fill('Menge');
    await form.getByRole('button', { name: /^Menge is read as/ }).click();
    await page.getByRole('option', { name: 'Quantity', exact: true }).click();
    await button(page, 'Save').click();
    await button(page, 'Edit Piping lists').click();
    await form.getByLabel('Name', { exact: true }).fill('Piping lists of Northern');
    await button(page, 'Save').click();
    await page.getByRole('cell', { name: 'Piping lists of Northern', exact: true }).waitFor();
    expect(await firstOf('/api/v1/import-profiles')).toMatchObject({
      normaliseUnits: true,
      mapping: { Menge: 'quantity' },
    });
    await page.getByText('1 rule', { exact: true }).click();
    await page.getByText(/Menge.*Quantity/).waitFor();
  });

  test('a new API key is displayed once, and can be revoked but not changed', async () => {
    const guarded = await workbench.system.openGateway();
    const { key: own } = await workbench.system.newKey('Contributor', { name: 'Administrator' });
    const watched = await openPage(await workbench.browser.newContext({ locale: 'en-CA' }));
    const { page } = watched;
    await page.goto(`${guarded.url}/app/libraries/api-keys`);
    await page.getByLabel('API key').fill(own);
    await button(page, 'Sign in').click();
    await button(page, 'New API key').click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name', { exact: true }).fill('Planning tool');
    await button(page, 'Save').click();
    await page.getByRole('dialog', { name: 'Your new API key' }).waitFor();
    const key = (await form.locator('code').textContent()) ?? '';
    const { status } = await guarded.call('GET', '/v1/projects', { key });
    expect(status).toBe(200);
    expect(await violationsOf(watched)).toEqual([]);
    await button(page, 'Close').last().click();
    expect(await button(page, 'Edit Planning tool').count()).toBe(0);
    await button(page, 'Delete Planning tool').click();
    await form.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('cell', { name: 'Revoked' }).waitFor();
  });
});
