import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { hostileName, makeFiguresTakeoff, readFigures } from '../../support/figures-takeoff';
import { readWorkbook } from '../../support/read-workbook';
import { desk, openWorkbench, phone, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let takeoff: Awaited<ReturnType<typeof makeFiguresTakeoff>>;
let summary: Awaited<ReturnType<typeof readFigures>>;

beforeAll(async () => {
  workbench = await openWorkbench();
  takeoff = await makeFiguresTakeoff(workbench);
  summary = await readFigures(workbench, takeoff);
});

afterEach(async () => {
  for (const context of workbench.browser.contexts()) await context.close();
});

afterAll(() => workbench?.close());

const numbers = new Intl.NumberFormat('en-CA', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const money = (value: number): string => `CAD ${numbers.format(value)}`;

/** Browsers write a blank that does not break behind the currency. */
const plain = (text: string | null): string => (text ?? '').replaceAll('\u00a0', ' ');

const view = (name = '', search = '') =>
  `/projects/${takeoff.projectId}/figures${name}?service=${takeoff.serviceId}${search}`;

const nameOf = async (page: Page, name: RegExp): Promise<string> =>
  plain(
    await page.getByRole('link', { name }).and(page.locator('[data-mark]')).first().getAttribute('data-name'),
  );

const read = async (path: string) => (await workbench.gateway.call('GET', path)).body;

const owner = () => ({ projectId: takeoff.projectId, serviceId: takeoff.serviceId });

const ofDiscipline = (discipline: string) =>
  summary.byDiscipline.find((one: { discipline: string }) => one.discipline === discipline);

const searchOf = (page: Page) => new URL(page.url()).searchParams;

/** The changes of a waterfall added to its first level, as the names of the marks have them. */
async function endOf(chart: Locator, isLevel: RegExp): Promise<number> {
  const names = await chart
    .locator('[data-mark]')
    .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('data-name') ?? ''));
  const changes = names.filter((name, at) => at === 0 || !isLevel.test(name));
  return changes.reduce((sum, name) => sum + amountIn(plain(name)), 0);
}

function amountIn(name: string): number {
  const [, sign, amount = ''] = /(-?)CAD ([\d,.]*\d)/.exec(name) ?? [];
  return Number(`${sign}${amount.replaceAll(',', '')}`);
}

describe('the summary', () => {
  test('shows the figures of the API, drills down to the lines and comes back', async () => {
    const { page, faults } = await workbench.open(view());
    await page.getByText('Total cost', { exact: true }).waitFor();
    expect(plain(await page.getByLabel('Totals').textContent())).toContain(money(summary.totals.totalCost));
    await page.getByText(/^1 line \(/).waitFor();
    const piping = ofDiscipline('piping');
    expect(await nameOf(page, /^Piping: CAD/)).toContain(money(piping.totalCost));
    expect(await nameOf(page, /^Piping, Labour: CAD/)).toContain(money(piping.labourCost));
    await page.getByRole('radio', { name: 'Man-hours' }).click();
    const marks = page.getByRole('figure', { name: 'Cost breakdown' });
    await marks.getByRole('link', { name: /^Piping: .* man-hours/ }).click();
    expect(searchOf(page).get('discipline')).toBe('piping');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Piping');
    expect(searchOf(page).get('measure')).toBe('hours');
    const { root } = await read(`/api/v1/mto/project/${takeoff.projectId}/wbs-summary`);
    const [, pipes] = root.children[0].children;
    const hours = pipes.children[0].rolledUp.totalManHours.toLocaleString('en-CA');
    const name = new RegExp(`^30\\.50\\.10 Racks.*: ${hours} man-hours`);
    await marks.getByRole('link', { name }).click();
    await page.getByRole('heading', { name: 'Most expensive lines' }).waitFor();
    expect(await page.getByLabel('Drill-down path').textContent()).toContain(hostileName);
    expect(await page.locator('main b, main img').count()).toBe(0);
    await page.getByRole('cell', { name: 'Line 2' }).waitFor();
    const lines = await page
      .getByRole('link', { name: 'Show these lines in the takeoff' })
      .getAttribute('href');
    const target = new URL(lines ?? '', page.url());
    expect(target.pathname).toEndWith(`/projects/${takeoff.projectId}/takeoff`);
    expect(target.searchParams.get('discipline')).toBe('piping');
    const criteria = { conditions: [{ field: 'wbsCode', operator: 'equals', value: '30.50.10' }] };
    expect(JSON.parse(target.searchParams.get('filters') ?? '')).toEqual(criteria);
    await page.goBack();
    await page
      .getByRole('link', { name: /^30\.50\.20 Underground/ })
      .first()
      .waitFor();
    expect(faults).toEqual([]);
  });

  test('leads from mark to mark with the arrow keys, and gives the same figures as a table', async () => {
    const { page } = await workbench.open(view());
    const chart = page.getByRole('group', { name: 'By discipline', exact: true });
    const marks = chart.locator('[data-mark]');
    await marks.first().focus();
    const names = await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('data-name')));
    const focused = () => page.evaluate('document.activeElement.getAttribute("data-name")');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe(names[1] ?? '');
    await page.keyboard.press('End');
    expect(await focused()).toBe(names.at(-1) ?? '');
    await page
      .getByRole('figure', { name: 'By discipline', exact: true })
      .getByRole('button', { name: 'Show as table' })
      .click();
    const row = page.getByRole('row', { name: /Civil/ });
    expect(plain(await row.textContent())).toContain(money(ofDiscipline('civil').totalCost));
  });
});

describe('the other views', () => {
  test('the WBS opens down to the codes and names what has none', async () => {
    const { page } = await workbench.open(view('/wbs'));
    await page.getByRole('button', { name: 'Expand all' }).click();
    await page.getByRole('row', { name: /Lines without a code/ }).waitFor();
    const row = page.getByRole('row', { name: /30\.50\.20 Underground/ });
    const { data } = await workbench.gateway
      .call('POST', '/api/v1/mto/aggregate', {
        json: { projectId: takeoff.projectId, groupBy: ['wbsCode'] },
      })
      .then(({ body }) => body);
    const sums = data.find((one: { group: { wbsCode: string } }) => one.group.wbsCode === '30.50.20').values;
    expect(await row.textContent()).toContain(numbers.format(sums.totalCost));
  });

  test('the rate of a crew is the sum of its steps', async () => {
    const { page } = await workbench.open(view('/crews'));
    const sum = page.getByLabel('Rate per man-hour');
    expect(await sum.textContent()).toContain('71,978.71 ÷ 480 h = 149.9556');
    expect(await sum.textContent()).toContain('149.9556 + 13.2771 = 163.2327');
    const steps = page.getByRole('group', { name: /^From wages to labour/ });
    expect(await endOf(steps, /^(Members|With )/)).toBeCloseTo(71978.71, 2);
    await page.getByRole('button', { name: 'Show: Rate card of PIPF Journeyman' }).click();
    const card = page.getByRole('dialog', { name: 'Rate card of PIPF Journeyman' });
    expect(await card.getByRole('row', { name: /Burdened rate/ }).textContent()).toContain('73.3515');
  });

  test('a waterfall leads from a version to the present lines by discipline', async () => {
    const { page } = await workbench.open(view('/revisions'));
    await page.getByRole('radio', { name: 'Discipline' }).click();
    const chart = page.getByRole('group', { name: 'From A · Budget (in review) to Current lines' });
    const comparison = await read(
      `/api/v1/mto/project/${takeoff.projectId}/compare?from=${takeoff.versionId}&to=current`,
    );
    const { before, after } = comparison.totals.totalCost;
    expect(await nameOf(page, /^A · Budget.*: CAD/)).toContain(money(before));
    expect(await nameOf(page, /^Current lines: CAD/)).toContain(money(after));
    expect(await endOf(chart, /^(A ·|Current)/)).toBeCloseTo(after, 2);
    await page.getByRole('row', { name: /Changed.*Line 1 .*Quantity/ }).waitFor();
  });

  test('the total of a version moves to the present one by causes, each with its lines, and as a workbook', async () => {
    const { page } = await workbench.open(view('/revisions'));
    const chart = page.getByRole('group', { name: 'From A · Budget (in review) to Current lines' });
    const { body: answer } = await workbench.gateway.call('POST', '/api/v1/mto/reconcile', {
      json: { ...owner(), from: takeoff.versionId, to: 'current' },
    });
    const quantity = answer.causes.find(({ cause }: { cause: string }) => cause === 'quantity');
    expect(await nameOf(page, /^Quantity, with allowances: /)).toContain(money(quantity.amount));
    await page.getByRole('figure').first().getByRole('button', { name: 'Show as table' }).click();
    const total = page.getByRole('row', { name: /^Current lines/ });
    expect(plain(await total.textContent())).toContain(money(answer.to));
    await page.getByRole('figure').first().getByRole('button', { name: 'Show as chart' }).click();
    await chart.getByRole('link', { name: /^Quantity, with allowances: / }).click();
    await page.getByRole('heading', { name: 'Lines moved by Quantity, with allowances' }).waitFor();
    const moved = page.getByRole('region', { name: 'Lines moved by Quantity, with allowances' });
    expect(await moved.getByRole('row').count()).toBe(1 + quantity.lines);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as workbook' }).click();
    const sheets = await readWorkbook(await Bun.file(await (await saved).path()).arrayBuffer());
    expect(JSON.stringify(sheets)).toContain(String(quantity.amount));
  });

  test('a supposition is computed and nothing of it is stored', async () => {
    const { page } = await workbench.open(view('/what-if'));
    const slider = page.getByRole('slider', { name: 'Labour rate' });
    await slider.focus();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
    const { body } = await workbench.gateway.call('POST', '/api/v1/mto/what-if', {
      json: {
        projectId: takeoff.projectId,
        serviceId: takeoff.serviceId,
        changes: [{ updates: { labourRate: { percent: 5 } } }],
      },
    });
    const supposed = page.getByText(money(body.total.totalCost.after));
    await supposed.waitFor();
    expect(searchOf(page).get('rate')).toBe('5');
    const stored = await readFigures(workbench, takeoff);
    expect(stored.totals).toEqual(summary.totals);
    await page.getByRole('button', { name: 'Reset' }).click();
    await supposed.waitFor({ state: 'detached' });
  });

  test('another quarter is looked at, stored and undone', async () => {
    const { page } = await workbench.open(view('/what-if'));
    await page.getByLabel('Escalation (%)').fill('10');
    await page.getByRole('button', { name: 'Show the effect' }).click();
    await page.getByRole('row', { name: /PF-01 .*repriced.*163\.2327.*179\.5/ }).waitFor();
    expect((await readFigures(workbench, takeoff)).totals).toEqual(summary.totals);
    await page.getByRole('button', { name: 'Apply these rates' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByText('The rates have been stored.').waitFor();
    expect((await readFigures(workbench, takeoff)).totals.totalCost).toBeGreaterThan(
      summary.totals.totalCost,
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The rates and lines are back to what they were.').waitFor();
    expect((await readFigures(workbench, takeoff)).totals).toEqual(summary.totals);
  });

  test('the report is a workbook in the language that was chosen, with as many lines as asked for', async () => {
    const { page } = await workbench.open(view('/documents'));
    await page
      .getByRole('main')
      .getByRole('button', { name: /Language/ })
      .click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    const linesMax = page.getByLabel('Lines at most');
    await linesMax.fill('3');
    await linesMax.blur();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download report' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toEndWith('.xlsx');
    const sheets = await readWorkbook(await Bun.file(await file.path()).arrayBuffer());
    expect(sheets.map(({ name }) => name)).toContain('Deckblatt');
    const listed = sheets.find(({ name }) => name === 'Positionen')?.rows ?? [];
    expect(listed).toHaveLength(4);
    expect(Object.values(listed[3] ?? {})).toEqual([
      expect.stringMatching(/^Erste Positionen des Massenauszugs: 3 von \d+$/),
    ]);
    await page.getByText(/ downloaded \(/).waitFor();
  });

  test('a refused file is said in words', async () => {
    const { page } = await workbench.open(view('/documents'));
    await page.route('**/report?**', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '7', 'content-type': 'application/problem+json' },
        body: JSON.stringify({ code: 'RATE_LIMITED', detail: 'Too many.', status: 429, requestId: 'r' }),
      }),
    );
    await page.getByRole('button', { name: 'Download report' }).click();
    await page.getByRole('alert').getByText('try again in 7 s').waitFor();
  });
});

test.each([
  ['desk', 'light', desk],
  ['phone', 'dark', phone],
] as const)('every view keeps the rules of WCAG and its width: %s, %s', async (_, colorScheme, viewport) => {
  const watched = await workbench.open(view(), { viewport, colorScheme });
  for (const name of ['', '/wbs', '/crews', '/revisions', '/review', '/what-if', '/documents']) {
    await watched.page.goto(`${workbench.gateway.url}/app${view(name)}`);
    await watched.page.waitForLoadState('networkidle');
    expect([name, ...(await violationsOf(watched))]).toEqual([name]);
    expect(
      await watched.page.evaluate('document.documentElement.scrollWidth - innerWidth'),
    ).toBeLessThanOrEqual(0);
  }
  expect(watched.faults).toEqual([]);
});
