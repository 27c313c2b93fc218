import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { desk, openWorkbench, phone, violationsOf, type Workbench } from '../../support/workbench';

/** Of all that the browser asks for until the projects are shown, as it comes over the wire. */
const firstViewBytesMax = 250 * 1000;

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

const projects = { level: 1, name: 'Projects' } as const;

async function bytesOnTheWire(path: string): Promise<number> {
  const headers = { 'accept-encoding': 'gzip' };
  const response = await fetch(workbench.gateway.url + path, { headers, decompress: false } as RequestInit);
  return (await response.arrayBuffer()).byteLength;
}

describe('/app with enforcement off', () => {
  test('shows the projects straight away, asks no other origin and breaks no rule of WCAG', async () => {
    const watched = await workbench.open();
    await watched.page.getByRole('heading', projects).waitFor();
    expect(await violationsOf(watched)).toEqual([]);
    expect(watched.faults).toEqual([]);
    expect([...watched.origins]).toEqual([workbench.gateway.url]);
  });

  test.each([
    ['en-CA', 'Projects', 'Loading…'],
    ['de-DE', 'Projekte', 'Wird geladen…'],
  ])(
    'in %s is at most 250 KB until the projects are displayed, and asks for no part of another view',
    async (locale, name, waiting) => {
      const { page } = await workbench.open('/', { locale });
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: waiting })
        .waitFor({ state: 'hidden' });
      const asked = await page.evaluate<string[]>(
        'performance.getEntries().filter(({ entryType }) => ["navigation", "resource"].includes(entryType)).map(({ name }) => new URL(name).pathname)',
      );
      const parts = asked.filter((path) => path.startsWith('/app'));
      expect(parts.length).toBeGreaterThan(3);
      expect(parts.filter((path) => /(takeoff|figures|import|libraries)-/.test(path))).toEqual([]);
      expect(asked.filter((path) => !/^\/(app|api\/v1|v1)\//.test(`${path}/`))).toEqual([]);
      const sizes = await Promise.all(asked.map(bytesOnTheWire));
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(firstViewBytesMax);
    },
  );

  test('says the language and the look of the browser, and keeps those that were chosen', async () => {
    const watched = await workbench.open('/', { locale: 'de-DE', colorScheme: 'dark', viewport: phone });
    const { page } = watched;
    await page.getByRole('link', { name: 'Projekte', exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    expect(await violationsOf(watched)).toEqual([]);
    await page.getByRole('button', { name: 'Einstellungen' }).click();
    await page.getByRole('button', { name: /Sprache/ }).click();
    await page.getByRole('option', { name: 'Français' }).click();
    await page.getByRole('button', { name: /Apparence/ }).click();
    await page.getByRole('option', { name: 'Clair' }).click();
    await page.reload();
    await page.getByRole('link', { name: 'Projets', exact: true }).waitFor();
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('light');
  });

  test('is compact in a wide window and comfortable in a narrow one, unless somebody chooses', async () => {
    const density = 'document.documentElement.dataset.density';
    const textSize = 'getComputedStyle(document.documentElement).fontSize';
    const watched = await workbench.open('/');
    const { page } = watched;
    await page.getByRole('heading', projects).waitFor();
    expect(await page.evaluate(`[${density}, ${textSize}]`)).toEqual(['compact', '13px']);
    await page.setViewportSize(phone);
    await page.locator('html[data-density="comfortable"]').waitFor();
    expect(await page.evaluate(textSize)).toBe('14px');
    await page.setViewportSize(desk);
    await page.getByRole('button', { name: 'Preferences' }).click();
    await page.getByRole('button', { name: /Density/ }).click();
    await page.getByRole('option', { name: 'Comfortable' }).click();
    await page.reload();
    await page.getByRole('heading', projects).waitFor();
    expect(await page.evaluate(`[${density}, ${textSize}]`)).toEqual(['comfortable', '14px']);
    expect(await violationsOf(watched)).toEqual([]);
  });

  test('goes on by the keyboard alone: past the navigation, and to the heading of the next view', async () => {
    const { page } = await workbench.open();
    await page.getByRole('heading', projects).waitFor();
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to main content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await page.getByRole('link', { name: 'Clients', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
    expect(await focused()).toBe('Clients');
    expect(await page.title()).toBe('Clients · Construction Consulting Workbench');
  });

  test('an address of nothing says so and leads on', async () => {
    const watched = await workbench.open('/nowhere');
    const { page } = watched;
    await page.getByRole('heading', { name: 'There is nothing at this address.' }).waitFor();
    expect(await violationsOf(watched)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('heading', projects).waitFor();
  });

  test('a view whose part does not come ends alone, and says how to go on', async () => {
    const { page } = await workbench.open();
    await page.getByRole('heading', projects).waitFor();
    await page.route(/libraries-/, (route) => route.abort());
    await page.getByRole('link', { name: 'Libraries' }).click();
    await page.getByRole('heading', { name: 'This view could not be displayed' }).waitFor();
    await page.unroute(/libraries-/);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Trades' }).waitFor();
  });
});
