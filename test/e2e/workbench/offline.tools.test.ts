import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openWorkbench, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

const installed = { serviceWorkers: 'allow' } as const;
const whenStored = 'navigator.serviceWorker.ready.then(({ active }) => active.scriptURL)';
const projects = { level: 1, name: 'Projects' } as const;

describe('/app as an installed page', () => {
  test('meets what Chromium asks of a page that can be installed', async () => {
    const { page } = await workbench.open('/', installed);
    await page.getByRole('heading', projects).waitFor();
    expect(await page.evaluate<string>(whenStored)).toBe(`${workbench.gateway.url}/app/service-worker.js`);
    const session = await page.context().newCDPSession(page);
    const { errors, url } = await session.send('Page.getAppManifest');
    expect(url).toBe(`${workbench.gateway.url}/app/manifest.webmanifest`);
    expect(errors).toEqual([]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });

  test('opens without network at any address, with all parts of its version and no others', async () => {
    const { page } = await workbench.open('/', installed);
    await page.getByRole('heading', projects).waitFor();
    await page.evaluate(whenStored);
    const names = await page.evaluate<string[]>('caches.keys()');
    expect(names).toHaveLength(1);
    await page.context().setOffline(true);
    await page.goto(`${workbench.gateway.url}/app/libraries/trades`);
    expect(await page.title()).toContain('Construction Consulting Workbench');
    const unread = await page.evaluate<string[]>(
      `caches.open(${JSON.stringify(names[0])}).then((cache) => cache.keys()).then((keys) => Promise.all(keys.filter(({ url }) => !url.endsWith('/app')).map(({ url }) => fetch(url).then(({ ok }) => (ok ? [] : [url]))))).then((lists) => lists.flat())`,
    );
    expect(unread).toEqual([]);
  });

  test('after an upgrade has no part of the version before', async () => {
    const { page } = await workbench.open('/', installed);
    await page.evaluate(whenStored);
    await page.evaluate(`(async () => {
      await (await caches.open('workbench-before')).put('/app', new Response('before'));
      await (await navigator.serviceWorker.ready).unregister();
    })()`);
    await page.reload();
    await page.evaluate(whenStored);
    const names = await page.evaluate<string[]>('caches.keys()');
    expect(names).toEqual([expect.stringMatching(/^workbench-[0-9a-f]{64}$/)]);
  });
});
