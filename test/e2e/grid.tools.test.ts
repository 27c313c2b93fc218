import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, openPage, type WatchedPage } from '../support/browser';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';
import { until } from '../support/until';

const lineCount = 100_000;
const costliest = 61_803;
/** Lines of the filter: every fiftieth is a valve. */
const valves = lineCount / 50;
const pastedRows = 100;
const screenshots = process.env.SCREENSHOTS;

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

/** Requests of the page to the gateway as `METHOD path`, with the preflights that the browser sends for it. */
async function noteRequests(of: Page): Promise<string[]> {
  const noted: string[] = [];
  const session = await of.context().newCDPSession(of);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request: { method, url } }) => {
    const { origin, pathname } = new URL(url);
    if (origin === gateway.url) noted.push(`${method} ${pathname.replace('/api/v1', '')}`);
  });
  return noted;
}

/** How often each kind of request was sent by what `act` does. */
async function requestsOf(act: () => Promise<unknown>): Promise<Record<string, number>> {
  const from = asked.length;
  await act();
  const kinds = Map.groupBy(asked.slice(from), (kind) => kind);
  return Object.fromEntries([...kinds].map(([kind, { length }]) => [kind, length]));
}

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
  const { taskId } = upload.body;
  let status = '';
  await until(async () => {
    ({ status } = await call('GET', `/api/v1/mto/import/status/${taskId}`));
    return status !== 'queued' && status !== 'running';
  });
  expect(status).toBe('completed');
  return project.id;
}

const grid = () => page.getByRole('grid', { name: 'Takeoff lines' });
const row = (number: number) => grid().locator(`[role="row"][aria-rowindex="${number + 1}"]`);
const cell = (number: number, column: number) => row(number).getByRole('gridcell').nth(column);
const header = (name: string) => grid().getByRole('columnheader', { name, exact: true });
const textsOf = (cells: Locator) => cells.getByRole('gridcell').allTextContents();
const shown = (number: number) => row(number).and(page.locator('[aria-busy="false"]')).waitFor();
const footer = (text: string) => page.locator('footer').getByText(text, { exact: true }).first().waitFor();
const amount = (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2 });

describe('a grid over 100,000 lines in a page of another origin', () => {
  test('reads its columns and the first page with a key in a header, and has the rows in view alone', async () => {
    const requests = await requestsOf(async () => {
      await page.goto(`${host.url}?${new URLSearchParams({ api: gateway.url, projectId })}`);
      await page.getByLabel('API key').fill(key);
      await page.getByRole('button', { name: 'Open' }).click();
      await shown(1);
    });
    console.log(requests);
    await footer('100,000 lines');
    expect(await grid().getAttribute('aria-rowcount')).toBe('100001');
    expect(await grid().getByRole('row').count()).toBeLessThan(60);
    console.log(await textsOf(row(1)));
    if (screenshots) await page.screenshot({ path: `${screenshots}/grid-shot-1.png` });
  });
});
