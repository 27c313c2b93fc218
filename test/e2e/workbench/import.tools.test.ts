import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { workbookFile } from '../../support/import-file';
import { readWorkbook } from '../../support/read-workbook';
import { openWorkbench, phone, violationsOf, type Workbench } from '../../support/workbench';

const fileName = '<img src=x onerror=document.title=1> bill.xlsx';
const hostile = '<script>document.title = "taken over"</script> Gate valve';
const headers = ['Item Code', 'Description', 'QTY', 'Unit', 'Unit Rate', 'AMOUNT', 'AMOUNT'];

/** Twelve rows, of which one has a quantity in words and one a total that is not quantity times rate. */
const bill = (): File => {
  const rows = Array.from({ length: 12 }, (_, at) => {
    const [quantity, rate] = [at + 2, 10.5 + at];
    const total = quantity * rate;
    return [`4.${at}`, `Gate valve ${at}`, quantity, 'EA', rate, total, total - 1] as (string | number)[];
  });
  rows[0]?.splice(1, 1, hostile);
  rows[4]?.splice(2, 1, 'six');
  rows[7]?.splice(5, 1, 200);
  return workbookFile({ Piping: [headers, ...rows] }, fileName);
};

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

async function linesOf(projectId: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${workbench.gateway.url}/api/v1/mto?projectId=${projectId}&limit=100`);
  return ((await response.json()) as { data: Record<string, unknown>[] }).data;
}

/** Drops a file as a person does, from outside of the browser. */
async function drop(page: Page, file: File): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'drop-'));
  const path = join(folder, file.name);
  await Bun.write(path, file);
  const zone = await page.getByText('Drop a workbook or CSV file here').boundingBox();
  const hand = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await hand.send('Input.dispatchDragEvent', { type, x: zone?.x ?? 0, y: zone?.y ?? 0, data });
  await heading(page, file.name).waitFor();
  await rm(folder, { recursive: true });
}

async function choose(page: Page, file: File): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  const buffer = Buffer.from(await file.arrayBuffer());
  await (await chooser).setFiles({ name: file.name, mimeType: file.type, buffer });
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const rowOf = (page: Page, table: string, name: string | RegExp) =>
  page.getByRole('table', { name: table }).getByRole('row', { name });
const countOf = (page: Page, name: string) =>
  page.locator('dl div', { hasText: name }).locator('dd').textContent();

async function decide(page: Page): Promise<void> {
  await button(page, /^Read column E as Subcontract Unit Price/).click();
  const problem = page.getByRole('listitem').filter({ hasText: 'Leave column G out' });
  await problem.getByRole('button', { name: 'Apply' }).click();
  await problem.getByText('Resolved: Leave column G out.').waitFor();
}

describe('/app/projects/:projectId/import', () => {
  test('a workbook with an unknown header, a column twice and a bad number becomes lines, and they go again', async () => {
    const { projectId, importPath } = await workbench.newService();
    const watched = await workbench.open(importPath);
    const { page } = watched;
    await drop(page, bill());

    expect(await rowOf(page, 'Columns of Piping', 'Description').textContent()).toContain(
      hostile.slice(0, 20),
    );
    expect(await violationsOf(watched)).toEqual([]);
    await decide(page);

    await button(page, 'Dry run').click();
    await heading(page, 'Result of the dry run').waitFor();
    expect(await countOf(page, 'New lines')).toBe('11');
    expect(await countOf(page, 'Failed rows')).toBe('1');
    expect(await linesOf(projectId)).toEqual([]);
    const amount = rowOf(page, 'Reconciliation', /AMOUNT/);
    expect(await amount.getByRole('cell').nth(6).textContent()).not.toBe('0.00');
    await button(page, 'Use the totals in the file').click();
    await page.getByText('The total in the file is used and stored with the lines as an override.').waitFor();
    await page.locator('summary', { hasText: 'Show rows' }).click();
    await rowOf(page, 'Show rows', /200\.00 157\.50/).waitFor();

    await page.reload();
    await button(page, 'Import 11 rows').click();
    await heading(page, 'Import result').waitFor();
    const wrong = await rowOf(page, '1 row with errors', /six/).getByRole('cell').allTextContents();
    expect(wrong.slice(0, 4)).toEqual(['Piping', '6', 'C · Quantity', 'six']);
    const lines = await linesOf(projectId);
    expect(lines).toHaveLength(11);
    expect(lines.find(({ itemCode }) => itemCode === '4.7')).toMatchObject({ totalCost: 200 });

    const download = page.waitForEvent('download');
    await button(page, 'Download failed rows as a workbook').click();
    const stream = await (await download).createReadStream();
    const bytes = Buffer.concat(await Array.fromAsync(stream));
    const [sheet] = await readWorkbook(Uint8Array.from(bytes).buffer);
    expect(sheet?.rows).toMatchObject([{ QTY: 'six' }]);

    await page.setViewportSize(phone);
    expect(await violationsOf(watched)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width);

    await button(page, 'Undo import').click();
    const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
    await dialog.getByText('11 lines would be deleted.').waitFor();
    await dialog.getByRole('button', { name: 'Undo for 11 lines' }).click();
    await dialog.getByText('Undone: 11 lines.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('This import has been undone.').waitFor();
    expect(await linesOf(projectId)).toEqual([]);
    expect(await page.title()).toStartWith(fileName);
    expect(await page.locator('main').locator('img, script').count()).toBe(0);
    expect(watched.faults).toEqual([]);
  });

  test('a column is given another field by the keyboard, and a profile keeps what was decided', async () => {
    const { projectId, importPath } = await workbench.newService();
    const { page } = await workbench.open(importPath);
    await choose(page, bill());
    await button(page, /^Accept all suggestions/).click();
    await button(page, /^Column E Unit Rate/).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('material unit');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await button(page, 'Column E Unit Rate: Material Unit Price').waitFor();
    await page.getByText('More options').click();
    await page.getByRole('textbox', { name: 'Save these decisions as a profile' }).fill('Northern bills');
    await button(page, 'Import now').click();
    await heading(page, 'Import result').waitFor();
    expect(await linesOf(projectId)).toHaveLength(11);
    await page.getByRole('link', { name: 'Choose another file' }).click();
    expect(await rowOf(page, 'Previous imports', /Completed with errors/).textContent()).toContain(
      '11 new, 1 failed',
    );

    await choose(page, bill());
    await page.getByText('1 suggestion for reading this file').waitFor();
    await button(page, 'Accept all suggestions').click();
    await page.getByRole('button', { name: /Northern bills/ }).waitFor();
    await button(page, 'Dry run').click();
    await button(page, 'Import 11 rows').click();
    await page.getByText('was already imported into this service within 24 hours').waitFor();
    await button(page, 'Import it again anyway').click();
    await heading(page, 'Import result').waitFor();
  });

  test('a lost connection and a file that cannot be read are said in words, and the file is stored once', async () => {
    const { importPath } = await workbench.newService();
    const { page } = await workbench.open(importPath);
    await page.route('**/api/v1/mto/import/async', (route) => route.abort('connectionfailed'), { times: 1 });
    await choose(page, bill());
    await page.getByRole('alert').getByText('The service could not be reached.').waitFor();
    await button(page, 'Try again').click();
    await heading(page, fileName).waitFor();

    await page.getByRole('link', { name: 'Choose another file' }).click();
    await rowOf(page, 'Previous imports', /Check file/).waitFor();
    expect(await page.getByRole('link', { name: fileName }).count()).toBe(1);
    await choose(page, new File(['PK\u0003\u0004 not a workbook'], 'broken.xlsx'));
    await page.getByText('save it as .xlsx under a new name').waitFor();
  });
});
