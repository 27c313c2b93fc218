import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { WatchedPage } from '../../support/browser';
import { openWorkbench, phone, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let watched: WatchedPage;
let page: Page;
let clientId: string;
let projectId: string;

const place = { country: 'CA', province: 'Alberta', year: 2025, quarter: 'Q3', currency: 'CAD' };

beforeAll(async () => {
  workbench = await openWorkbench();
  clientId = await created('/v1/clients', { code: 'NOR', name: 'Northern Copper' });
  projectId = await created('/v1/projects', { clientId, name: 'Concentrator', ...place });
  await created('/v1/crew-trades', {
    tradeCode: 'PIPF',
    laborDesignation: 'Foreman',
    tradeName: 'Pipefitter',
  });
  watched = await workbench.open('/');
  page = watched.page;
  page.setDefaultTimeout(60_000);
});

afterAll(() => workbench?.close());

async function created(path: string, json: unknown): Promise<string> {
  const { status, body } = await workbench.gateway.call('POST', path, { json });
  expect(status).toBe(201);
  return body.id;
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

async function openMenu(typed: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or go to' }).fill(typed);
}

describe('the command menu', () => {
  test('opens by Ctrl+K, finds a project by part of its name, and Enter goes there', async () => {
    await heading('Projects').waitFor();
    await openMenu('concen');
    await page.getByRole('group', { name: 'Projects' }).getByText('Concentrator').waitFor();
    expect(await violationsOf(watched)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading('Concentrator').waitFor();
    expect(page.url()).toContain(`/projects/${projectId}`);
  });

  test('has the views of the project that is open, by the arrow keys alone', async () => {
    await openMenu('takeoff');
    await page.getByRole('option', { name: /^Takeoff/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/takeoff/);
  });

  test('finds records of libraries, and says so where nothing is found', async () => {
    await openMenu('pipf');
    await page.getByRole('group', { name: 'Trades' }).getByText('PIPF Foreman').click();
    await heading('PIPF Foreman').waitFor();
    await openMenu('no such thing');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('distinguishes rate cards of one trade by place, period and project type', async () => {
    const card = { ...place, tradeCode: 'PIPF', laborDesignation: 'Foreman', baseWage: 52 };
    await created('/v1/crew-members', { ...card, projectType: 'petrochemical' });
    await created('/v1/crew-members', { ...card, projectType: 'pipeline' });
    await page.reload();
    await heading('PIPF Foreman').waitFor();
    await openMenu('pipf');
    const cards = page.getByRole('group', { name: 'Rate cards' }).getByRole('option');
    await cards.nth(1).waitFor();
    const texts = await cards.allInnerTexts();
    expect(texts.map((text) => text.replaceAll(/\s+/g, ' ')).toSorted()).toEqual([
      'PIPF Foreman Alberta · 2025 · Q3 · petrochemical · CAD',
      'PIPF Foreman Alberta · 2025 · Q3 · pipeline · CAD',
    ]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('lists recent projects before anything is typed, and makes a new client', async () => {
    await openMenu('');
    await page.getByRole('group', { name: 'Recent projects' }).getByText('Concentrator').waitFor();
    await page.getByRole('option', { name: 'New client' }).click();
    await page.getByRole('dialog', { name: 'New client' }).getByLabel('Name', { exact: true }).fill('Typed');
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('combobox', { name: 'Search or go to' }).count()).toBe(0);
    expect(watched.faults).toEqual([]);
  });

  test('is next to the name of a project, too, for other projects in the same view', async () => {
    const other = await created('/v1/projects', { clientId, name: 'Smelter', ...place });
    const opened = await workbench.open(`/projects/${projectId}/figures`);
    await opened.page.getByRole('button', { name: 'Switch project' }).click();
    const choice = opened.page.getByRole('dialog', { name: 'Switch project' });
    await choice.getByRole('group', { name: 'Projects' }).getByText('Smelter').waitFor();
    expect(await choice.getByText('Concentrator').count()).toBe(0);
    expect(await violationsOf(opened)).toEqual([]);
    await choice.getByRole('combobox').fill('smel');
    await choice.getByRole('option', { name: /^Smelter/ }).click();
    await opened.page.getByRole('heading', { level: 1, name: 'Smelter' }).waitFor();
    expect(opened.page.url()).toContain(`/projects/${other}/figures`);
    await opened.page.getByRole('button', { name: 'Switch project' }).click();
    await choice.getByRole('group', { name: 'Recent projects' }).getByText('Concentrator').click();
    await opened.page.getByRole('heading', { level: 1, name: 'Concentrator' }).waitFor();
    expect(opened.faults).toEqual([]);
  });

  test.each(['en-CA', 'de-DE', 'fr-CA', 'es-ES'])(
    'breaks no rule of WCAG on a phone, dark, in %s',
    async (locale) => {
      const opened = await workbench.open('/', { locale, colorScheme: 'dark', viewport: phone });
      await opened.page.getByRole('heading', { level: 1 }).waitFor();
      await opened.page.keyboard.press('Control+k');
      await opened.page.getByRole('option').first().waitFor();
      expect(await opened.page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
      expect(await violationsOf(opened)).toEqual([]);
    },
  );
});
