import type { CDPSession, Page } from 'playwright-core';
import { desk, openWorkbench, type Workbench } from '../support/workbench';
import { framesIn, type TraceEvent } from './grid-trace';
import { percentile } from './percentile';

const lineCount = Number(process.env.BENCH_LINES ?? 100_000);
const scrolledMs = 8000;
const keystrokes = 40;
const staticRows = 2000;
const columns = [
  'itemNumber,itemCode,description,tag,quantity,unitOfMeasure,materialUnitPrice,unitHours,totalManHours',
  'labourCost,materialCost,totalCost,area,wbsCode,crewCode',
].join();

/**
 * Frames of the grid of a takeoff of 100,000 lines while it is scrolled, and the time from a keystroke to the frame that displays it, by
 * traces of Chromium; beside a floor in the same browser, a plain page of as many columns in static rows.
 */
export async function benchGridFrames(): Promise<void> {
  const workbench = await openWorkbench();
  try {
    const path = await takeoffIn(workbench);
    const { page } = await workbench.open(path);
    page.setDefaultTimeout(120_000);
    await page.getByRole('gridcell', { name: 'IC-1', exact: true }).click();
    await page.waitForTimeout(2000);
    const plain = await workbench.browser.newPage({ viewport: desk });
    await plain.setContent(staticPage());
    await report('floor: static rows', plain, '#rows');
    await reportKeys('floor: a page that answers with nothing', plain, '#rows', 'ArrowDown');
    await page.bringToFront();
    await report('grid of the takeoff', page, '[role=grid]');
    await page.keyboard.press('Control+Home');
    await reportKeys('arrow in the grid', page, '[role=grid]', 'ArrowDown');
    await reportKeys('first letter of a cell', page, '[role=grid]', '7', 'Escape');
  } finally {
    await workbench.close();
  }
}

async function call(workbench: Workbench, method: string, path: string, sent: object) {
  const { status, body } = await workbench.gateway.call(method, path, sent);
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function takeoffIn(workbench: Workbench): Promise<string> {
  const json = async (path: string, body: object) => call(workbench, 'POST', path, { json: body });
  const client = await json('/v1/clients', { code: 'FRAMES', name: 'Borealis' });
  const { id: projectId } = await json('/v1/projects', {
    name: 'Refinery',
    clientId: client.id,
    currency: 'CAD',
  });
  const service = await json(`/v1/projects/${projectId}/services`, {
    serviceType: 'estimation',
    name: 'Class 3',
  });
  const form = new FormData();
  form.set('projectId', projectId);
  form.set('serviceId', service.id);
  form.set('discipline', 'piping');
  form.set('file', new File([...rowsOfFile()], 'takeoff.csv'));
  const { taskId } = await call(workbench, 'POST', '/api/v1/mto/import/async', { form });
  for (;;) {
    const { status } = await call(workbench, 'GET', `/api/v1/mto/import/status/${taskId}`, {});
    if (status === 'completed') return `/projects/${projectId}/takeoff?discipline=piping&columns=${columns}`;
    if (status !== 'queued' && status !== 'running') throw new Error(`The import ended as ${status}.`);
    await Bun.sleep(200);
  }
}

function* rowsOfFile(): Generator<string> {
  yield 'itemNumber,itemCode,description,tag,quantity,unitOfMeasure,materialUnitPrice,unitHours,area\n';
  for (let n = 1; n <= lineCount; n += 1)
    yield `${n},IC-${n},Pipe ${n % 24} in XS ASTM A106 Gr. B,P-${n},${(n % 900) / 8},m,${(n % 700) / 4},${(n % 40) / 16},Area ${n % 60}\n`;
}

function staticPage(): string {
  const cells = Array.from({ length: columns.split(',').length }, (_, at) => `<span>cell ${at}</span>`).join(
    '',
  );
  const rows = Array.from({ length: staticRows }, () => `<div>${cells}</div>`).join('');
  const style = `#rows { height: 700px; overflow: auto } #rows div { height: 26px; display: flex }
    #rows span { flex: 0 0 120px }`;
  return `<style>${style}</style><div id="rows" tabindex="0">${rows}</div>`;
}

async function traced(page: Page, act: (session: CDPSession) => Promise<void>): Promise<TraceEvent[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const done = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  const categories = ['benchmark', 'cc', 'devtools.timeline', 'disabled-by-default-devtools.timeline.frame'];
  await session.send('Tracing.start', { categories: categories.join(), transferMode: 'ReportEvents' });
  await act(session);
  await session.send('Tracing.end');
  await done;
  await session.detach();
  return events;
}

// The pointer wheel is that of the browser, so that what scrolls is what scrolls for a person.
async function report(name: string, page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not displayed`);
  const place = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  const events = await traced(page, async (session) => {
    await session.send('Input.synthesizeScrollGesture', {
      ...place,
      yDistance: -scrolledMs * 3,
      speed: 3000,
      gestureSourceType: 'mouse',
      repeatCount: 0,
    });
  });
  const { seconds, intervals } = framesIn(events);
  const rates = seconds.map((one) => one.frames);
  console.log(
    `${name}: ${percentile(rates, 0.5).toFixed(0)} frames per second (median), ${Math.min(...rates).toFixed(0)} in the worst second; ` +
      `frame intervals p50 ${percentile(intervals, 0.5).toFixed(1)} ms, p95 ${percentile(intervals, 0.95).toFixed(1)} ms, over ${seconds.length} s`,
  );
}

// From the keystroke, as the browser notes it, until the frame is painted in which the page has answered.
const noting = (selector: string) => `(() => {
  const times = (window.keyTimes = []);
  document.querySelector('${selector}').addEventListener('keydown', (event) => {
    const from = event.timeStamp;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => times.push(performance.now() - from);
      channel.port2.postMessage(null);
    });
  }, true);
})()`;

async function reportKeys(
  name: string,
  page: Page,
  selector: string,
  key: string,
  ...after: string[]
): Promise<void> {
  await page.locator(selector).focus();
  await page.evaluate(noting(selector));
  const times: number[] = [];
  for (let at = 0; at < keystrokes; at += 1) {
    await page.keyboard.press(key);
    await page.waitForTimeout(120);
    times.push(...((await page.evaluate('keyTimes.splice(0, 1)')) as number[]));
    for (const one of after) await page.keyboard.press(one);
    await page.waitForTimeout(60);
    await page.evaluate('keyTimes.splice(0)');
  }
  console.log(
    `keystroke to paint, ${name}: p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`,
  );
}
