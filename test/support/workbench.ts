import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import { buildWorkbench } from '@consulting/workbench/build';
import axe from 'axe-core';
import type { BrowserContextOptions } from 'playwright-core';
import { openBrowser, openPage, type WatchedPage } from './browser';
import { startGatewaySystem } from './gateway-system';
import { freshCode } from './project-system';

export const desk = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

// A worker would answer for parts that a test wants to lose.
const usualContext = { viewport: desk, locale: 'en-CA', serviceWorkers: 'block' } as const;

/** An empty system with the workbench and a browser; enforcement is off where `environment` does not say otherwise. */
export async function openWorkbench(environment: Record<string, string> = { IDP_AUTH_ENABLED: 'false' }) {
  await buildWorkbench();
  const system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  const gateway = await system.openGateway(environment);
  const browser = await openBrowser();
  // What somebody else would have made.
  async function send(path: string, json: object) {
    const { status, body } = await gateway.call('POST', path, { json });
    if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }
  return {
    system,
    gateway,
    browser,
    /** A page of a person of their own, at an address of the workbench. */
    async open(path = '/', options: BrowserContextOptions = {}): Promise<WatchedPage> {
      const context = await browser.newContext({ ...usualContext, ...options });
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: gateway.url });
      const watched = await openPage(context);
      await watched.page.goto(`${gateway.url}/app${path}`);
      return watched;
    },
    send,
    // A service without lines, in a project of a client of its own.
    async newService() {
      const client = await send('/v1/clients', { code: freshCode('CL'), name: 'Northern Petrochemicals' });
      const place = { clientId: client.id, name: 'Unit 12', currency: 'CAD' };
      const { id: projectId } = await send('/v1/projects', place);
      const service = { serviceType: 'estimation', name: 'Class 3' };
      const { id: serviceId } = await send(`/v1/projects/${projectId}/services`, service);
      const importPath = `/projects/${projectId}/import?service=${serviceId}`;
      return { projectId: projectId as string, serviceId: serviceId as string, importPath };
    },
    async close(): Promise<void> {
      await browser.close();
      await system.stop();
    },
  };
}

export type Workbench = Awaited<ReturnType<typeof openWorkbench>>;

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary?: string }[];
}

const afterMotion = `Promise.allSettled(document.getAnimations()
  .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
  .map((animation) => animation.finished))`;

/** Rules of WCAG 2.2 A and AA that a page breaks, each with where; colours count as they are after a transition. */
export async function violationsOf({ page }: WatchedPage): Promise<string[]> {
  await page.evaluate(afterMotion);
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })",
  )) as { violations: Violation[] };
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
