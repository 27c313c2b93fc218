import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { WatchedPage } from '../../support/browser';
import { makeFiguresTakeoff } from '../../support/figures-takeoff';
import { until } from '../../support/until';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let takeoff: Awaited<ReturnType<typeof makeFiguresTakeoff>>;
let watched: WatchedPage;
let page: Page;

type Json = Record<string, unknown>;

const call = async (method: string, path: string, json?: Json) => {
  const { status, body } = await workbench.gateway.call(method, path, json === undefined ? {} : { json });
  expect(status).toBeLessThan(300);
  return body;
};

const crewsOf = async (): Promise<{ id: string; crewCode: string; status: string; ratesLocked: boolean }[]> =>
  (await call('GET', `/api/v1/service-crews?serviceId=${takeoff.serviceId}&sort=crewCode`)).data;

const crewOf = async (code: string) => (await crewsOf()).find(({ crewCode }) => crewCode === code);

const linesOf = async (crewCode: string) =>
  (
    await call('POST', '/api/v1/mto/search', {
      projectId: takeoff.projectId,
      filters: { conditions: [{ field: 'crewCode', operator: 'equals', value: crewCode }] },
    })
  ).data;

beforeAll(async () => {
  workbench = await openWorkbench();
  takeoff = await makeFiguresTakeoff(workbench);
  await call('POST', '/v1/crew-trades', {
    tradeCode: 'ROOF',
    laborDesignation: 'Journeyman',
    tradeName: 'Roofer',
  });
  const pipefitters = [{ tradeCode: 'PIPF', laborDesignation: 'Journeyman', quantity: 3 }];
  const roofers = [{ tradeCode: 'ROOF', laborDesignation: 'Journeyman', quantity: 2 }];
  for (const crew of [
    { code: 'PF-02', name: 'Hydrotest', discipline: 'piping', labourMembers: pipefitters },
    { code: 'PF-03', name: 'Supports', discipline: 'piping', labourMembers: pipefitters },
    { code: 'RF-01', name: 'Cladding', discipline: 'architectural', labourMembers: roofers },
  ])
    await call('POST', '/v1/crews', crew);
  const { projectId, serviceId } = takeoff;
  const line = { discipline: 'piping', quantity: 10, unitOfMeasure: 'm', unitManHours: 1 };
  await call('POST', '/api/v1/mto/bulk', {
    ...{ projectId, serviceId },
    items: [
      { ...line, itemNumber: 20, crewCode: 'UNKNOWN' },
      { ...line, itemNumber: 21, crewCode: 'UNKNOWN' },
      { ...line, itemNumber: 22, discipline: 'civil' },
    ],
  });
  watched = await workbench.open(`/projects/${projectId}/figures/crews?service=${serviceId}`);
  page = watched.page;
  page.setDefaultTimeout(60_000);
});

afterAll(() => workbench?.close());

const dialog = () => page.getByRole('dialog').last();

const button = (name: string | RegExp, within: { getByRole: Page['getByRole'] } = page) =>
  within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

const rowOf = (code: string) =>
  page.getByRole('region', { name: 'Crews of the project' }).getByRole('row').filter({ hasText: code });

const choose = (code: string) => rowOf(code).getByRole('checkbox').check({ force: true });

test('several crews of the library come in at once, found by a word, and are said to lack rates', async () => {
  await button('Import crews').click();
  const search = dialog().getByRole('searchbox', { name: 'Code, name or description' });
  await search.fill('rf cladding');
  await dialog().getByRole('checkbox', { name: 'RF-01 Cladding' }).check({ force: true });
  await search.fill('pf');
  expect(await dialog().getByRole('checkbox', { name: 'PF-01 Pipe erection' }).isDisabled()).toBe(true);
  await dialog().getByRole('checkbox', { name: 'PF-02 Hydrotest' }).check({ force: true });
  expect(await violationsOf(watched)).toEqual([]);
  await button('Import 2 crews', dialog()).click();
  await page.getByText('2 crews are imported, 1 of them without rates.').waitFor();
  await rowOf('RF-01').getByText('Incomplete').waitFor();
  await rowOf('PF-02').getByText('Priced').waitFor();
  expect((await crewsOf()).map(({ crewCode }) => crewCode)).toEqual(['PF-01', 'PF-02', 'RF-01']);
});

test('rates by hand price a crew without a rate card, and go away when they are cleared', async () => {
  await choose('RF-01');
  await button('Rates by hand').click();
  await dialog().getByRole('textbox', { name: 'Overtime' }).fill('100');
  await button('Save', dialog()).click();
  await dialog().getByText('is required', { exact: true }).waitFor();
  await dialog().getByRole('textbox', { name: 'Straight time' }).fill('72.5');
  await button('Save', dialog()).click();
  await page.getByText('RF-01 Cladding: the rates are stored.').waitFor();
  await rowOf('RF-01').getByText('Rates by hand').waitFor();
  await rowOf('RF-01').getByText('Priced').waitFor();
  await button('Rates by hand').click();
  for (const name of ['Straight time', 'Overtime']) await dialog().getByRole('textbox', { name }).fill('');
  await button('Save', dialog()).click();
  await rowOf('RF-01').getByText('Incomplete').waitFor();
});

test('indirect costs say what they would make of a crew before they are stored', async () => {
  const { projectId, serviceId } = takeoff;
  const before = (await call('GET', `/api/v1/service-crews?serviceId=${serviceId}&sort=crewCode`)).data[0];
  const indirectCosts = { labour: { overhead: { percentage: 20, amount: null } } };
  const reprice = `/v1/projects/${projectId}/services/${serviceId}/reprice`;
  const { crews } = await call('POST', reprice, { crews: ['PF-01'], indirectCosts });
  const { page: own } = await workbench.open(`/projects/${projectId}`);
  await own.getByRole('button', { name: 'Edit indirect costs' }).click();
  const rate = (value: number) => value.toFixed(2);
  await own.getByText(`PF-01 stays at ${rate(before.rates.totalRatePerManHour)} per man-hour.`).waitFor();
  const labour = own.getByRole('group', { name: 'On labour, per man-hour' });
  const overhead = labour.getByRole('group', { name: 'Overhead', exact: true });
  await overhead.getByText('Tier 2, percent of cost with all of tier 1').waitFor();
  await overhead.getByLabel('Percent').fill('20');
  await overhead.getByLabel('Percent').press('Tab');
  const said = `This makes PF-01 ${rate(crews[0].after.totalRate)} instead of ${rate(crews[0].before.totalRate)}`;
  await own.getByText(said).waitFor();
  expect((await crewOf('PF-01'))?.status).toBe('complete');
  await own.context().close();
});

test('a crew that is out of date is marked and recalculated; a locked one stays', async () => {
  await choose('PF-02');
  await rowOf('RF-01').getByRole('checkbox').uncheck({ force: true });
  await button('Lock rates').click();
  await rowOf('PF-02').getByText('Locked').waitFor();
  const { projectId } = takeoff;
  await call('PUT', `/v1/projects/${projectId}/indirect-costs`, { labour: { overhead: { percentage: 12 } } });
  await until(async () => (await crewOf('PF-01'))?.status === 'stale');
  await page.reload();
  await rowOf('PF-01').getByText('Out of date').waitFor();
  await button('Recalculate 1 that is out of date').click();
  await rowOf('PF-01').getByText('Priced').waitFor();
  expect(await crewOf('PF-02')).toMatchObject({ status: 'stale', ratesLocked: true });
  await choose('PF-02');
  await button('Unlock and recalculate').click();
  await until(async () => (await crewOf('PF-02'))?.status === 'complete');
  expect(await violationsOf(watched)).toEqual([]);
});

test('lines without a rate are grouped, and take a crew of the library or a rate', async () => {
  await button('Lines without a rate').click();
  const unknown = dialog().getByRole('row').filter({ hasText: 'UNKNOWN' });
  expect(await unknown.textContent()).toContain('20 m');
  await unknown.getByRole('checkbox').check({ force: true });
  await dialog().getByRole('combobox', { name: 'Crew' }).fill('supports');
  await page.getByRole('option', { name: 'PF-03 Supports (import from the library)' }).click();
  expect(await violationsOf(watched)).toEqual([]);
  await button('Assign to 2 lines', dialog()).click();
  await dialog().getByText('2 lines are changed.').waitFor();
  await until(async () => {
    const lines = await linesOf('PF-03');
    return lines.length === 2 && lines.every(({ crewRateMatched }: Json) => crewRateMatched);
  });
  await dialog().getByRole('checkbox', { name: 'Civil, no crew code' }).check({ force: true });
  await dialog().getByRole('textbox', { name: 'Or labour rate, per man-hour' }).fill('88');
  await button('Assign to 1 line', dialog()).click();
  await dialog().getByText('1 line is changed.').waitFor();
  await button('Close', dialog()).last().click();
});

test('crews are removed after a question that says how many lines they price', async () => {
  await choose('PF-03');
  await rowOf('PF-02').getByRole('checkbox').uncheck({ force: true });
  await button('Remove from the project').click();
  await dialog().getByText('PF-03 Supports: 2 lines').waitFor();
  await button('Remove from the project', dialog()).click();
  await rowOf('PF-03').waitFor({ state: 'detached' });
  await until(async () =>
    (await linesOf('PF-03')).every(({ labourRateSource }: Json) => labourRateSource === 'manual'),
  );
  expect(watched.faults.filter((fault) => !fault.includes('422'))).toEqual([]);
});
