import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

async function created(path: string, json: unknown): Promise<Record<string, string>> {
  const { status, body } = await workbench.gateway.call('POST', path, { json });
  expect(status).toBe(201);
  return body as Record<string, string>;
}

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** A version in review of two lines, one of which has hours without a rate and no price, and neither a WBS code. */
async function versionInReview(details: object = {}): Promise<string> {
  const client = await created('/v1/clients', {
    code: `C-${crypto.randomUUID().slice(0, 8)}`,
    name: 'Northern',
  });
  const { id: projectId } = await created('/v1/projects', { name: 'Quay', clientId: client.id });
  const services = `/v1/projects/${projectId}/services`;
  const { serviceId } = await created(services, { serviceType: 'estimation', name: 'Piping', details });
  const line = {
    projectId,
    serviceId,
    discipline: 'piping',
    unitOfMeasure: 'm',
    quantity: 10,
    unitManHours: 2,
  };
  await created('/api/v1/mto', { ...line, labourRate: 100, materialUnitPrice: 5 });
  await created('/api/v1/mto', line);
  await created(`${services}/${serviceId}/estimations`, { versionLabel: 'A', status: 'in-review' });
  return projectId as string;
}

test('the overview says what the takeoff lacks, and each gap opens its lines', async () => {
  const projectId = await versionInReview();
  const watched = await workbench.open(`/projects/${projectId}`);
  const { page } = watched;
  const table = page.getByRole('table', { name: 'Completeness' });
  await table.getByRole('row', { name: /No WBS code 2 100\.0% 20.0 m/ }).waitFor();
  await table.getByRole('row', { name: /No material price 1 50\.0% 10.0 m/ }).waitFor();
  expect(await violationsOf(watched)).toEqual([]);
  await table.getByRole('link', { name: 'Hours without a labour rate' }).click();
  await page.getByText('1 line', { exact: false }).first().waitFor();
  expect(page.url()).toContain('/takeoff');
});

test('a version is approved in view of its totals and gaps, with a comment, and the approval is withdrawn with one', async () => {
  const projectId = await versionInReview();
  const watched = await workbench.open(`/projects/${projectId}`);
  const { page } = watched;
  await page.getByRole('button', { name: 'Approve: A · Version 1' }).click();
  const approving = dialog(page, 'Approve: A · Version 1');
  await approving.getByText('Hours without a labour rate').waitFor();
  await approving.getByText('Grand total').waitFor();
  expect(await violationsOf(watched)).toEqual([]);
  await approving.getByLabel('Comment').fill('Rates of the second crew follow.');
  await approving.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('A · Version 1: Approved.').waitFor();
  await page.getByText('Rates of the second crew follow.').waitFor();
  await page.getByRole('button', { name: 'Withdraw approval: A · Version 1' }).click();
  const withdrawing = dialog(page, 'Withdraw approval: A · Version 1');
  const submit = withdrawing.getByRole('button', { name: 'Withdraw approval' });
  expect(await submit.isDisabled()).toBe(true);
  await withdrawing.getByLabel('Comment').fill('The rates changed.');
  await submit.click();
  await page.getByText('A · Version 1: In review.').waitFor();
  await page.getByText('The rates changed.').waitFor();
});

test('an approval by the person who submitted the version is refused in words where a second person must approve', async () => {
  const projectId = await versionInReview({ requireSecondPerson: true });
  const { page } = await workbench.open(`/projects/${projectId}`);
  await page.getByRole('button', { name: 'Approve: A · Version 1' }).click();
  const approving = dialog(page, 'Approve: A · Version 1');
  await approving.getByRole('button', { name: 'Approve' }).click();
  await approving.getByText('another person must approve it').waitFor();
});
