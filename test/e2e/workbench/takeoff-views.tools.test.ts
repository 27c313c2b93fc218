import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openPage, type WatchedPage } from '../../support/browser';
import type { GatewayUnderTest } from '../../support/gateway-system';
import { desk, openWorkbench, phone, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let gateway: GatewayUnderTest;
let author: { id: string; key: string };
let reader: { id: string; key: string };
let projectId: string;
let watched: WatchedPage;

async function send(method: string, path: string, json?: unknown) {
  const { status, body } = await gateway.call(method, path, { key: author.key, json });
  if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
  return body;
}

beforeAll(async () => {
  workbench = await openWorkbench();
  gateway = await workbench.system.openGateway();
  author = await workbench.system.newKey('Contributor', { name: 'Piping estimator' });
  reader = await workbench.system.newKey('Reader', { name: 'Cost engineer' });
  const client = await send('POST', '/v1/clients', { code: 'VIEWS', name: 'Northern Copper' });
  const project = await send('POST', '/v1/projects', {
    clientId: client.id,
    name: 'Concentrator',
    currency: 'CAD',
  });
  projectId = project.id;
  const estimate = { serviceType: 'estimation', name: 'Class 3' };
  const service = await send('POST', `/v1/projects/${projectId}/services`, estimate);
  const items = Array.from({ length: 24 }, (_, at) => ({
    discipline: at % 2 === 0 ? 'piping' : 'civil',
    itemNumber: at + 1,
    itemCode: `V.${at + 1}`,
    description: at % 4 === 0 ? 'Gate valve, class 150' : 'Pipe rack',
    quantity: at + 1,
    unitOfMeasure: 'EA',
  }));
  await send('POST', '/api/v1/mto/bulk', { projectId, serviceId: service.id, items });
  watched = await signedIn(author.key, `/projects/${projectId}/takeoff`);
});

afterAll(() => workbench?.close());

async function signedIn(key: string, path: string, options = {}): Promise<WatchedPage> {
  const opened = await openPage(
    await workbench.browser.newContext({ locale: 'en-CA', viewport: desk, ...options }),
  );
  await opened.page.goto(`${gateway.url}/app${path}`);
  await opened.page.getByRole('textbox', { name: 'API key' }).fill(key);
  await opened.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  return opened;
}

const opener = (page: Page) => page.getByRole('button', { name: /^View:/ });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Views' });
const lines = (page: Page, count: number) => page.getByText(`${count} lines`, { exact: true }).first();
const heads = (page: Page) => page.getByRole('columnheader', { name: /^(Tag|Description|Quantity)/ });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search lines' });

async function act(page: Page, name: string): Promise<void> {
  await opener(page).click();
  await menu(page).getByRole('button', { name, exact: true }).click();
}

async function choose(page: Page, name: string): Promise<void> {
  await opener(page).click();
  await menu(page).getByRole('option', { name }).click();
}

async function saveAs(page: Page, name: string, isShared: boolean): Promise<void> {
  await act(page, 'Save as new view…');
  const dialog = page.getByRole('dialog', { name: 'New view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  if (isShared) await dialog.getByText('Share with everyone').click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await opener(page).getByText(name).waitFor();
}

const viewsNamed = async (name: string) =>
  (await send('GET', `/api/v1/mto/views?projectId=${projectId}&search=${encodeURIComponent(name)}`)).data;

describe('a named view', () => {
  test('is made of what is displayed, and its address is its id alone', async () => {
    const { page } = watched;
    await lines(page, 24).waitFor();
    await search(page).fill('gate valve');
    await lines(page, 6).waitFor();
    await saveAs(page, 'Gate valves', true);
    const [view] = await viewsNamed('Gate valves');
    expect(view).toMatchObject({ projectId, search: 'gate valve', isShared: true, isOwn: true });
    expect(view.columns).toContainEqual({ key: 'description', width: null, isFrozen: true });
    const address = new URL(page.url()).searchParams;
    expect([...address]).toEqual([['view', view.viewId]]);
    expect(await search(page).inputValue()).toBe('gate valve');
  });

  test('is marked as changed by another search, goes back with Reset, and takes it with Save', async () => {
    const { page } = watched;
    expect(await opener(page).getByText('Changed').count()).toBe(0);
    await search(page).fill('pipe rack');
    await lines(page, 18).waitFor();
    await opener(page).getByText('Changed').waitFor();
    await act(page, 'Reset changes');
    await lines(page, 6).waitFor();
    expect(await opener(page).getByText('Changed').count()).toBe(0);
    await search(page).fill('');
    await lines(page, 24).waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('');
    await search(page).fill('valve class');
    await lines(page, 6).waitFor();
    await act(page, 'Save changes');
    await opener(page).getByText('Changed').waitFor({ state: 'detached' });
    expect((await viewsNamed('Gate valves'))[0].search).toBe('valve class');
  });

  test('has the widths that were dragged in it, and all lines have theirs', async () => {
    const { page } = watched;
    const grip = page.getByRole('columnheader', { name: /^Description/ }).locator('[data-grip]');
    const box = await grip.boundingBox();
    if (!box) throw new Error('The column has no grip.');
    await page.mouse.move(box.x + 3, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x - 97, box.y + 8, { steps: 4 });
    await page.mouse.up();
    await opener(page).getByText('Changed').waitFor();
    await act(page, 'Save changes');
    await opener(page).getByText('Changed').waitFor({ state: 'detached' });
    const [{ columns }] = await viewsNamed('Gate valves');
    expect(columns).toContainEqual({ key: 'description', width: 200, isFrozen: true });
    const width = () =>
      heads(page)
        .filter({ hasText: 'Description' })
        .evaluate((head) => head.clientWidth);
    expect(await width()).toBeLessThan(205);
    await choose(page, 'All lines');
    await lines(page, 24).waitFor();
    expect(await width()).toBeGreaterThan(290);
    expect(page.url()).not.toContain('view=');
  });

  test('has the columns that were frozen in it once it is saved', async () => {
    const { page } = watched;
    await choose(page, 'Gate valves');
    await lines(page, 6).waitFor();
    await page.getByRole('columnheader', { name: /^Item Code/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Freeze up to here' }).click();
    await opener(page).getByText('Changed').waitFor();
    await act(page, 'Save changes');
    await opener(page).getByText('Changed').waitFor({ state: 'detached' });
    const [{ columns }] = await viewsNamed('Gate valves');
    const frozen = columns.filter(({ isFrozen }: { isFrozen: boolean }) => isFrozen);
    expect(frozen.map(({ key }: { key: string }) => key)).toEqual(['itemCode']);
    expect(
      await page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('frozen'))"),
    ).toEqual([]);
    await choose(page, 'All lines');
    await lines(page, 24).waitFor();
  });

  test('that is shared is seen by a Reader, who can neither save nor delete; a personal one is not', async () => {
    const { page } = watched;
    await saveAs(page, 'Only for me', false);
    const { page: other } = await signedIn(reader.key, `/projects/${projectId}/takeoff`);
    await lines(other, 24).waitFor();
    await opener(other).click();
    await menu(other).getByRole('option', { name: 'Gate valves' }).waitFor();
    expect(await menu(other).getByRole('option', { name: 'Only for me' }).count()).toBe(0);
    await menu(other).getByRole('option', { name: 'Gate valves' }).click();
    await lines(other, 6).waitFor();
    await search(other).fill('pipe');
    await opener(other).getByText('Changed').waitFor();
    await opener(other).click();
    const buttons = menu(other).getByRole('button');
    expect((await buttons.allTextContents()).filter(Boolean)).toEqual(['Reset changes']);
    await other.context().close();
  });

  test('that an address names opens with what the address says besides', async () => {
    const [{ viewId }] = await viewsNamed('Gate valves');
    const address = `/projects/${projectId}/takeoff?view=${viewId}&search=`;
    const { page } = await signedIn(reader.key, address);
    await lines(page, 24).waitFor();
    await opener(page).getByText('Gate valves').waitFor();
    await opener(page).getByText('Changed').waitFor();
    await page.context().close();
  });

  test('that is not shared with who opens its address leaves all lines and says so', async () => {
    const [{ viewId }] = await viewsNamed('Only for me');
    const { page } = await signedIn(reader.key, `/projects/${projectId}/takeoff?view=${viewId}`);
    await lines(page, 24).waitFor();
    await page.getByRole('status').getByText('was deleted or is not shared with you').waitFor();
    await opener(page).getByText('All lines').waitFor();
    await page.context().close();
  });

  test('is renamed, not to a name that another one has, and deleted after a question', async () => {
    const { page } = watched;
    await choose(page, 'Only for me');
    await act(page, 'Rename or share…');
    const dialog = page.getByRole('dialog', { name: 'Rename or share' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('gate valves');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Mine');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await opener(page).getByText('Mine').waitFor();
    expect((await viewsNamed('Mine'))[0]).toMatchObject({ projectId, isShared: false });
    await act(page, 'Delete view…');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await opener(page).getByText('All lines').waitFor();
    expect(await viewsNamed('Mine')).toEqual([]);
  });

  test('is found by its name where there are more than eight', async () => {
    const { page } = watched;
    await opener(page).click();
    await menu(page).getByRole('option', { name: 'Gate valves' }).waitFor();
    expect(await menu(page).getByRole('searchbox').count()).toBe(0);
    await page.keyboard.press('Escape');
    for (let at = 1; at <= 8; at++)
      await send('POST', '/api/v1/mto/views', { projectId, name: `Area ${at}` });
    await page.reload();
    await lines(page, 24).waitFor();
    await opener(page).click();
    await menu(page).getByRole('option', { name: 'Area 8' }).waitFor();
    await menu(page).getByRole('searchbox', { name: 'Search views' }).fill('valve');
    await menu(page).getByRole('option', { name: 'Area 8' }).waitFor({ state: 'detached' });
    await menu(page).getByRole('option', { name: 'Gate valves' }).click();
    await lines(page, 6).waitFor();
    await choose(page, 'All lines');
  });

  for (const [colorScheme, viewport] of [
    ['light', desk],
    ['dark', desk],
    ['light', phone],
  ] as const)
    test(`has a menu without barriers, ${colorScheme}, ${viewport.width} px wide`, async () => {
      const opened = await signedIn(author.key, `/projects/${projectId}/takeoff`, { colorScheme, viewport });
      const { page, faults } = opened;
      await lines(page, 24).waitFor();
      // The page asks who calls before there is a key.
      faults.length = 0;
      await choose(page, 'Gate valves');
      await search(page).fill('valve');
      await opener(page).getByText('Changed').waitFor();
      expect(await violationsOf(opened)).toEqual([]);
      await opener(page).click();
      await menu(page).getByRole('option', { name: 'Gate valves' }).waitFor();
      expect(await violationsOf(opened)).toEqual([]);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(viewport.width);
      expect(faults).toEqual([]);
      await page.context().close();
    });

  test('colours its lines by the first rule that each meets', async () => {
    const { page } = watched;
    await choose(page, 'Gate valves');
    await lines(page, 6).waitFor();
    await act(page, 'Colour rules…');
    const rules = page.getByRole('dialog', { name: 'Colour rules of Gate valves' });
    for (const least of ['15', '8']) {
      await rules.getByRole('button', { name: 'Add a rule' }).click();
      const builder = page.getByRole('dialog', { name: 'Filter' });
      const condition = builder.getByRole('group', { name: 'Condition 1', exact: true });
      await condition.getByRole('combobox', { name: 'Field' }).fill('Quantity');
      await page.getByRole('option', { name: 'Quantity', exact: true }).click();
      await condition.getByRole('button', { name: 'Comparison' }).click();
      await page.getByRole('option', { name: 'is greater than', exact: true }).click();
      await condition.getByRole('textbox', { name: 'Value' }).fill(least);
      await builder.getByRole('button', { name: 'Use this rule' }).click();
      await rules.getByText(`Quantity is greater than ${least}`).waitFor();
    }
    await rules
      .getByRole('button', { name: /Colour/ })
      .first()
      .click();
    await page.getByRole('option', { name: 'Red' }).click();
    expect(await violationsOf(watched)).toEqual([]);
    await rules.getByRole('button', { name: 'Save' }).click();
    await rules.waitFor({ state: 'detached' });
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell', { name: 'V.21', exact: true }) });
    await row.and(page.locator('[style*="--rule"]')).waitFor();
    const coloursOf =
      "[...document.querySelectorAll('[role=row]')].map((row) => row.style.getPropertyValue('--rule'))";
    const colours = (await page.evaluate<string[]>(coloursOf)).slice(2, 8);
    expect(colours).toEqual(['', '', '#d98a1f', '#d98a1f', '#c0392b', '#c0392b']);
    expect(await violationsOf(watched)).toEqual([]);
    await choose(page, 'All lines');
  });
});
