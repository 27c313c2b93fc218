import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Page, Request, Route } from 'playwright-core';
import { freshCode } from '../../support/project-system';
import { openWorkbench, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterEach(async () => {
  for (const context of workbench.browser.contexts()) await context.close();
});

afterAll(() => workbench?.close());

type Line = Record<string, unknown>;

async function makeTakeoff(lines: Line[]): Promise<string> {
  const { id: clientId } = await workbench.send('/v1/clients', { code: freshCode('ROU'), name: 'Rounds' });
  const { id: projectId } = await workbench.send('/v1/projects', { clientId, name: 'Rounds' });
  const service = { code: 'EST', name: 'Estimate', serviceType: 'estimation' };
  const { id: serviceId } = await workbench.send(`/v1/projects/${projectId}/services`, service);
  const items = lines.map((line) => ({ quantity: 10, unitOfMeasure: 'm', materialUnitPrice: 41, ...line }));
  await workbench.send('/api/v1/mto/bulk', { projectId, serviceId, items });
  return projectId;
}

async function makeItems(): Promise<[string, string]> {
  const root = freshCode('W');
  const codes = [root, `${root}.1`, `${root}.2`] as const;
  for (const wbsCode of codes) {
    const parent = wbsCode === root ? {} : { parentCode: root };
    await workbench.send('/api/v1/wbs', { scope: 'universal', wbsCode, name: wbsCode, ...parent });
  }
  return [codes[1], codes[2]];
}

const atRest = (page: Page) =>
  page.evaluate('new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 250)))');

const restsMost = 4;

// Answers wait until the page has asked for all that it can ask without them.
async function roundsOf(page: Page, act: () => Promise<void>): Promise<string[][]> {
  const rounds: string[][] = [];
  const waiting: Route[] = [];
  await page.route(/\/v1\//, (route) => {
    waiting.push(route);
  });
  await act();
  for (let rests = 0; rests < restsMost; rests += 1) {
    const before = waiting.length;
    await atRest(page);
    if (waiting.length > 0) rests = 0;
    if (waiting.length === 0 || waiting.length > before) continue;
    rounds.push(waiting.map((route) => askedBy(route.request())));
    await Promise.all(waiting.splice(0).map((route) => route.continue()));
    await page.waitForLoadState('networkidle');
  }
  return rounds;
}

const askedBy = (request: Request): string =>
  `${request.method()} ${request.url()} ${request.postData() ?? ''}`;

async function roundsOfFigures(projectId: string, charts: readonly RegExp[]) {
  const { page } = await workbench.open(`/projects/${projectId}`);
  await page.getByRole('heading', { level: 1, name: 'Rounds' }).waitFor();
  await page.waitForLoadState('networkidle');
  const rounds = await roundsOf(page, () =>
    page.getByRole('link', { name: 'Figures', exact: true }).first().click(),
  );
  for (const name of charts) await page.getByRole('figure', { name }).waitFor();
  return rounds;
}

const usual = [/^Cost breakdown/, /^By discipline/, /^By .*, each by discipline/];

describe('the figures of a project', () => {
  test('of disciplines, two levels of the WBS and areas are asked for in one round, nothing twice', async () => {
    const [one, other] = await makeItems();
    const projectId = await makeTakeoff([
      { discipline: 'piping', wbsCode: one, area: '100' },
      { discipline: 'piping', wbsCode: other, area: '200' },
      { discipline: 'civil', wbsCode: one, area: '200' },
      { discipline: 'civil', wbsCode: other, area: '100' },
    ]);
    const rounds = await roundsOfFigures(projectId, usual);
    expect(rounds).toHaveLength(1);
    expect(new Set(rounds.flat()).size).toBe(rounds.flat().length);
  });

  test('of one discipline without a WBS are asked for in two rounds, nothing twice', async () => {
    const projectId = await makeTakeoff([
      { discipline: 'piping', area: '100', system: 'Fuel gas' },
      { discipline: 'piping', area: '200', system: 'Flare' },
    ]);
    const rounds = await roundsOfFigures(projectId, [/^Cost breakdown/, /^By area/i]);
    expect(rounds).toHaveLength(2);
    expect(new Set(rounds.flat()).size).toBe(rounds.flat().length);
  });
});
