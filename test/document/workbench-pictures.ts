/** Pictures of the workbench for the documentation, of a running system with the demo: `bun test/document/workbench-pictures.ts [address [picture …]]`. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../support/browser';
import { desk } from '../support/workbench';

const [address = 'http://127.0.0.1:3000', ...wanted] = process.argv.slice(2);
const folder = join(import.meta.dir, '../../docs/pictures');

const read = async (path: string) =>
  (await (await fetch(address + path)).json()) as { data: Record<string, string>[] };

const { data: projects } = await read('/v1/projects?search=compressor&limit=1');
const [project] = projects;
if (!project) throw new Error(`${address} has no demo project: \`bun run demo\` makes it.`);
const { data: tasks } = await read(`/api/v1/mto/imports?projectId=${project.projectId}&limit=1`);
const serviceId = tasks[0]?.serviceId;
const service = `service=${serviceId}`;
const versionsPath = `/v1/projects/${project.projectId}/services/${serviceId}/estimations`;
const versions = (await (await fetch(address + versionsPath)).json()) as Record<string, string>[];
const draft = versions.find(({ status }) => status === 'draft') ?? versions[0];

const views: Record<string, string> = {
  start: '/',
  projects: '/',
  import: `/projects/${project.projectId}/import/${tasks[0]?.taskId}?${service}`,
  takeoff: `/projects/${project.projectId}/takeoff?${service}`,
  price: `/projects/${project.projectId}/takeoff?${service}&discipline=piping`,
  figures: `/projects/${project.projectId}/figures?${service}`,
  causes: `/projects/${project.projectId}/figures/revisions?${service}&from=${versions.at(-1)?.id}&to=${versions[0]?.id}`,
  review: `/projects/${project.projectId}/figures/review?${service}`,
  'what-if': `/projects/${project.projectId}/figures/what-if?${service}&hours=10&rate=-5`,
  sheet: `/projects/${project.projectId}/services/${serviceId}/versions/${draft?.id}/sheet`,
  libraries: '/libraries/crews',
};

const browser = await openBrowser();
const context = await browser.newContext({ viewport: desk, locale: 'en-CA', colorScheme: 'light' });
const page: Page = await context.newPage();

const acts: Record<string, () => Promise<void>> = {
  async start() {
    await page.getByRole('button', { name: 'Guided start' }).click();
    await page.getByRole('button', { name: 'Close the guided start' }).waitFor();
  },
  async price() {
    await page.getByRole('button', { name: 'Lines', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Price all/ }).click();
    await page.getByRole('combobox', { name: 'Price book' }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('heading', { name: 'Coverage by field' }).waitFor();
  },
};

for (const [name, path] of Object.entries(views)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  await page.goto(`${address}/app${path}`);
  await page.waitForLoadState('networkidle');
  await acts[name]?.();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1000);
  await page.getByText('Loading…').waitFor({ state: 'detached' });
  await page.screenshot({ path: join(folder, `workbench-${name}.png`) });
  if (name === 'start') await page.getByRole('button', { name: 'Close the guided start' }).click();
  console.log(`docs/pictures/workbench-${name}.png`);
}
if (wanted.length === 0 || wanted.includes('report')) await pictureOfReport(project.projectId ?? '');
await browser.close();

async function pictureOfReport(projectId: string): Promise<void> {
  const version = versions.find(({ status }) => status === 'approved')?.estimationId;
  const query = `serviceId=${serviceId}&estimationId=${version}&format=html&lines=none`;
  const report = await fetch(`${address}/api/v1/mto/project/${projectId}/report?${query}`);
  await page.setViewportSize({ width: 1080, height: 2280 });
  await page.setContent(await report.text());
  await page.screenshot({ path: join(folder, 'report.png') });
  console.log('docs/pictures/report.png');
}
