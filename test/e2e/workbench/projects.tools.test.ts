import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { openPage } from '../../support/browser';
import { desk, openWorkbench, phone, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

const hostile = '<b onmouseover="alert(1)">Unit 7</b> & <script>alert(2)</script>';

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** What is told to a screen reader beside the name of a field. */
async function describedBy(field: Locator): Promise<string> {
  const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = ids.map((id) => field.page().locator(`[id="${id}"]`).textContent());
  return (await Promise.all(texts)).join(' ');
}

async function created(path: string, json: unknown): Promise<Record<string, string>> {
  const { status, body } = await workbench.gateway.call('POST', path, { json });
  expect(status).toBe(201);
  return body as Record<string, string>;
}

/** A project as another person would have made it. */
async function newProject(name: string): Promise<Record<string, string>> {
  const client = await created('/v1/clients', {
    code: `C-${crypto.randomUUID().slice(0, 8)}`,
    name: 'Northern',
  });
  return created('/v1/projects', { name, clientId: client.id });
}

const countOf = async (path: string): Promise<number> =>
  ((await workbench.gateway.call('GET', path)).body as { total: number }).total;

describe('projects', () => {
  test('from an empty system to an approved version', async () => {
    const watched = await workbench.open();
    const { page } = watched;
    await page.getByRole('heading', { name: 'Guided start' }).waitFor();
    await page.getByRole('button', { name: 'Load the example' }).waitFor();
    expect(await violationsOf(watched)).toEqual([]);
    await page.getByRole('button', { name: 'New project', exact: true }).click();
    await dialog(page, 'New project').getByRole('button', { name: 'New client' }).click();
    await clientWithFaultyCurrency(page);
    const form = dialog(page, 'New project');
    expect(await form.getByRole('combobox', { name: 'Client' }).inputValue()).toBe('Northern (NOR)');
    await form.getByLabel('Name', { exact: true }).fill(hostile);
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: hostile }).waitFor();
    expect(await page.locator('h1 *').count()).toBe(0);
    await estimateToApproval(page);
    await approvedServiceIsFixed(page);
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByRole('link', { name: hostile }).waitFor();
    expect(watched.faults.filter((fault) => !fault.includes('400'))).toEqual([]);
    expect([...watched.origins]).toEqual([workbench.gateway.url]);
  });

  async function clientWithFaultyCurrency(page: Page): Promise<void> {
    const form = dialog(page, 'New client');
    await form.getByLabel('Name', { exact: true }).fill('Northern');
    await form.getByLabel('Code', { exact: true }).fill('NOR');
    const currency = form.getByLabel('Default currency');
    await currency.fill('Dollars');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByRole('alert').waitFor();
    expect(await currency.getAttribute('aria-invalid')).toBe('true');
    expect(await describedBy(currency)).toContain('at most 3 characters');
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Northern');
    await currency.fill('CAD');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.waitFor({ state: 'hidden' });
  }

  async function estimateToApproval(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'New service' }).click();
    const service = dialog(page, 'New service');
    await service.getByLabel('Name', { exact: true }).fill('Piping');
    await service.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Service Piping' }).waitFor();
    await page.getByRole('button', { name: 'New version' }).click();
    const version = dialog(page, 'New version');
    await version.getByLabel('Version label', { exact: true }).fill('A');
    await version.getByLabel('Contingency (%)').fill('10');
    await version.getByRole('button', { name: 'Create' }).click();
    const submit = page.getByRole('button', { name: 'Submit for review: A · Version 1' });
    const isInSight = await submit.evaluate((button) => {
      const table = button.closest('section')?.getBoundingClientRect();
      return table !== undefined && button.getBoundingClientRect().right <= table.right;
    });
    expect(isInSight).toBe(true);
    await submit.click();
    await page.getByText('A · Version 1: In review.').waitFor();
    await page.getByRole('button', { name: 'Approve: A · Version 1' }).click();
    await dialog(page, 'Approve: A · Version 1').getByRole('button', { name: 'Approve' }).click();
    await page.getByText('A · Version 1: Approved.').waitFor();
    await page.getByRole('button', { name: 'Restore lines: A · Version 1' }).click();
    const restore = dialog(page, 'Restore lines: A · Version 1');
    await restore.getByRole('button', { name: 'Restore lines' }).click();
    await page.getByText('Nothing was changed.').waitFor();
  }

  async function approvedServiceIsFixed(page: Page): Promise<void> {
    const panel = page
      .locator('section', { has: page.getByRole('heading', { name: 'Service Piping' }) })
      .last();
    await panel.getByRole('button', { name: 'Approved', exact: true }).click();
    await panel.getByText('This service is approved').waitFor();
    for (const name of ['Edit service', 'Delete service', 'New version'])
      expect(await panel.getByRole('button', { name }).count()).toBe(0);
    await panel.getByRole('button', { name: 'Withdraw approval' }).click();
    await panel.getByRole('button', { name: 'Edit service' }).waitFor();
  }

  test('a change of another person in between is said by name, and what was typed stays', async () => {
    const project = await newProject('Harbour');
    const guarded = await workbench.system.openGateway();
    const { key } = await workbench.system.newKey('Contributor', { name: 'Ana Ruiz' });
    const { page } = await workbench.open(`/projects/${project.id}`);
    await page.getByRole('button', { name: 'Edit project' }).click();
    const form = dialog(page, 'Edit project');
    await form.getByLabel('Description').fill('Berths 4 and 5');
    const changes = { name: 'Harbour terminal' };
    await guarded.call('PUT', `/v1/projects/${project.id}`, { key, json: changes });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('alert').getByText('Ana Ruiz').waitFor();
    expect(await form.getByLabel('Description').inputValue()).toBe('Berths 4 and 5');
    await form.getByRole('button', { name: 'Load the current values' }).click();
    await form.getByText('Name: was Harbour, is now Harbour terminal').waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1, name: 'Harbour terminal' }).waitFor();
    await page.getByText('Berths 4 and 5').waitFor();
    await page.getByText('Ana Ruiz ·').waitFor();
  });

  test('an answer that is lost on its way makes no second client', async () => {
    const { page } = await workbench.open('/clients');
    await page.getByRole('button', { name: 'New client' }).click();
    const form = dialog(page, 'New client');
    await form.getByLabel('Name', { exact: true }).fill('Lost and found');
    await form.getByLabel('Code', { exact: true }).fill('LOST');
    await page.route('**/v1/clients', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('The service could not be reached.').waitFor();
    await page.unrouteAll();
    await form.getByRole('button', { name: 'Create' }).click();
    await form.waitFor({ state: 'hidden' });
    expect(await countOf('/v1/clients?search=LOST')).toBe(1);
  });

  test('a client with an open project stays, and the project is named', async () => {
    const { clientId } = await newProject('Blocked by');
    const { page } = await workbench.open(`/clients?search=${encodeURIComponent('Northern')}`);
    const { body } = await workbench.gateway.call('GET', `/v1/clients/${clientId}`);
    const row = page.getByRole('row', { name: (body as { code: string }).code });
    await row.getByRole('button', { name: 'Delete Northern' }).click();
    const asked = dialog(page, 'Delete Northern');
    await asked.getByRole('button', { name: 'Delete' }).click();
    await asked.getByRole('alert').getByText('Blocked by', { exact: false }).last().waitFor();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await row.waitFor();
  });

  test('faults of the details of a claim stand at their fields', async () => {
    const project = await newProject('Claimed');
    const { page } = await workbench.open(`/projects/${project.id}`);
    await page.getByRole('button', { name: 'New service' }).click();
    const form = dialog(page, 'New service');
    await form.getByRole('button', { name: 'Service type' }).click();
    await page.getByRole('option', { name: 'Claims' }).click();
    await form.getByLabel('Amount claimed').fill('-5');
    await form.getByRole('button', { name: 'Add: Heads of claim' }).click();
    const head = form.getByRole('group', { name: 'Heads of claim 1' });
    await head.getByLabel('Amount claimed').fill('1200.5');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByRole('alert').waitFor();
    const amount = form
      .locator('[name="details.claimedAmount"]')
      .or(form.getByLabel('Amount claimed').first());
    expect(await describedBy(amount.first())).toContain('at least 0');
    await form.getByLabel('Amount claimed').first().fill('5000');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByText('Total claimed').waitFor();
    await page.getByText('1,200.5').first().waitFor();
  });

  test('indirect costs are changed by category, and the history says so', async () => {
    const project = await newProject('Indirect');
    const { page } = await workbench.open(`/projects/${project.id}`);
    await page.getByRole('button', { name: 'Edit indirect costs' }).click();
    const form = dialog(page, 'Edit indirect costs');
    const labour = form.getByRole('group', { name: 'On labour, per man-hour' });
    const category = labour.getByRole('combobox', { name: 'Add a category' });
    await category.fill('Site Office');
    await category.press('Enter');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('One entry is not accepted yet.').waitFor();
    await labour.getByRole('button', { name: 'Remove Site Office' }).click();
    await category.fill('siteOffice');
    await category.press('Enter');
    await labour.getByText('a category of your own: tier 1').waitFor();
    await category.fill('foremen');
    await page.getByRole('option', { name: /^Supervision: general foremen .* Tier 1, percent of/ }).click();
    await labour.getByRole('group', { name: 'Supervision' }).getByLabel('Percentage').fill('9');
    await labour.getByRole('group', { name: 'siteOffice' }).getByLabel('Percentage').fill('4.5');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: 'siteOffice 4.5%' }).waitFor();
    await page.getByText('Indirect costs: created').waitFor();
  });

  test('a Reader sees everything and is offered nothing that writes', async () => {
    const project = await newProject('Only to be read');
    const guarded = await workbench.system.openGateway();
    const { key } = await workbench.system.newKey('Reader');
    const context = await workbench.browser.newContext({ viewport: desk, locale: 'en-CA' });
    const { page } = await openPage(context);
    await page.goto(`${guarded.url}/app/projects/${project.id}`);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Only to be read' }).waitFor();
    await page.getByText('Project: created').waitFor();
    const buttons = page.getByRole('main').getByRole('button');
    const names = await buttons.evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label') ?? one.textContent),
    );
    expect(names).toEqual(['Switch project', 'Notes', 'History']);
    await page.getByRole('link', { name: 'Clients' }).click();
    await page.getByRole('cell', { name: 'Northern' }).first().waitFor();
    for (const name of ['New client', 'Edit Northern', 'Delete Northern'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await context.close();
  });

  test('every view is accessible at a desk and on a phone, light and dark', async () => {
    const project = await newProject('Looked at');
    const services = `/v1/projects/${project.id}/services`;
    const service = await created(services, { serviceType: 'estimation', name: 'Estimate' });
    await created(`${services}/${service.id}/estimations`, { versionLabel: 'A' });
    const watched = await workbench.open();
    const { page } = watched;
    const views = [
      ['/', 'Projects'],
      ['/clients', 'Clients'],
      [`/projects/${project.id}`, 'Looked at'],
    ] as const;
    for (const [path, heading] of views) {
      await page.goto(`${workbench.gateway.url}/app${path}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      for (const viewport of [desk, phone])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize(viewport);
          await page.emulateMedia({ colorScheme });
          expect(await violationsOf(watched)).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        }
    }
    await page.getByRole('button', { name: 'Edit project' }).click();
    await dialog(page, 'Edit project').waitFor();
    expect(await violationsOf(watched)).toEqual([]);
    expect(watched.faults).toEqual([]);
  }, 60_000);
});
