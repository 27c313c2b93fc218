import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { workbookFile } from '../../support/import-file';
import { openWorkbench, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

async function newService(): Promise<{ projectId: string; serviceId: string }> {
  const client = await workbench.send('/v1/clients', { code: 'DEUTSCH', name: 'Nordchemie' });
  const project = await workbench.send('/v1/projects', {
    clientId: client.id,
    name: 'Anlage 12',
    currency: 'EUR',
  });
  const service = { serviceType: 'estimation', name: 'Klasse 3' };
  const { id } = await workbench.send(`/v1/projects/${project.id}/services`, service);
  return { projectId: project.id, serviceId: id };
}

const inGerman = async (path: string): Promise<Page> =>
  (await workbench.open(path, { locale: 'de-DE' })).page;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

async function choose(page: Page, file: File): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Datei auswählen').click();
  await (await chooser).setFiles({
    name: file.name,
    mimeType: file.type,
    buffer: Buffer.from(await file.arrayBuffer()),
  });
}

const english = /\b(is|are|the|must|not|does|has|have|already|another|required|left out|sheet|rows?)\b/;

const shown = async (page: Page): Promise<string[]> =>
  (await page.locator('main, [role=dialog]').allInnerTexts()).join('\n').split('\n');

const englishIn = async (page: Page): Promise<string[]> =>
  (await shown(page)).filter((line) => english.test(line));

describe('a page in German', () => {
  let ids: { projectId: string; serviceId: string };

  beforeAll(async () => {
    ids = await newService();
  });

  test('says in German what is wrong with a field, and that a code is taken', async () => {
    const page = await inGerman('/clients');
    await button(page, 'Neuer Auftraggeber').click();
    await page.getByRole('textbox', { name: 'Kennung', exact: true }).fill('DEUTSCH');
    await button(page, 'Anlegen').click();
    await page.getByText('ist erforderlich').first().waitFor();
    expect(await englishIn(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nordchemie zwei');
    await button(page, 'Anlegen').click();
    await page.getByText('Schon vergeben: Auftraggeber mit code DEUTSCH.').waitFor();
    expect(await englishIn(page)).toEqual([]);
  });

  test('says in German who was faster', async () => {
    const page = await inGerman('/clients');
    const { id } = await workbench.send('/v1/clients', { code: 'BEIDE', name: 'Zwei Hände' });
    await page.reload();
    await button(page, 'Zwei Hände bearbeiten').click();
    await fetch(`${workbench.gateway.url}/v1/clients/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ industry: 'Raffinerie' }),
    });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Zwei Hände, neu');
    await button(page, 'Speichern').click();
    await page.getByText(/Der Datensatz wurde von .+ geändert; bitte neu laden\./).waitFor();
    expect(await englishIn(page)).toEqual([]);
  });

  test('says in German why a file was refused', async () => {
    const page = await inGerman(`/projects/${ids.projectId}/import?service=${ids.serviceId}`);
    await choose(page, new File(['a;b\n1;2\n'], 'leer.csv', { type: 'text/csv' }));
    await page
      .getByText(/Kopfzeile mit mindestens drei bekannten Überschriften/)
      .first()
      .waitFor();
    expect(await englishIn(page)).toEqual([]);
  });

  test('names the columns of a takeoff in German, and in English when that is chosen', async () => {
    const rows = [
      ['Item No.', 'Description', 'Quantity', 'UOM'],
      [1, 'Rohr DN 100', 6, 'm'],
    ];
    const form = new FormData();
    form.set('file', workbookFile({ Piping: rows }, 'rohr.xlsx'));
    for (const [name, id] of Object.entries(ids)) form.set(name, id);
    await fetch(`${workbench.gateway.url}/api/v1/mto/import`, { method: 'POST', body: form });
    const page = await inGerman(`/projects/${ids.projectId}/takeoff?service=${ids.serviceId}`);
    await page.getByRole('columnheader', { name: /^Beschreibung/ }).waitFor();
    await page.getByRole('columnheader', { name: 'Menge', exact: true }).first().waitFor();
    expect(await page.getByRole('columnheader', { name: /^(Description|Quantity)/ }).count()).toBe(0);
    await button(page, 'Einstellungen').click();
    await page.getByRole('button', { name: /Sprache/ }).click();
    await page.getByRole('option', { name: 'English' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Quantity', exact: true }).first().waitFor();
  });
});
