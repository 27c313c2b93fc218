import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Download, Locator, Page } from 'playwright-core';
import { openPage, type WatchedPage } from '../../support/browser';
import { openWorkbench, phone, violationsOf, type Workbench } from '../../support/workbench';

const hostile = '<img src=x onerror="document.title=\'taken\'">';
const workbookMark = 'PK\u0003\u0004';

let workbench: Workbench;
let watched: WatchedPage;
let page: Page;
let projectId: string;

beforeAll(async () => {
  workbench = await openWorkbench();
  watched = await workbench.open('/libraries');
  page = watched.page;
  page.setDefaultTimeout(60_000);
  projectId = await newProject();
});

afterAll(() => workbench?.close());

async function created(path: string, json: unknown): Promise<string> {
  const { status, body } = await workbench.gateway.call('POST', path, { json });
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

async function newProject(): Promise<string> {
  const clientId = await created('/v1/clients', { code: 'LIB', name: 'Library client' });
  const place = { country: 'CA', province: 'Alberta', year: 2025, quarter: 'Q3' };
  return created('/v1/projects', { clientId, name: 'Unit 7', currency: 'CAD', ...place });
}

const button = (name: string, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true });

const dialog = () => page.getByRole('dialog').last();

async function goTo(list: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Libraries' }).getByRole('link', { name: list }).click();
  await page.getByRole('heading', { level: 1, name: list }).waitFor();
}

async function bytesOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function downloaded(start: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()]);
  return { name: download.suggestedFilename(), bytes: await bytesOf(download) };
}

async function chooseFile(name: string, content: string | Buffer): Promise<void> {
  await button('Import').first().click();
  const buffer = Buffer.from(content);
  await dialog().locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await dialog().getByRole('heading', { name: 'Result of the check' }).waitFor();
}

/** The counts by their names, as they are shown. */
async function counts(): Promise<Record<string, string>> {
  const displayed = await dialog().locator('dl > div').allInnerTexts();
  return Object.fromEntries(displayed.map((text) => text.split('\n').filter(Boolean) as [string, string]));
}

async function runImport(rows: string): Promise<void> {
  await button(`Import ${rows}`, dialog()).click();
  await button('Show the list', dialog()).click();
  await dialog().waitFor({ state: 'detached' });
}

const csv = (...rows: string[]) => rows.join('\r\n');

describe('the libraries of an empty system', () => {
  test('say what to do first, and the template of rate cards is a workbook', async () => {
    await goTo('Rate cards');
    await page.getByRole('heading', { name: 'This library is empty' }).waitFor();
    const { name, bytes } = await downloaded(() => button('Template').click());
    expect(name).toEndWith('.xlsx');
    expect(bytes.subarray(0, 4).toString('latin1')).toBe(workbookMark);
    expect(await violationsOf(watched)).toEqual([]);
  });

  test('take trades from a file: a wrong row is told with row and column, markup is text', async () => {
    await goTo('Trades');
    await chooseFile(
      '<b>trades</b>.csv',
      csv(
        'Trade Code,Labour Designation,Trade Name,Supervisory,Colour',
        `PIPF,Foreman,"${hostile.replaceAll('"', '""')}",Yes,blue`,
        'PIPF,Journeyman,Pipefitter,No,blue',
        'WELD,Journeyman,Welder,perhaps,blue',
      ),
    );
    expect(await counts()).toEqual({ New: '2', Changed: '0', Unchanged: '0', Invalid: '1' });
    const wrong = dialog().getByRole('table', { name: '1 row cannot be stored' }).getByRole('row').nth(1);
    await wrong.waitFor();
    const cells = await wrong.getByRole('cell').allInnerTexts();
    expect(cells.slice(1, 4)).toEqual(['4', 'D', 'perhaps']);
    const columns = dialog().getByRole('table', { name: 'Columns in the file' });
    expect(await columns.getByRole('row').nth(5).textContent()).toContain('not recognised');
    await dialog().getByText('<b>trades</b>.csv').waitFor();
    const { name, bytes } = await downloaded(() =>
      button('Download invalid rows as a workbook', dialog()).click(),
    );
    expect(name).toEndWith('errors.xlsx');
    expect(bytes.subarray(0, 4).toString('latin1')).toBe(workbookMark);
    expect(await violationsOf(watched)).toEqual([]);
    await runImport('2 rows');
    await page.getByText(hostile).waitFor();
    expect(await page.title()).not.toBe('taken');
  });

  test('take another meaning of a column, and a value for all rows', async () => {
    await chooseFile('welders.csv', csv('Trade Code,Labour Designation,Craft', 'WELD,Journeyman,Welder'));
    await button('Column C, Craft', dialog()).or(dialog().getByLabel('Column C, Craft')).first().click();
    await page.getByRole('option', { name: 'Trade', exact: true }).click();
    await dialog().getByText('Default values for missing columns').click();
    await dialog().getByLabel('Add a value').click();
    await page.getByRole('option', { name: 'Description' }).click();
    await dialog().getByRole('textbox', { name: 'Description' }).fill('Welds pipe');
    await button('Check again', dialog()).click();
    await runImport('1 row');
    await page.getByRole('link', { name: 'WELD Journeyman' }).click();
    await page.getByRole('heading', { level: 1, name: 'WELD Journeyman' }).waitFor();
    await page.getByText('Welds pipe').waitFor();
    await page.getByText('Welder', { exact: true }).waitFor();
    await page.getByText('Not used anywhere.').waitFor();
  });

  test('show a rate card as the build-up that the API says', async () => {
    await goTo('Rate cards');
    const header =
      'Trade Code,Labour Designation,Country,Province,Year,Quarter,Currency,Base Wage,Pension,PPE';
    await chooseFile(
      'cards.csv',
      csv(
        header,
        'PIPF,Foreman,CA,Alberta,2025,Q3,CAD,58.50,8.20,0.60',
        'PIPF,Journeyman,CA,Alberta,2025,Q3,CAD,51.25,8.20,0.60',
        'PIPF,Apprentice,CA,Alberta,2025,Q5,CAD,36,8.20,0.60',
      ),
    );
    expect(await counts()).toEqual({ New: '2', Changed: '0', Unchanged: '0', Invalid: '1' });
    await runImport('2 rows');
    const { body } = await workbench.gateway.call('GET', '/v1/crew-members?laborDesignation=Foreman');
    const [card] = (body as { data: { rates: Record<string, Record<string, number>> }[] }).data;
    await page.getByRole('link', { name: 'PIPF Foreman' }).click();
    const table = page.getByRole('table', { name: 'Rate build-up' });
    const allIn = table.getByRole('row', { name: /^All-in rate/ });
    await allIn.waitFor();
    const rates = (await allIn.getByRole('cell').allInnerTexts()).slice(1).map(Number);
    const times = ['straightTime', 'overtime', 'doubleTime'];
    expect(rates).toEqual(times.map((time) => card?.rates[time]?.allIn ?? Number.NaN));
    expect(await violationsOf(watched)).toEqual([]);
  });

  test('say the faults of a form at its fields and keep what was typed', async () => {
    await goTo('Rate cards');
    await button('New rate card').click();
    await dialog().getByLabel('Country', { exact: true }).fill('Canada');
    await button('Save', dialog()).click();
    const wage = dialog().getByLabel('Base wage per hour');
    await dialog().getByRole('alert').waitFor();
    expect(await wage.getAttribute('aria-invalid')).toBe('true');
    expect(await describedBy(wage)).toContain('is required');
    expect(await dialog().getByLabel('Country', { exact: true }).inputValue()).toBe('Canada');
    expect(await violationsOf(watched)).toEqual([]);
    await button('Cancel', dialog()).click();
    await button('Discard', dialog()).click();
  });

  test('roll the cards forward as they were shown', async () => {
    await page.getByLabel('Year', { exact: true }).fill('2025');
    await page.getByLabel('Trade code').fill('PIPF');
    await button('Roll forward').click();
    await dialog().getByLabel('From quarter').click();
    await page.getByRole('option', { name: 'Q3' }).click();
    await dialog().getByLabel('To quarter').click();
    await page.getByRole('option', { name: 'Q4' }).click();
    await dialog().getByLabel('Base wage, increase %').fill('10');
    await button('Preview', dialog()).click();
    const displayed = dialog().getByRole('table', { name: 'Rates before and after' });
    await displayed.getByText('58.50 → 64.35').waitFor();
    await button('Store 2 cards', dialog()).click();
    await dialog().getByText('2 cards stored').waitFor();
    await button('Show the new quarter', dialog()).click();
    await page.getByText('64.35').waitFor();
    expect(new URL(page.url()).search).toBe('?year=2025&quarter=Q4');
  });
});

async function describedBy(field: Locator): Promise<string> {
  const ids = (await field.getAttribute('aria-describedby')) ?? '';
  const texts = ids.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent());
  return (await Promise.all(texts)).join(' ');
}

describe('crews, equipment and the WBS', () => {
  test('a machine comes from a file', async () => {
    await goTo('Equipment');
    const rows = csv(
      'Equipment Code,Name,Category,Currency,Monthly Rate',
      'CRN-50,Crane 50 t,crane,CAD,14850',
    );
    await chooseFile('equipment.csv', rows);
    await runImport('1 row');
    await page.getByRole('link', { name: 'CRN-50' }).click();
    await page.getByRole('cell', { name: 'CAD 14,850.00' }).waitFor();
    expect(await violationsOf(watched)).toEqual([]);
  });

  test('a crew is made of members that are chosen, and its rate in a project is the one that the API says', async () => {
    await goTo('Crews');
    await button('New crew').click();
    await dialog().getByLabel('Crew code').fill('PF-01');
    await dialog().getByLabel('Name', { exact: true }).fill('Pipe crew');
    const members = dialog().getByRole('group', { name: 'Member 1' });
    await members.getByRole('combobox', { name: 'Trade' }).fill('PIPF Fore');
    await page.getByRole('option', { name: /^PIPF Foreman/ }).click();
    await button('Add a machine', dialog()).click();
    await dialog().getByRole('group', { name: 'Machine 1' }).getByRole('combobox').fill('CRN');
    await page.getByRole('option', { name: /^CRN-50/ }).click();
    await members.getByLabel('Quantity').fill('0');
    await button('Save', dialog()).click();
    await dialog().getByText('must be greater than 0').first().waitFor();
    expect(await describedBy(members.getByLabel('Quantity'))).toContain('must be greater than 0');
    await members.getByLabel('Quantity').fill('2');
    await button('Save', dialog()).click();
    await page.getByRole('link', { name: 'PF-01' }).click();
    await page.getByRole('cell', { name: 'CRN-50 Crane 50 t' }).waitFor();
    await page.getByRole('combobox', { name: 'Project' }).fill('Unit');
    await page.getByRole('option', { name: 'Unit 7' }).click();
    const crewId = new URL(page.url()).pathname.split('/').at(-1);
    const path = `/v1/projects/${projectId}/crew-rates`;
    const { status, body } = await workbench.gateway.call('POST', path, { json: { crewId } });
    expect(status).toBe(200);
    const { result } = body as { result: { totalRatePerManHour: number } };
    const total = page.getByRole('row', { name: /^Labour and equipment/ });
    const displayed = (await total.getByRole('cell').nth(1).textContent()) ?? '';
    expect(displayed.replace('\u00a0', ' ')).toBe(`CAD ${result.totalRatePerManHour.toFixed(2)}`);
    expect(await violationsOf(watched)).toEqual([]);
  });

  test('a trade that a crew has says what stands in the way of a delete', async () => {
    await goTo('Trades');
    await page.getByRole('link', { name: 'PIPF Foreman' }).click();
    await page.getByRole('link', { name: 'PF-01' }).waitFor();
    await button('Delete').click();
    await button('Delete', dialog()).click();
    await dialog()
      .getByText(/is still used by/)
      .waitFor();
    expect(await dialog().getByRole('alert').textContent()).toContain('PF-01');
    await button('Delete it with its rate cards and remove it from crews', dialog()).waitFor();
    await button('Cancel', dialog()).click();
  });

  test('of a large WBS only what is in sight is drawn', async () => {
    const areas = Array.from({ length: 6 }, (_, at) => `L${at}`);
    const rows = areas.flatMap((area) => [
      `${area},Area,`,
      ...Array.from({ length: 150 }, (_, at) => `${area}.${at},Unit,${area}`),
    ]);
    const form = new FormData();
    form.set('scope', 'universal');
    form.set('file', new File([csv('WBS Code,Name,Parent Code', ...rows)], 'wbs.csv'));
    const sent = await workbench.gateway.call('POST', '/api/v1/wbs/import', { form });
    expect(sent.body).toMatchObject({ imported: rows.length });
    const large = await workbench.open('/libraries/wbs?search=L');
    const tree = large.page.getByRole('treegrid', { name: 'Work breakdown structure' });
    await tree.getByRole('row', { name: 'L0 Area' }).waitFor();
    await button('Expand all', large.page).click();
    await tree.getByRole('row', { name: 'L0.1 Unit' }).waitFor();
    expect(await tree.getByRole('row').count()).toBeLessThan(60);
    await tree.getByRole('row', { name: 'L0 Area' }).focus();
    await large.page.keyboard.press('End');
    await tree
      .getByRole('row', { name: /^L5\.\d+ Unit/ })
      .first()
      .waitFor();
    expect(await tree.getByRole('row').count()).toBeLessThan(60);
    expect(await violationsOf(large)).toEqual([]);
    await large.page.context().close();
    const { data } = (await workbench.gateway.call('GET', '/api/v1/wbs?scope=universal&level=1&limit=100'))
      .body;
    for (const { id, wbsCode } of data)
      if (areas.includes(wbsCode)) await workbench.gateway.call('DELETE', `/api/v1/wbs/${id}/cascade`);
  });

  test('WBS items come from a file, parents below their children, and are added to, moved and kept', async () => {
    await goTo('WBS');
    const rows = csv('WBS Code,Name,Parent Code', '50.10,Above ground,50', '50,Piping,', '60,Electrical,');
    await chooseFile('wbs.csv', rows);
    await runImport('3 rows');
    const tree = page.getByRole('treegrid', { name: 'Work breakdown structure' });
    const item = (name: string) => tree.getByRole('row', { name });
    await item('60 Electrical').click();
    await button('Add child item', dialog()).click();
    await dialog().getByLabel('WBS code').fill('60.10');
    await dialog().getByLabel('Name', { exact: true }).fill('Cable');
    await button('Save', dialog()).click();
    await button('Edit', dialog()).click();
    await dialog().getByLabel('Parent code').fill('50');
    await button('Save', dialog()).click();
    await dialog().getByText('50/60', { exact: false }).waitFor();
    await button('Delete', dialog()).click();
    await button('Delete', dialog()).click();
    await dialog().getByRole('alert').waitFor();
    await button('Cancel', dialog()).click();
    await button('Close', dialog()).click();
    await button('Expand all').click();
    expect(await item('60.10 Cable').getAttribute('aria-level')).toBe('3');
    expect(await violationsOf(watched)).toEqual([]);
  });

  test('what was exported and comes back changes nothing', async () => {
    for (const list of ['Trades', 'Rate cards', 'Crews', 'Equipment', 'WBS']) {
      await goTo(list);
      const { name, bytes } = await downloaded(async () => {
        await button('Export').click();
        await page.getByRole('menuitem', { name: /xlsx/ }).click();
      });
      expect(bytes.subarray(0, 4).toString('latin1')).toBe(workbookMark);
      await chooseFile(name, bytes);
      const { New, Changed, Unchanged, Invalid } = await counts();
      expect({ list, New, Changed, Invalid }).toEqual({ list, New: '0', Changed: '0', Invalid: '0' });
      expect(Number(Unchanged)).toBeGreaterThan(0);
      await dialog().getByText('No rows to store.').waitFor();
      await button('Close', dialog()).click();
    }
  });

  test('on a phone each list and a form fit, and break no rule of WCAG', async () => {
    await page.setViewportSize(phone);
    for (const list of ['Trades', 'Rate cards', 'Crews', 'Equipment', 'WBS']) {
      await goTo(list);
      expect(await violationsOf(watched)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    }
    await goTo('Crews');
    await button('New crew').click();
    expect(await violationsOf(watched)).toEqual([]);
    await button('Cancel', dialog()).click();
    const unexpected = watched.faults.filter((text) => !/status of (400|409|422)/.test(text));
    expect(unexpected).toEqual([]);
  });
});

describe('a Reader', () => {
  test('sees every list and record, and is offered nothing that writes', async () => {
    const { key } = await workbench.system.newKey('Reader');
    const secured = await workbench.system.openGateway();
    const context = await workbench.browser.newContext({ locale: 'en-CA' });
    const reader = (await openPage(context)).page;
    await reader.goto(`${secured.url}/app/libraries/trades`);
    await reader.getByLabel('API key').fill(key);
    await button('Sign in', reader).click();
    const writing = /^(Import|New|Roll forward|Edit|Delete|Duplicate|Add child)/;
    const expectNone = async () => {
      expect(await reader.getByRole('button', { name: writing }).count()).toBe(0);
    };
    for (const [list, record] of [
      ['Trades', 'PIPF Journeyman'],
      ['Rate cards', 'PIPF Journeyman'],
      ['Crews', 'PF-01'],
      ['Equipment', 'CRN-50'],
    ] as const) {
      const nav = reader.getByRole('navigation', { name: 'Libraries' });
      await nav.getByRole('link', { name: list }).click();
      await button('Export', reader).waitFor();
      await expectNone();
      await reader.getByRole('link', { name: record }).first().click();
      await reader.getByText(/^Last changed by /).waitFor();
      await expectNone();
    }
    await reader.getByRole('link', { name: 'WBS' }).click();
    await reader.getByRole('row', { name: '50 Piping' }).click();
    await reader.getByText(/^Last changed by /).waitFor();
    await expectNone();
  });
});
