import { type ExampleStep, loadExample } from '@consulting/example';
import type { CDPSession, Page } from 'playwright-core';
import { openWorkbench, type Workbench } from '../support/workbench';

const secondsMax = 1;
const cpuShare = 4;
/** Between the touch of a finger and its end. */
const tapMs = 80;
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);

/** Fast 3G as the developer tools of Chromium have it: 1.44 MBit/s, and 562.5 ms before each answer. */
const network = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};

// Each view by the link that leads to it, one after the other, as a person would go.
const walk = [
  ['Takeoff', /\/takeoff/, '[role=gridcell]'],
  ['Figures', /\/figures/, 'table'],
  ['Import', /\/import/, 'h2'],
  ['Subcontractors', /\/subcontractors/, 'h2'],
  ['Equipment tags', /\/equipment-tags/, 'h2'],
  ['Overview', /\/projects\/[^/]+$/, 'h2'],
  ['Clients', /\/clients/, 'table'],
  ['Libraries', /\/libraries/, 'table'],
  ['Projects', /\/app\/?$/, 'table'],
] as const;

/** How long views take on a slow tablet after the first one, next to one request that is answered on it. */
export async function benchPageViews(): Promise<void> {
  const workbench = await openWorkbench();
  try {
    const projectId = await loadExampleInto(workbench);
    const times = new Map<string, number[]>();
    for (let round = 0; round < rounds; round += 1) await walkOnce(workbench, projectId, times);
    print(times);
  } finally {
    await workbench.close();
  }
}

async function loadExampleInto({ gateway }: Workbench): Promise<string> {
  const api = {
    async send(method: string, path: string, body?: object) {
      const isForm = body instanceof FormData;
      const { status, body: answer } = await gateway.call(
        method,
        path,
        isForm ? { form: body } : { json: body },
      );
      if (status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      return answer;
    },
  };
  const { projectId } = await loadExample(api, (step: ExampleStep) => console.error(step));
  return projectId;
}

async function walkOnce(workbench: Workbench, projectId: string, times: Map<string, number[]>) {
  const { page } = await workbench.open('/', { viewport: { width: 1180, height: 820 } });
  page.setDefaultTimeout(60_000);
  const session = await page.context().newCDPSession(page);
  await throttle(session);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
  await page.waitForTimeout(3000);
  await atRest(page);
  const note = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
  for (let asked = 0; asked < 3; asked += 1) note('request', await requestMs(page));
  note(
    'Project',
    await viewMs(
      page,
      `a[href="/app/projects/${projectId}"]`,
      `/${projectId}`,
      '[aria-labelledby] h2, section section h2',
    ),
  );
  for (const [name, address, content] of walk) {
    await atRest(page);
    note(name, await viewMs(page, `a:not(main header a)`, address.source, content, name));
  }
  await page.context().close();
}

/** A person looks at a view before going on to the next one. */
async function atRest(page: Page): Promise<void> {
  await page.waitForTimeout(1000);
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
  await page.waitForTimeout(500);
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuShare });
}

const requestMs = (page: Page) =>
  page.evaluate<number>(`(async () => {
    const startedAt = performance.now();
    await (await fetch('/api/v1/me')).json();
    return performance.now() - startedAt;
  })()`);

/** From the end of a tap on a link to the frame with the content and without anything that is waited for. */
const viewMs = (page: Page, links: string, address: string, content: string, name = '') =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const link = [...document.querySelectorAll(${JSON.stringify(links)})].find((one) => ${JSON.stringify(name)} === '' || one.textContent.trim() === ${JSON.stringify(name)});
    if (!link) return reject(new Error('No link ' + ${JSON.stringify(name)}));
    let startedAt = Infinity;
    const address = new RegExp(${JSON.stringify(address)});
    const isReady = () => {
      const main = document.querySelector('main');
      const isWaiting = [...main.querySelectorAll('[role=status]')].some(({ textContent }) => textContent.includes('Loading'));
      return address.test(location.pathname) && !isWaiting && [...main.querySelectorAll(${JSON.stringify(content)})].some(({ textContent }) => textContent.trim() !== '');
    };
    const look = () => {
      if (isReady()) return resolve(performance.now() - startedAt);
      if (performance.now() - startedAt > 60000) return reject(new Error('Never ready: ' + location.pathname));
      requestAnimationFrame(look);
    };
    for (const type of ['pointerover', 'pointerenter', 'pointerdown']) link.dispatchEvent(new PointerEvent(type, { bubbles: true }));
    setTimeout(() => {
      startedAt = performance.now();
      link.click();
      requestAnimationFrame(look);
    }, ${tapMs});
  })`);

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function print(times: ReadonlyMap<string, readonly number[]>): void {
  const floor = median(times.get('request') ?? []);
  console.log(
    `One request: ${(floor / 1000).toFixed(2)} s, of which a view may take ${secondsMax} s in all.`,
  );
  for (const [name, values] of times) {
    if (name === 'request') continue;
    const ms = median(values);
    const verdict = ms <= secondsMax * 1000 ? '' : ', too slow';
    console.log(`${name}: ${(ms / 1000).toFixed(2)} s, ${(ms / floor).toFixed(1)} of a request${verdict}`);
  }
}
