import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { makeFiguresTakeoff, readFigures } from '../../support/figures-takeoff';
import { desk, openWorkbench, phone, violationsOf, type Workbench } from '../../support/workbench';

interface Owner {
  projectId: string;
  serviceId: string;
}

type Group = { group: Record<string, string | null>; values: Record<string, number> };

let workbench: Workbench;
let takeoff: Awaited<ReturnType<typeof makeFiguresTakeoff>>;
let summary: Awaited<ReturnType<typeof readFigures>>;
let plain: Owner;

beforeAll(async () => {
  workbench = await openWorkbench();
  takeoff = await makeFiguresTakeoff(workbench);
  summary = await readFigures(workbench, takeoff);
  plain = await makePlainTakeoff();
});

afterEach(async () => {
  for (const context of workbench.browser.contexts()) await context.close();
});

afterAll(() => workbench?.close());

/** One discipline without a WBS, in areas of which one has a name that no tile has room for. */
async function makePlainTakeoff(): Promise<Owner> {
  const { id: clientId } = await workbench.send('/v1/clients', { code: 'ONE', name: 'One' });
  const { id: projectId } = await workbench.send('/v1/projects', {
    clientId,
    name: 'Tank farm',
    currency: 'CAD',
  });
  const services = `/v1/projects/${projectId}/services`;
  const { id: serviceId } = await workbench.send(services, {
    code: 'EST',
    name: 'Estimate',
    serviceType: 'estimation',
  });
  const areas = ['100', '200 Compressor building and everything that stands around it', '300', null];
  const items = areas.flatMap((area, at) =>
    [1, 2, 3].map((factor) => ({
      ...{ discipline: 'piping', area, quantity: factor * (at + 1), unitOfMeasure: 'm', unitManHours: 1.5 },
      ...{ labourRate: 95.37, materialUnitPrice: 41.01, description: `Pipe ${at}.${factor}` },
    })),
  );
  await workbench.send('/api/v1/mto/bulk', { projectId, serviceId, items });
  return { projectId, serviceId };
}

const groupsBy = async ({ projectId, serviceId }: Owner, ...groupBy: unknown[]): Promise<Group[]> =>
  (await workbench.send('/api/v1/mto/aggregate', { projectId, serviceId, groupBy })).data;

const numbers = new Intl.NumberFormat('en-CA', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const money = (value: number): string => `CAD ${numbers.format(value)}`;
const blank = (text: string | null): string => (text ?? '').replaceAll('\u00a0', ' ');

const view = ({ projectId, serviceId }: Owner, name = '', search = '') =>
  `/projects/${projectId}/figures${name}?service=${serviceId}${search}`;

const searchOf = (page: Page) => new URL(page.url()).searchParams;

const chartOf = (page: Page, name: string) => page.getByRole('figure', { name, exact: true });

const namesIn = (chart: Locator): Promise<string[]> =>
  chart
    .locator('[data-mark]')
    .evaluateAll((marks) =>
      marks.map((mark) => (mark.getAttribute('data-name') ?? '').replaceAll('\u00a0', ' ')),
    );

async function choose(chart: Locator, item: string): Promise<void> {
  await chart.getByRole('button', { name: /^Copy or save/ }).click();
  await chart.page().getByRole('menuitem', { name: item }).click();
}

const ofDiscipline = (discipline: string) =>
  summary.byDiscipline.find((one: { discipline: string }) => one.discipline === discipline);

describe('a mark', () => {
  test('has the exact figures of the API in its tooltip, by pointer and by keyboard', async () => {
    const { page, faults } = await workbench.open(view(takeoff));
    const chart = chartOf(page, 'By discipline');
    const civil = ofDiscipline('civil');
    const mark = chart.getByRole('link', { name: /^Civil, Material: / });
    await mark.hover();
    const tip = chart.getByText(/^Civil, Material: CAD/).and(page.locator('[aria-hidden="true"]'));
    expect(blank(await tip.last().textContent())).toContain(money(civil.materialCost));
    await page.mouse.move(0, 0);
    await chart.locator('[data-mark]').first().focus();
    await page.keyboard.press('ArrowRight');
    const [, second = ''] = await namesIn(chart);
    expect(blank(await chart.locator('span[style*="top"]').textContent())).toBe(second);
    await page.keyboard.press('Escape');
    expect(await chart.locator('span[style*="top"]').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('leads to the next level by Enter, and Back leads up again, with what the legend left out', async () => {
    const { page } = await workbench.open(view(takeoff));
    const chart = chartOf(page, 'By discipline');
    await chart.getByRole('button', { name: 'Labour' }).click();
    await chart.getByRole('link', { name: /^Piping, Material: / }).focus();
    await page.keyboard.press('Enter');
    await chartOf(page, 'By WBS item').waitFor();
    expect(searchOf(page).get('discipline')).toBe('piping');
    expect(searchOf(page).get('without')).toBe('labourCost');
    await page.goBack();
    await chart.waitFor();
    expect(searchOf(page).get('without')).toBe('labourCost');
  });

  test('of a crew leads to its lines, and that of the sum of the lines to all of them', async () => {
    const { page } = await workbench.open(view(takeoff, '/crews'));
    await page.getByRole('link', { name: /^PF-01 Pipe erection: / }).click();
    const criteria = { conditions: [{ field: 'crewCode', operator: 'equals', value: 'PF-01' }] };
    expect(JSON.parse(searchOf(page).get('filters') ?? '')).toEqual(criteria);
    expect(page.url()).toContain(`/projects/${takeoff.projectId}/takeoff`);
    await page.goBack();
    await page.getByRole('link', { name: 'Summary' }).click();
    await page.getByRole('link', { name: /^Total of the lines: CAD/ }).click();
    await page.waitForURL(
      (url) => url.pathname.endsWith('/takeoff') && url.searchParams.get('filters') === null,
    );
  });

  test('of a change between versions leads to the figures of what changed', async () => {
    const { page } = await workbench.open(view(takeoff, '/revisions', '&by=discipline'));
    await page.getByRole('link', { name: /^Piping: \+CAD/ }).click();
    await chartOf(page, 'By WBS item').waitFor();
    expect(searchOf(page).get('discipline')).toBe('piping');
    await page.goBack();
    await page.getByRole('link', { name: /^A · Budget.*: CAD/ }).click();
    await page.getByLabel('Totals').waitFor();
    expect(searchOf(page).get('version')).toBe(takeoff.versionId);
  });
});

describe('a legend', () => {
  test('leaves a series out of the bars, which says so with its figure, and takes it in again', async () => {
    const { page } = await workbench.open(view(takeoff));
    const chart = chartOf(page, 'By discipline');
    await chart.locator('[data-mark]').first().waitFor();
    const before = await namesIn(chart);
    await chart.getByRole('button', { name: 'Material', pressed: true }).click();
    const left = chart.getByText(/^Left out: /);
    expect(blank(await left.textContent())).toBe(`Left out: Material ${money(summary.totals.materialCost)}.`);
    expect((await namesIn(chart)).filter((name) => name.includes('Material'))).toEqual([]);
    const civil = ofDiscipline('civil');
    const rest = Math.round(civil.totalCost - civil.materialCost).toLocaleString('en-CA');
    await chart.getByText(rest, { exact: true }).waitFor();
    await page.reload();
    await left.waitFor();
    await chart.getByRole('button', { name: 'Material', pressed: false }).focus();
    await page.keyboard.press('Space');
    await left.waitFor({ state: 'detached' });
    expect(await namesIn(chart)).toEqual(before);
  });

  test('filters the figures of a supposition, too', async () => {
    const { page } = await workbench.open(view(takeoff, '/what-if'));
    const chart = chartOf(page, 'Cost by discipline: current and what if');
    await chart.locator('[data-mark]').first().waitFor();
    const marks = await chart.locator('[data-mark]').count();
    await chart.getByRole('button', { name: /^Current/ }).click();
    expect(await chart.locator('[data-mark]').count()).toBe(marks / 2);
  });
});

describe('one discipline without a WBS', () => {
  test('is parted by area in the treemap, down to the lines of one and of none', async () => {
    const { page, faults } = await workbench.open(view(plain));
    const chart = chartOf(page, 'Cost breakdown');
    await chart.locator('[data-mark]').first().waitFor();
    const groups = await groupsBy(plain, 'area');
    const names = await namesIn(chart);
    expect(names).toHaveLength(groups.length);
    for (const { group, values } of groups) {
      const label = group.area === null ? 'Without Area' : `Area ${group.area}`;
      expect(names.find((name) => name.startsWith(`${label}: `))).toContain(money(values.totalCost ?? 0));
    }
    await chart.getByRole('link', { name: /^Area 100: / }).click();
    await page.getByRole('heading', { name: 'Most expensive lines' }).waitFor();
    const path = page.getByLabel('Drill-down path');
    expect(await path.textContent()).toContain('Area 100');
    const link = page.getByRole('link', { name: 'Show these lines in the takeoff' });
    const filtersOf = async () =>
      JSON.parse(
        new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams.get('filters') ?? '',
      );
    expect(await filtersOf()).toEqual({ conditions: [{ field: 'area', operator: 'equals', value: '100' }] });
    await path.getByRole('link').first().click();
    await chart.getByRole('link', { name: /^Without Area: / }).click();
    await page.getByRole('heading', { name: 'Most expensive lines' }).waitFor();
    expect(await filtersOf()).toEqual({ conditions: [{ field: 'area', operator: 'isEmpty' }] });
    expect(faults).toEqual([]);
  });
});

describe('small multiples', () => {
  test('have the same scale, the most expensive first, with the figures of the API', async () => {
    const { page } = await workbench.open(view(takeoff));
    const chart = chartOf(page, 'By WBS item, each by discipline');
    const marks = chart.locator('[data-mark]');
    await marks.first().waitFor();
    const groups = await groupsBy(takeoff, { wbsLevel: 1 }, 'discipline');
    const names = await namesIn(chart);
    expect(names).toHaveLength(groups.length);
    const amounts = groups.map(({ values }) => values.totalCost ?? 0);
    for (const amount of amounts) expect(names.join('\n')).toContain(money(amount));
    const widths = await marks.evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().width));
    const perUnit = names.map((name, at) => {
      const amount = amounts.find((one) => name.includes(money(one))) ?? 0;
      return (widths[at] ?? 0) / amount;
    });
    const most = Math.max(...perUnit);
    for (const scale of perUnit.filter((_, at) => (widths[at] ?? 0) > 5))
      expect(scale / most).toBeCloseTo(1, 1);
    const totals = await chart
      .getByRole('listitem')
      .locator('> div:first-child > span:last-child')
      .allTextContents();
    const figures = totals.map((text) => Number(text.replaceAll(',', '')));
    expect(figures).toEqual(figures.toSorted((one, other) => other - one));
  });
});

const copiedTexts = `navigator.clipboard.read().then(([item]) =>
  Promise.all(['text/plain', 'text/html'].map(async (type) => (await item.getType(type)).text())))`;

const copiedSize = `navigator.clipboard.read()
  .then(([item]) => item.getType('image/png'))
  .then(createImageBitmap)
  .then(({ width, height }) => [width, height])`;

describe('copies', () => {
  test('the copied table has the exact figures that the API has, as numbers', async () => {
    const { page } = await workbench.open(view(takeoff));
    const chart = chartOf(page, 'By discipline');
    await choose(chart, 'Copy table');
    await chart.getByText('Table copied.').waitFor();
    const [text = '', html = ''] = (await page.evaluate(copiedTexts)) as string[];
    const rows = text.split('\n').map((row) => row.split('\t'));
    expect(rows[0]).toEqual([
      'Discipline',
      'Lines',
      'Man-hours',
      'Labour',
      'Material',
      'Equipment',
      'Total cost',
      'Share',
    ]);
    expect(rows).toHaveLength(1 + summary.byDiscipline.length);
    for (const [label = '', lines, hours, labour, material, equipment, total] of rows.slice(1)) {
      const own = ofDiscipline(label.toLowerCase());
      const figures = [lines, hours, labour, material, equipment, total].map(Number);
      expect(figures).toEqual([
        ...[own.itemCount, own.totalManHours, own.labourCost],
        ...[own.materialCost, own.equipmentCost, own.totalCost],
      ]);
    }
    expect(html.match(/<tr>/g)).toHaveLength(rows.length);
    for (const cell of rows.flat()) expect(html).toContain(cell);
  });

  test.each([
    ['de-DE', 'Tabelle kopieren', 'Tabelle kopiert.'],
    ['fr-FR', 'Copier le tableau', 'Tableau copié.'],
  ])('the copied table has numbers as %s writes them, without groups', async (locale, item, said) => {
    const { page } = await workbench.open(view(takeoff), { locale });
    const chart = page.getByRole('figure').nth(1);
    await chart.getByRole('button', { name: /^(Kopieren|Copier)/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await chart.getByText(said).waitFor();
    const [text = ''] = (await page.evaluate(copiedTexts)) as string[];
    for (const { totalCost } of summary.byDiscipline)
      expect(text).toContain(`\t${totalCost.toFixed(2).replace('.', ',')}\t`);
  });

  test('the copied picture is a PNG of the chart, and the drawing has its words', async () => {
    const { page } = await workbench.open(view(takeoff), { colorScheme: 'dark' });
    const chart = chartOf(page, 'By discipline');
    await choose(chart, 'Copy picture');
    await chart.getByText('Picture copied.').waitFor();
    const size = (await page.evaluate(copiedSize)) as number[];
    const box = await chart.boundingBox();
    expect((size[0] ?? 0) / 2).toBeCloseTo((box?.width ?? 0) + 2, -1);
    expect((size[1] ?? 0) / 2).toBeWithin(120, (box?.height ?? 0) + 2);
    const saved = page.waitForEvent('download');
    await choose(chart, 'Save drawing (SVG)');
    const file = await saved;
    expect(file.suggestedFilename()).toBe('By-discipline.svg');
    const svg = await Bun.file(await file.path()).text();
    for (const words of ['By discipline', 'Piping', 'Civil', 'Labour', 'Material'])
      expect(svg).toContain(`>${words}<`);
    expect(svg).toContain(Math.round(ofDiscipline('piping').totalCost).toLocaleString('en-CA'));
    expect(svg).not.toMatch(/oklab|color-mix|NaN/);
  });

  test('where the browser has no clipboard, the picture is saved', async () => {
    const { page } = await workbench.open(view(takeoff));
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    const chart = chartOf(page, 'Cost breakdown');
    const saved = page.waitForEvent('download');
    await choose(chart, 'Copy picture');
    expect((await saved).suggestedFilename()).toBe('Cost-breakdown.png');
    await chart.getByText('The browser refused the clipboard; saved as a file.').waitFor();
  });
});

/** Labels of charts that are wider or higher than what they stand in, and those of one axis that are equal or overlap. */
const labelFaults = `(() => {
  const faults = [];
  for (const mark of document.querySelectorAll('[role="group"] a[data-mark]')) {
    const outer = mark.getBoundingClientRect();
    for (const label of mark.querySelectorAll('[aria-hidden] > span')) {
      const { left, right, top, bottom } = label.getBoundingClientRect();
      if (left < outer.left - 1 || right > outer.right + 1 || top < outer.top - 1 || bottom > outer.bottom + 1)
        faults.push('cut: ' + label.textContent);
    }
  }
  for (const axis of document.querySelectorAll('figure [aria-hidden="true"] > div')) {
    const ticks = [...axis.children].map((tick) => ({ text: tick.textContent, place: tick.getBoundingClientRect() }));
    const texts = ticks.map(({ text }) => text);
    if (new Set(texts).size < texts.length) faults.push('equal: ' + texts);
    for (const [at, { text, place }] of ticks.entries())
      if (at > 0 && place.left < ticks[at - 1].place.right) faults.push('overlaps: ' + text);
  }
  return faults;
})()`;

const faultsOfLabels = async (page: Page) => (await page.evaluate(labelFaults)) as string[];

test.each([
  ['wide', 'light', { width: 1440, height: 900 }, 'en-CA'],
  ['tablet', 'dark', { width: 820, height: 1180 }, 'de-DE'],
  ['phone', 'light', phone, 'fr-FR'],
  ['phone', 'dark', phone, 'es-ES'],
] as const)(
  'no label is cut, equal or over another, and WCAG is kept: %s, %s, %#',
  async (_, colorScheme, viewport, locale) => {
    const watched = await workbench.open(view(takeoff), { viewport, colorScheme, locale });
    const addresses = [
      view(takeoff),
      view(plain),
      view(takeoff, '/revisions'),
      view(takeoff, '/revisions', '&by=discipline'),
      view(takeoff, '/crews'),
    ];
    for (const address of addresses) {
      await watched.page.goto(`${workbench.gateway.url}/app${address}`);
      await watched.page.locator('[data-mark]').first().waitFor();
      await watched.page.waitForLoadState('networkidle');
      expect([address, ...(await faultsOfLabels(watched.page))]).toEqual([address]);
      expect([address, ...(await violationsOf(watched))]).toEqual([address]);
      expect(
        await watched.page.evaluate('document.documentElement.scrollWidth - innerWidth'),
      ).toBeLessThanOrEqual(0);
    }
    expect(watched.faults).toEqual([]);
  },
);

test('in print a chart is as wide as the page, without its tools, and its labels are whole', async () => {
  const { page } = await workbench.open(view(takeoff), { viewport: desk });
  const chart = chartOf(page, 'Cost breakdown');
  await chart.locator('[data-mark]').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 720, height: 1000 });
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  const outer = await chart.boundingBox();
  for (const mark of await chart.locator('[data-mark]').all()) {
    const { x = 0, width = 0 } = (await mark.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
  }
  expect(outer?.width).toBeLessThanOrEqual(720);
  expect(await faultsOfLabels(page)).toEqual([]);
  expect(await chart.getByRole('button', { name: 'Show as table' }).isVisible()).toBe(false);
});
