import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, type WatchedPage } from '../support/browser';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';

const lineCount = 100_000;
const costliest = 61_803;
/** Lines of the filter: every fiftieth is a valve. */
const valves = lineCount / 50;
const pastedRows = 100;
/** Lines above the first that is pasted into. */
const firstPasted = 10;
const rowHeight = 28;
const screenshots = process.env.SCREENSHOTS;
const keep = async (name: string) => {
  if (screenshots) await page.screenshot({ path: `${screenshots}/${name}.png` });
};

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let host: ReturnType<typeof Bun.serve>;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
let key: string;
let projectId: string;
let asked: string[];

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  host = await servePage();
  gateway = await system.openGateway({ CORS_ORIGINS: host.url.origin });
  ({ key } = await system.newKey('Contributor'));
  projectId = await importTakeoff();
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: host.url.origin });
  watched = await openPage(context);
  page = watched.page;
  asked = await noteRequests(page);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await host?.stop(true);
  await system?.stop();
});

/** The page of the grid from an origin of its own. */
async function servePage() {
  const { outputs } = await Bun.build({ entrypoints: [join(import.meta.dir, 'grid/index.html')] });
  const files = new Map(outputs.map((file) => [file.path.replace(/^\.?\/?/, '/'), file]));
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      const file = files.get(pathname === '/' ? '/index.html' : pathname);
      return file ? new Response(file) : new Response(null, { status: 404 });
    },
  });
}

/** Addresses that the page asks the gateway for, after their method; with the preflights that the browser sends. */
async function noteRequests(of: Page): Promise<string[]> {
  const noted: string[] = [];
  const session = await of.context().newCDPSession(of);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request: { method, url } }) => {
    if (url.startsWith(gateway.url)) noted.push(`${method} ${url.slice(`${gateway.url}/api/v1`.length)}`);
  });
  return noted;
}

/** What the page asks for while `act` is done, without preflights. */
async function requestsOf(act: () => Promise<unknown>): Promise<string[]> {
  const from = asked.length;
  await act();
  return asked.slice(from).filter((request) => !request.startsWith('OPTIONS'));
}

/** The same without queries. */
const kindsOf = (requests: readonly string[]) => requests.map((request) => request.replace(/\?.*/, ''));

const call = async (method: string, path: string, json?: unknown) => {
  const { status, body } = await gateway.call(method, path, { key, json });
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

function* takeoff(): Generator<string> {
  yield 'Item No.,Tag,Description,Quantity,Unit of Measure,Unit Man-Hours,Labour Rate,Material Unit Price\n';
  for (let n = 1; n <= lineCount; n += 1) {
    const what = n % 50 === 0 ? 'Gate valve 6 in class 300' : `Pipe ${(n % 12) + 1} in XS ASTM A106 Gr. B`;
    const quantity = n === costliest ? 99_000 : (n % 400) + 0.25;
    const unit = n % 50 === 0 && n % 100 !== 0 ? 'ea' : 'm';
    yield `${n},${100 + (n % 80)}-P-${n},${what},${quantity},${unit},${(n % 7) + 0.5},92.5,${(n % 90) + 10.4}\n`;
  }
}

async function importTakeoff(): Promise<string> {
  const client = await call('POST', '/v1/clients', { code: 'BOR', name: 'Borealis' });
  const facts = { name: 'Refinery', clientId: client.id, currency: 'CAD' };
  const project = await call('POST', '/v1/projects', facts);
  const service = await call('POST', `/v1/projects/${project.id}/services`, { serviceType: 'estimation' });
  const form = new FormData();
  form.set('projectId', project.id);
  form.set('serviceId', service.id);
  form.set('discipline', 'piping');
  form.set('file', new File([...takeoff()], 'takeoff.csv'));
  const upload = await gateway.call('POST', '/api/v1/mto/import/async', { key, form });
  expect(upload.status).toBe(200);
  const statusPath = `/api/v1/mto/import/status/${upload.body.taskId}`;
  for (;;) {
    const { status } = await call('GET', statusPath);
    if (status === 'completed') return project.id;
    if (status !== 'queued' && status !== 'running') throw new Error(`The import ended as ${status}.`);
    await Bun.sleep(200);
  }
}

const grid = () => page.getByRole('grid', { name: 'Takeoff lines' });
const row = (number: number) => grid().locator(`[role="row"][aria-rowindex="${number + 1}"]`);
const cell = (number: number, column: number) => row(number).getByRole('gridcell').nth(column);
const header = (name: string) => grid().getByRole('columnheader', { name });
const alert = () => page.getByRole('alert');
const displayed = (number: number) => row(number).and(page.locator('[aria-busy="false"]')).waitFor();
const footer = (text: string) => page.locator('footer').getByText(text, { exact: true }).waitFor();
const amount = (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2 });
const wheel = async (rows: number) => {
  await grid().hover();
  await page.mouse.wheel(0, rows * rowHeight);
};

const quantityColumn = 3;
const valve = { field: 'description', operator: 'contains', value: 'Gate valve' };
const sort = [{ field: 'totalCost', direction: 'desc' }];

interface Stored {
  mtoId: string;
  version: number;
  quantity: number;
  totalCost: number;
  [key: string]: unknown;
}

/** The valves that the grid shows first. */
async function firstValves(): Promise<Stored[]> {
  const order = { projectId, filters: { conditions: [valve] }, sort, skip: firstPasted, limit: pastedRows };
  return (await call('POST', '/api/v1/mto/search', order)).data;
}

/** The line that the grid shows where the cells are pasted. */
async function displayedLine(): Promise<Stored> {
  const value = Number(await cell(firstPasted + 1, 0).textContent());
  const conditions = [{ field: 'itemNumber', operator: 'equals', value }];
  const { data } = await call('POST', '/api/v1/mto/search', { projectId, filters: { conditions } });
  return storedLine(data[0].mtoId);
}

const storedLine = (mtoId: string): Promise<Stored> =>
  call('GET', `/api/v1/mto/${mtoId}?projectId=${projectId}`);

/** The sums of the valves as the aggregate has them, in the words of the footer. */
async function sumsOfValves(): Promise<string[]> {
  const { totals } = await call('POST', '/api/v1/mto/aggregate', {
    projectId,
    filters: { conditions: [valve] },
    groupBy: [],
    measures: ['quantity', 'totalCost'].map((field) => ({ field, function: 'sum' })),
  });
  const quantities: { unitOfMeasure: string; quantity: number }[] = totals.quantity;
  const texts = quantities.map(({ unitOfMeasure, quantity }) => `${amount(quantity)} ${unitOfMeasure}`);
  return [texts.join(' · '), amount(totals.totalCost)];
}

const sumsDisplayed = () => page.locator('footer dd').allTextContents();

/** What is pasted into a line: quantity, unit of measure, man-hours of a unit, labour rate, price of the material. */
const pastedInto = (at: number) => ({
  quantity: at + 1,
  unitOfMeasure: 'set',
  unitManHours: 2,
  labourRate: 100 + at,
  materialUnitPrice: 10,
});

async function pasteText(text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await cell(firstPasted + 1, quantityColumn).click();
  await page.keyboard.press('Control+V');
}

const pasteFigures = async () => {
  const rows = Array.from({ length: pastedRows }, (_, at) => Object.values(pastedInto(at)).join('\t'));
  await pasteText(`${rows.join('\r\n')}\r\n`);
};

describe('a grid over 100,000 lines in a page of another origin', () => {
  test('reads its columns and the first page with a key in a header, and has elements for the rows in view alone', async () => {
    const requests = await requestsOf(async () => {
      await page.goto(`${host.url}?${new URLSearchParams({ api: gateway.url, projectId })}`);
      await page.getByLabel('API key').fill(key);
      await page.getByRole('button', { name: 'Open' }).click();
      await displayed(1);
    });
    expect(kindsOf(requests)).toEqual(['GET /mto/fields', 'GET /mto']);
    await footer('100,000 lines');
    expect(await grid().getAttribute('aria-rowcount')).toBe(String(lineCount + 1));
    expect(await grid().getByRole('row').count()).toBeLessThan(60);
    expect(await cell(1, 0).textContent()).toBe('1');
    expect(watched.faults).toEqual([]);
  });

  test('goes on with the cursor where a person reads on, and skips to the last line where one jumps', async () => {
    const walked = await requestsOf(async () => {
      await wheel(100);
      await displayed(110);
      await wheel(100);
      await displayed(210);
    });
    expect(walked.every((request) => request.includes('after='))).toBe(true);
    const jumped = await requestsOf(async () => {
      await wheel(lineCount);
      await displayed(lineCount);
    });
    expect(jumped.length).toBeLessThanOrEqual(3);
    expect(jumped.at(-1)).toContain(`skip=${lineCount - 100}`);
    expect(await cell(lineCount, 0).textContent()).toBe(String(lineCount));
    expect(await grid().getByRole('row').count()).toBeLessThan(60);
    expect(watched.faults).toEqual([]);
  });

  test('is sorted by its headers, the costliest line first', async () => {
    const requests = await requestsOf(async () => {
      await header('Total Cost').click();
      await page.locator('[aria-sort="ascending"]').waitFor();
      await header('Total Cost').click();
      await page.locator('[aria-sort="descending"]').waitFor();
      await displayed(1);
    });
    expect(kindsOf(requests)).toEqual(['GET /mto', 'GET /mto']);
    expect(await page.locator('[aria-sort="descending"]').textContent()).toBe('Total Cost');
    expect(await cell(1, 0).textContent()).toBe(String(costliest));
    expect(watched.faults).toEqual([]);
  });

  test('is filtered, and shows the number of lines and the sums that the aggregate has', async () => {
    const requests = await requestsOf(async () => {
      await page.getByLabel('Column').selectOption('Description');
      await page.getByLabel('Operator').selectOption(valve.operator);
      await page.getByLabel('Value').fill(valve.value);
      await page.getByRole('button', { name: 'Filter' }).click();
      await footer(`${valves.toLocaleString('en-US')} lines`);
    });
    expect(kindsOf(requests)).toEqual(['POST /mto/search']);
    expect(await cell(1, 2).textContent()).toContain(valve.value);
    expect(await sumsDisplayed()).toEqual(await sumsOfValves());
    expect(watched.faults).toEqual([]);
  });

  test('takes 500 cells that are pasted in one write, and shows the figures that the service made of them', async () => {
    const before = await firstValves();
    const requests = await requestsOf(async () => {
      await pasteFigures();
      await footer('500 cells pasted');
    });
    expect(kindsOf(requests)).toEqual(['POST /mto/search', 'PATCH /mto/bulk', 'POST /mto/search']);
    const after = await Promise.all(before.map(({ mtoId }) => storedLine(mtoId)));
    for (const [at, line] of after.entries()) {
      const { quantity, labourRate, ...given } = pastedInto(at);
      const totalManHours = quantity * 2;
      const totalCost = totalManHours * labourRate + quantity * 10;
      expect(line).toMatchObject({ quantity, labourRate, ...given, totalManHours, totalCost, version: 2 });
    }
    expect(await cell(firstPasted + 1, 9).textContent()).toBe(amount(after[0]?.totalCost ?? 0));
    expect(await cell(firstPasted + 15, 9).textContent()).toBe(amount(after[14]?.totalCost ?? 0));
    expect(await sumsDisplayed()).toEqual(await sumsOfValves());
    await keep('grid-shot');
    expect(watched.faults).toEqual([]);
  });

  test('says which cell is wrong, and nothing is written', async () => {
    const line = await displayedLine();
    await pasteText('12\tm\nmany\tm');
    await alert().waitFor();
    expect(await alert().textContent()).toBe('Line 2: quantity must be a number');
    expect(await storedLine(line.mtoId)).toEqual(line);
    expect(watched.faults.splice(0)).toEqual([expect.stringContaining('422')]);
  });

  test('says that somebody else changed a line, shows what it is now, and takes the cells that are pasted again', async () => {
    const line = await displayedLine();
    const items = [{ mtoId: line.mtoId, quantity: 777 }];
    await call('PATCH', '/api/v1/mto/bulk', { projectId, items });
    await pasteFigures();
    await alert().getByText('changed by someone else').waitFor();
    expect(await cell(firstPasted + 1, quantityColumn).textContent()).toBe('777.00');
    expect(watched.faults.splice(0)).toEqual([expect.stringContaining('412')]);
    await keep('grid-shot-moved');
    await pasteFigures();
    await footer('500 cells pasted');
    expect(await alert().isVisible()).toBe(false);
    expect(await cell(firstPasted + 1, quantityColumn).textContent()).toBe('1.00');
    expect(watched.faults).toEqual([]);
  });
});
