import { afterAll, beforeAll, expect, test } from 'bun:test';
import { decimal, sum } from '@consulting/kernel/schema';
import type { Page } from 'playwright-core';
import { pageActs } from '../../support/page-acts';
import { type ReadSheet, readWorkbook } from '../../support/read-workbook';
import {
  amountsIn,
  counts,
  items,
  pricing,
  revisionA,
  revisionB,
  type SheetName,
  wbsRows,
} from '../../support/whole-job-takeoff';
import { openWorkbench, type Workbench } from '../../support/workbench';

const library = (name: string) => Bun.file(`${import.meta.dir}/../../../example/data/${name}.csv`);

const libraries = { Trades: 'trades', 'Rate cards': 'rate-cards', Equipment: 'equipment', Crews: 'crews' };

let workbench: Workbench;
let page: Page;
let key: string;

beforeAll(async () => {
  workbench = await openWorkbench({});
});

afterAll(() => workbench?.close());

const {
  button,
  heading,
  dialog,
  link,
  place,
  newKey,
  importLibrary,
  choose,
  chooseFile,
  countOf,
  openGap,
  bulkEdit,
  downloaded,
} = pageActs(() => page);

async function signIn(key: string, path = '/'): Promise<Page> {
  const watched = await workbench.open(path);
  watched.page.setDefaultTimeout(120_000);
  await watched.page.getByRole('textbox', { name: 'API key' }).fill(key);
  await watched.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  return watched.page;
}

async function makeProject(): Promise<void> {
  await link('Projects').click();
  await button('New project').click();
  await button('New client', dialog()).click();
  await dialog().getByLabel('Name', { exact: true }).fill('Northern Petrochemicals');
  await dialog().getByLabel('Code', { exact: true }).fill('NOR');
  await button('Create', dialog()).click();
  const form = page.getByRole('dialog', { name: 'New project' });
  await form.getByRole('combobox', { name: 'Client' }).waitFor();
  await form.getByLabel('Name', { exact: true }).fill('Unit 12 tie-ins');
  const texts = {
    'Project type': 'petrochemical',
    Currency: 'CAD',
    'Country code': 'CA',
    'Province or state': 'Alberta',
    Region: 'Western Canada',
    'Pricing year': '2025',
  };
  for (const [label, text] of Object.entries(texts)) await form.getByLabel(label, { exact: true }).fill(text);
  await choose(/Pricing quarter/, 'Q3', form);
  await button('Create', form).click();
  await page.getByRole('heading', { level: 1, name: 'Unit 12 tie-ins' }).waitFor();
}

async function makeService(): Promise<void> {
  await button('New service').click();
  await dialog().getByLabel('Name', { exact: true }).fill('Class 3 estimate');
  await dialog().getByText('Second person must approve').click();
  await button('Create', dialog()).click();
  await heading('Service Class 3 estimate').waitFor();
}

async function setIndirectCosts(): Promise<void> {
  await button('Edit indirect costs').click();
  await button('Add: Exchange rates', dialog()).click();
  const rate = dialog().getByRole('group', { name: 'Exchange rates 1' });
  await rate.getByLabel('Currency').fill('USD');
  await rate.getByLabel('Rate').fill('1.37');
  await dialog().getByLabel('Diesel').fill('1.45');
  await button('Save', dialog()).click();
  await dialog().waitFor({ state: 'detached' });
}

async function importCrews(): Promise<void> {
  await link('Figures').click();
  await link('Crews').click();
  await button('Import crews').click();
  for (const { crew } of Object.values(pricing)) {
    await dialog().getByRole('searchbox', { name: 'Code, name or description' }).fill(crew);
    await dialog().getByText('1–1 of 1', { exact: true }).waitFor();
    await dialog().getByRole('checkbox', { name: crew }).check({ force: true });
  }
  await button('Import 3 crews', dialog()).click();
  await page.getByText('3 crews are imported.', { exact: true }).waitFor();
}

/** The last issue's quantities stand in a column of the same name, and no name says what identifies a line. */
async function decideColumns(): Promise<void> {
  await heading('Sheets and columns').waitFor();
  for (const sheet of Object.keys(pricing)) {
    await page.getByRole('tab', { name: sheet }).click();
    const twice = page.getByRole('listitem').filter({ hasText: `Leave column E of ${sheet} out` });
    await button('Apply', twice.last()).click();
    await button(/^Read column B as Source ID/).click();
  }
}

async function importRevisionA(): Promise<void> {
  await place('Import').click();
  await chooseFile(revisionA);
  await decideColumns();
  await button('Dry run').click();
  await heading('Result of the dry run').waitFor();
  await button(`Import ${counts.A} rows`).click();
  await heading('Import result').waitFor();
}

async function importRevisionB(): Promise<void> {
  await place('Import').click();
  await chooseFile(revisionB);
  await decideColumns();
  await choose(/Import mode$/, 'Revise', page.locator('main'));
  await page.getByRole('textbox', { name: 'Revision' }).fill('B');
  await choose(/New lines take prices from lines with the same/, 'Description', page.locator('main'));
  await button('Dry run').click();
  await heading('What the revision changes').waitFor();
  expect(await countOf('Lines added')).toBe('4');
  expect(await countOf('Lines removed')).toBe(String(counts.removed));
  expect(await countOf('Prices carried over')).toBe('2');
  expect(await countOf('New lines without a price')).toBe('2');
  await button(/^Import \d+ rows$/).click();
  await heading('Import result').waitFor();
}

const priceOf = (discipline: SheetName) => {
  const { crew, hours, material } = pricing[discipline];
  return { 'Crew Code': crew, 'Unit MH': String(hours), 'Material Unit Price': String(material) };
};

async function priceLines(discipline: SheetName): Promise<void> {
  await place('Takeoff').click();
  await choose(/Discipline/, discipline, page.getByRole('toolbar', { name: 'Line tools' }));
  await bulkEdit(priceOf(discipline));
}

async function makeVersion(): Promise<void> {
  await button('New version').click();
  await dialog().getByLabel('Version label', { exact: true }).fill('B');
  await dialog().getByLabel('Contingency (%)').fill('10');
  await button('Create', dialog()).click();
  await button('Submit for review: B · Version 1').click();
  await page.getByText('B · Version 1: In review.').waitFor();
}

async function approveAs(key: string): Promise<void> {
  const { pathname } = new URL(page.url());
  page = await signIn(key, pathname.replace('/app', ''));
  await button('Approve: B · Version 1').click();
  await dialog().getByLabel('Comment').fill('Looked at, nothing is missing.');
  await button('Approve', dialog()).click();
  await page.getByText('B · Version 1: Approved.').waitFor();
}

async function documents(): Promise<{ report: ReadSheet[]; returned: ArrayBuffer }> {
  await place('Figures').click();
  await link('Client documents').click();
  const report = await readWorkbook(await downloaded('Download report'));
  return { report, returned: await downloaded(`Download ${revisionB.name} with prices`) };
}

const moneyIn = (text: string) =>
  [...text.matchAll(/[\d,]+\.\d\d/g)].map(([figure]) => Number(figure.replaceAll(',', '')));

const figureOf = (sheets: ReadSheet[], label: string) =>
  sheets
    .flatMap(({ rows }) => rows)
    .map((row) => Object.values(row))
    .find(([first]) => first === label)
    ?.at(-1);

/** Quantity times hours, to four decimals, times the rates of the crew, and quantity times price, to the cent for each line. */
async function calculated(): Promise<{ lines: number; grand: number }> {
  const projectId = new URL(page.url()).pathname.split('/')[3];
  const crews = `/api/v1/service-crews?projectId=${projectId}`;
  const { data } = (await workbench.gateway.call('GET', crews, { key })).body;
  const lines = items.map(({ sheet, quantity }) => {
    const { crew, hours, material } = pricing[sheet];
    const { rates } = data.find(({ crewCode }: { crewCode: string }) => crewCode === crew);
    const manHours = decimal(quantity).times(hours).round(4);
    const costs = [manHours.times(rates.labourRatePerManHour), manHours.times(rates.equipmentRatePerManHour)];
    return sum([...costs, decimal(quantity).times(material)].map((cost) => cost.round(2)));
  });
  const total = sum(lines);
  return { lines: total.toNumber(), grand: total.plus(total.times(0.1).round(2)).toNumber() };
}

test('a job from an empty system to an approved estimate that is sent, on the page alone', async () => {
  ({ key } = await workbench.system.newKey('Contributor', { name: 'Administrator' }));
  page = await signIn(key);
  await heading('Guided start').waitFor();
  await link('Libraries').click();
  await page.getByRole('navigation', { name: 'Libraries' }).getByRole('link', { name: 'API keys' }).click();
  const preparer = await newKey('Ana Ruiz');
  // Keys that were made with one another count as one person; the approver has one from the operator, too.
  const approver = (await workbench.system.newKey('Contributor', { name: 'Ben Okoro' })).key;
  page = await signIn(preparer, '/libraries');
  for (const [list, name] of Object.entries(libraries))
    await importLibrary(list, { name: `${name}.csv`, text: await library(name).text() });
  await importLibrary('WBS', { name: 'wbs.csv', text: wbsRows });
  await makeProject();
  await makeService();
  await setIndirectCosts();
  await importCrews();
  await importRevisionA();
  for (const sheet of ['Piping', 'Concrete', 'Structural'] as const) await priceLines(sheet);
  await openGap('No WBS code', 50);
  await bulkEdit({ 'WBS Code': '10.30' });
  await importRevisionB();
  await openGap('No material price', 2);
  await bulkEdit(priceOf('Piping'));
  await place('Overview').click();
  await page.getByText('Every line has a quantity, hours, rates, prices and a WBS code.').waitFor();
  await makeVersion();
  await approveAs(approver);
  const version = page.getByRole('table', { name: 'Versions' }).getByRole('row', { name: /^B · Version 1/ });
  const displayed = (await version.getByRole('cell').allTextContents()).join(' ');
  const { report, returned } = await documents();

  const expected = await calculated();
  expect(moneyIn(displayed)).toEqual(expect.arrayContaining([expected.lines, expected.grand]));
  expect(figureOf(report, 'Grand total (CAD)')).toBe(expected.grand);
  expect(figureOf(report, 'Total of the lines')).toBe(expected.lines);
  expect(sum(amountsIn(returned)).toNumber()).toBe(expected.lines);
  expect(amountsIn(returned)).toHaveLength(counts.B);
}, 900_000);
