import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openPage } from '../../support/browser';
import { makeFiguresTakeoff, readFigures } from '../../support/figures-takeoff';
import { desk, openWorkbench, phone, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let takeoff: Awaited<ReturnType<typeof makeFiguresTakeoff>>;

beforeAll(async () => {
  workbench = await openWorkbench();
  takeoff = await makeFiguresTakeoff(workbench);
  const { projectId, serviceId } = takeoff;
  const items = [1, 2].map(() => ({
    ...{ discipline: 'piping', itemNumber: 7, wbsCode: '30.50.10', description: 'Twin', unitOfMeasure: 'm' },
    ...{ crewCode: 'PF-01', quantity: 3, unitManHours: 1, materialUnitPrice: 10 },
  }));
  const unmeasured = {
    discipline: 'civil',
    itemNumber: 8,
    description: 'Unmeasured',
    unitOfMeasure: 'm3',
    quantity: 0,
  };
  const json = { projectId, serviceId, items: [...items, unmeasured] };
  const added = await workbench.gateway.call('POST', '/api/v1/mto/bulk', { json });
  expect(added.status).toBe(201);
  await readFigures(workbench, takeoff);
});

afterEach(async () => {
  for (const context of workbench.browser.contexts()) await context.close();
});

afterAll(() => workbench?.close());

const view = (search = '') =>
  `/projects/${takeoff.projectId}/figures/review?service=${takeoff.serviceId}${search}`;

const readReview = async () =>
  (
    await workbench.gateway.call(
      'GET',
      `/api/v1/mto/project/${takeoff.projectId}/review?serviceId=${takeoff.serviceId}`,
    )
  ).body;

const rowOf = (page: Page, name: string | RegExp) => page.getByRole('row', { name });

describe('the review of an estimate', () => {
  test('lists blockers first, and each check opens exactly its lines in the takeoff', async () => {
    const { page, faults } = await workbench.open(view());
    await page.getByText(/^Not ready to issue: \d+ blockers are open\.$/).waitFor();
    const { checks } = await readReview();
    const rows = page.getByRole('region', { name: 'Open checks' }).getByRole('row');
    expect(await rows.count()).toBe(1 + checks.length);
    expect(await rows.nth(1).textContent()).toStartWith('Blocker');
    for (const [name, lines] of [
      ['Lines without a quantity', 1],
      ['Identical lines', 2],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('grid').waitFor();
      await page
        .getByText(`${lines} line${lines > 1 ? 's' : ''}`, { exact: true })
        .first()
        .waitFor();
      if (lines === 2) await page.getByText(/Review check is Identical lines/).waitFor();
      await page.goBack();
    }
    expect(faults).toEqual([]);
  });

  test('a check is dismissed with a reason, and opened again', async () => {
    const { page } = await workbench.open(view());
    await page.getByRole('button', { name: 'Dismiss: Identical lines' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dismiss: Identical lines' });
    expect(await dialog.getByRole('button', { name: 'Dismiss', exact: true }).isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('Two equal pump houses.');
    await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowOf(page, /Identical lines.*Two equal pump houses\..*until it finds more/).waitFor();
    const dismissed = async () =>
      (await readReview()).checks.find(({ code }: { code: string }) => code === 'DUPLICATE_LINES').dismissed;
    expect(await dismissed()).toMatchObject({ state: 'dismissed', reason: 'Two equal pump houses.' });
    await page.getByRole('button', { name: 'Reopen: Identical lines' }).click();
    await page.getByRole('button', { name: 'Dismiss: Identical lines' }).waitFor();
    expect(await dismissed()).toBeNull();
  });

  test('ratios are bullets with the figures of the API that lead to those of their lines, and a table', async () => {
    const { page } = await workbench.open(view('&part=ratios'));
    const { ratios } = await readReview();
    const { value } = ratios.find(({ key }: { key: string }) => key === 'materialToLabour');
    const text = value.toLocaleString('en-CA', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    await page.getByRole('link', { name: `Material to labour: ${text}` }).click();
    await page.getByLabel('Totals').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Show as table' }).click();
    await rowOf(page, `Material to labour ${text}`).waitFor();
  });

  test('the maturity of deliverables is stored, and gives the class that they support', async () => {
    const { page } = await workbench.open(view('&part=class'));
    await page.getByText('The deliverables do not support any class yet.').waitFor();
    for (const name of ['Scope description', 'Capacity', 'Location'])
      await page.getByRole('radio', { name: `${name}: Complete` }).check();
    await page.getByRole('tab', { name: 'Checks' }).click();
    await page.getByRole('tab', { name: 'Estimate class' }).click();
    expect(await page.getByRole('radio', { name: 'Capacity: Complete' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The deliverables support Class 5 (concept).').waitFor();
    await rowOf(page, /^Capacity.*Class 1 \(definitive\)$/).waitFor();
  });

  test('the basis of estimate is written section by section next to the facts of the data', async () => {
    const { page } = await workbench.open(view('&part=basis'));
    await page.getByRole('heading', { name: 'Basis of estimate of B · Tender' }).waitFor();
    await page.getByLabel('Exclusions', { exact: true }).last().fill('Land and permits.');
    await page
      .getByRole('complementary', { name: 'From the data: Planning basis' })
      .getByText(/^PF-01: /)
      .waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' });
    const { body: versions } = await workbench.gateway.call('GET', takeoff.versions);
    const draft = versions.find(({ status }: { status: string }) => status === 'draft');
    const basis = await workbench.gateway.call('GET', `${takeoff.versions}/${draft.id}/basis`);
    expect(basis.body.sections).toEqual({ exclusions: 'Land and permits.' });
  });

  test('a version in review has the findings of that moment, and nothing to decide', async () => {
    const { page } = await workbench.open(view(`&version=${takeoff.versionId}`));
    await page.getByText(/^Findings of the moment when this version went to review/).waitFor();
    expect(await page.getByRole('button', { name: /^Dismiss/ }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Basis of estimate' }).click();
    await page.getByText('From review on, the basis of estimate is frozen with its version.').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
  });

  test('a Reader sees every part and is offered nothing that writes', async () => {
    const guarded = await workbench.system.openGateway();
    const { key } = await workbench.system.newKey('Reader');
    const context = await workbench.browser.newContext({ viewport: desk, locale: 'en-CA' });
    const { page } = await openPage(context);
    await page.goto(`${guarded.url}/app${view()}`);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Identical lines' }).waitFor();
    for (const part of ['Checks', 'Ratios', 'Estimate class', 'Basis of estimate']) {
      await page.getByRole('tab', { name: part }).click();
      expect(await page.getByRole('button', { name: /^(Dismiss|Reopen|Save)/ }).count()).toBe(0);
    }
    await page.getByRole('heading', { name: 'Exclusions' }).waitFor();
  });
});

test.each([
  ['desk', 'light', desk],
  ['phone', 'dark', phone],
] as const)('every part keeps the rules of WCAG and its width: %s, %s', async (_, colorScheme, viewport) => {
  const watched = await workbench.open(view(), { viewport, colorScheme });
  for (const part of ['', '&part=ratios', '&part=class', '&part=basis']) {
    await watched.page.goto(`${workbench.gateway.url}/app${view(part)}`);
    await watched.page.waitForLoadState('networkidle');
    expect([part, ...(await violationsOf(watched))]).toEqual([part]);
    expect(
      await watched.page.evaluate('document.documentElement.scrollWidth - innerWidth'),
    ).toBeLessThanOrEqual(0);
  }
  expect(watched.faults).toEqual([]);
});
