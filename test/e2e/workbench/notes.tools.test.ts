import { afterAll, beforeAll, expect, test } from 'bun:test';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
  const json = { code: 'NOTED', name: 'Western Biofuels' };
  const { status } = await workbench.gateway.call('POST', '/v1/clients', { json });
  expect(status).toBe(201);
});

afterAll(() => workbench?.close());

const read = async () => (await workbench.gateway.call('GET', '/api/v1/notes/clients')).body.data;

test('a note on a client is written, given a link, resolved and deleted', async () => {
  const watched = await workbench.open('/clients');
  const { page } = watched;
  await page.getByRole('button', { name: 'Notes on Western Biofuels' }).click();
  const drawer = page.getByRole('dialog', { name: 'Notes on Western Biofuels' });
  await drawer.getByText('No notes yet.').waitFor();
  await drawer.getByRole('textbox', { name: 'New note' }).fill('Pays within 60 days');
  await drawer.getByRole('button', { name: 'Add note' }).click();
  await drawer.getByRole('button', { name: 'Edit: Pays within 60 days' }).click();
  const form = page.getByRole('dialog', { name: 'Edit note' });
  await form.getByRole('button', { name: 'Add: Link' }).click();
  await form.getByLabel('Title', { exact: true }).fill('Contract');
  await form.getByLabel('Address (https)').fill('https://example.com/contract');
  expect(await violationsOf(watched)).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();
  await drawer.getByRole('link', { name: 'Contract' }).waitFor();
  await drawer.getByRole('button', { name: 'Mark as resolved: Pays within 60 days' }).click();
  await drawer.getByText(/resolved by anonymous/).waitFor();
  expect(await read()).toMatchObject([
    { text: 'Pays within 60 days', resolvedBy: 'anonymous', links: [{ title: 'Contract' }] },
  ]);
  expect(await violationsOf(watched)).toEqual([]);
  await drawer.getByRole('button', { name: 'Delete: Pays within 60 days' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Delete', exact: true }).click();
  await drawer.getByText('No notes yet.').waitFor();
  expect(await read()).toEqual([]);
  expect(watched.faults).toEqual([]);
});
