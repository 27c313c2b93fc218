import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { until } from '../../support/project-system';
import { cellOf, go, openTakeoff, press, saying } from '../../support/takeoff-grid';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
}, 60_000);

afterAll(() => workbench?.close());

const figuresOf = (page: Page) => page.getByRole('group', { name: 'Figures of the selection' });

const add = async (page: Page, row: number, column: string) =>
  (await cellOf(page, row, column)).click({ modifiers: ['Control'] });

const clipboard = (page: Page) => page.evaluate('navigator.clipboard.readText()') as Promise<string>;

describe('several ranges of the grid', () => {
  test('are added by Ctrl and the pointer, have their figures together, and are copied as spreadsheets do', async () => {
    const { page, watched, faults } = await openTakeoff(workbench, 30);
    await go(page, 1, 'Quantity');
    await press(page, 'Shift+ArrowDown');
    await add(page, 5, 'Quantity');
    await press(page, 'Shift+ArrowDown');
    await add(page, 6, 'Quantity');
    await figuresOf(page).getByText('Sum 14').waitFor();
    expect(await figuresOf(page).textContent()).toBe('Sum 14Average 3.5Count 4');
    expect(await page.locator('[role=gridcell][aria-selected=true]').count()).toBe(4);
    expect(await violationsOf(watched)).toEqual([]);
    await press(page, 'Control+c');
    await saying(page, '4 lines copied.');
    expect(await clipboard(page)).toBe('1\r\n2\r\n5\r\n6');
    await go(page, 3, 'Item Code');
    await add(page, 3, 'Area');
    await press(page, 'Control+c');
    await saying(page, '1 line copied.');
    expect(await clipboard(page)).toBe('IC-3\tNorth');
    await add(page, 8, 'Tag');
    await press(page, 'Control+c');
    await saying(page, 'Several ranges can be copied only if they have the same rows or the same columns.');
    expect(await clipboard(page)).toBe('IC-3\tNorth');
    await press(page, 'Escape');
    expect(await page.locator('[role=gridcell][aria-selected=true]').count()).toBe(1);
    expect(faults).toEqual([]);
  });

  test('are added by Shift+F8, filled by Ctrl+Enter, emptied, and given back by one undo each', async () => {
    const { page, lineAt, faults } = await openTakeoff(workbench, 20);
    await go(page, 2, 'Area');
    await press(page, 'Shift+ArrowDown', 'Shift+F8');
    await saying(
      page,
      'Add to the selection: the arrow keys go to another cell, Shift extends it, Escape ends.',
    );
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown');
    await page.keyboard.type('South');
    await press(page, 'Control+Enter');
    await saying(page, '4 cells in 4 lines stored.');
    const areas = () => Promise.all([1, 2, 3, 4, 6, 7, 8].map(async (at) => (await lineAt(at)).area));
    expect(await areas()).toEqual(['North', 'South', 'South', 'North', 'South', 'South', 'North']);
    await press(page, 'Delete');
    await until(async () => (await areas()).filter((area) => area === null).length === 4);
    await press(page, 'Control+z');
    await until(async () => (await areas()).filter((area) => area === 'South').length === 4);
    await press(page, 'Control+z');
    await until(async () => (await areas()).every((area) => area === 'North'));
    expect(faults).toEqual([]);
  });

  test('are given back in turn by keys that are pressed while values are stored and taken back', async () => {
    const { page, lineAt, projectId, call, faults } = await openTakeoff(workbench, 8);
    const history = `/api/v1/history/takeoff-lines?projectId=${projectId}`;
    const operations = (count: number) =>
      until(async () => (await call('GET', history)).data.length === count);
    const areas = () => Promise.all([1, 2, 3].map(async (at) => (await lineAt(at)).area));
    await go(page, 1, 'Area');
    await page.keyboard.type('South');
    await press(page, 'Enter');
    await page.keyboard.type('Yard');
    await press(page, 'Enter', 'Delete', 'Control+z', 'Control+z');
    await operations(1 + 3 + 2);
    expect(await areas()).toEqual(['South', 'North', 'North']);
    await press(page, 'Control+z', 'Control+y', 'Control+y');
    await operations(1 + 3 + 2 + 3);
    expect(await areas()).toEqual(['South', 'Yard', 'North']);
    expect(faults).toEqual([]);
  });

  test('of more than 1,000 lines are summed up by the API, by column and in the order of the view', async () => {
    const { page, faults } = await openTakeoff(workbench, 1500);
    page.setDefaultTimeout(20_000);
    await go(page, 1, 'Quantity');
    await press(page, 'Control+Space');
    await figuresOf(page).getByText('Sum of Quantity 1,125,750 m').waitFor();
    expect(await figuresOf(page).textContent()).toBe(
      '1,500 linesSum of Quantity 1,125,750 mAverage 750.5 mCount 1,500',
    );
    await go(page, 3, 'Quantity');
    await press(page, 'Shift+Control+ArrowDown');
    await figuresOf(page).getByText('Sum of Quantity 1,125,747 m').waitFor();
    expect(faults).toEqual([]);
  });

  test('of groups are summed up without the lines of those that are folded', async () => {
    const { page, projectId, serviceId, call, faults } = await openTakeoff(workbench, 1500);
    page.setDefaultTimeout(20_000);
    const last = { conditions: [{ field: 'itemNumber', operator: 'greaterThan', value: 1400 }] };
    for (const [filters, area] of [
      [last, 'Annex'],
      [{ conditions: [{ field: 'itemNumber', operator: 'lessThanOrEqual', value: 100 }] }, 'Yard'],
    ])
      await call('POST', '/api/v1/mto/bulk-edit', {
        ...{ projectId, serviceId },
        selection: { mode: 'filters', filters },
        updates: { area },
      });
    await page.goto(`${page.url()}&group=area`);
    await page.getByRole('row', { name: /^Area: Annex/ }).click();
    await page.getByRole('row', { name: /^Area: Annex/, expanded: false }).waitFor();
    const code = page.getByRole('gridcell', { name: 'IC-101', exact: true });
    await code.click();
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await press(page, 'Control+Space');
    await figuresOf(page).getByText('Sum of Quantity 980,700 m').waitFor();
    await figuresOf(page).getByText('1,400 lines').waitFor();
    expect(faults).toEqual([]);
  });
});

describe('what is cut', () => {
  test('is moved by the paste as one operation, and stays where it is until then', async () => {
    const { page, watched, lineAt, projectId, call, faults } = await openTakeoff(workbench, 12);
    const tags = () => Promise.all([1, 2, 3, 4, 5].map(async (at) => (await lineAt(at)).tag));
    await go(page, 1, 'Tag');
    await press(page, 'Shift+ArrowDown', 'Control+x');
    await saying(page, '2 lines cut: paste moves the values, Escape gives up.');
    expect(await violationsOf(watched)).toEqual([]);
    expect(await tags()).toEqual(['P-101', 'P-102', 'P-103', 'P-104', 'P-105']);
    await go(page, 2, 'Tag');
    await press(page, 'Control+v');
    await saying(page, '3 cells in 3 lines stored.');
    expect(await tags()).toEqual([null, 'P-101', 'P-102', 'P-104', 'P-105']);
    const history = `/api/v1/history/takeoff-lines?projectId=${projectId}`;
    const { data } = await call('GET', history);
    expect(data[0]).toMatchObject({ counts: { updated: 3 } });
    await press(page, 'Control+z');
    await until(async () => (await tags())[0] === 'P-101');
    expect(await tags()).toEqual(['P-101', 'P-102', 'P-103', 'P-104', 'P-105']);
    expect(faults).toEqual([]);
  });

  test('is given up by Escape, and loses nothing where the paste is refused or does not fit', async () => {
    const { page, lineAt, faults } = await openTakeoff(workbench, 12);
    await go(page, 4, 'Tag');
    await press(page, 'Control+x');
    await saying(page, '1 line cut: paste moves the values, Escape gives up.');
    await press(page, 'Escape');
    await go(page, 11, 'Tag');
    await press(page, 'Control+v');
    await saying(page, '1 cell in 1 line stored.');
    expect([(await lineAt(4)).tag, (await lineAt(11)).tag]).toEqual(['P-104', 'P-104']);
    await go(page, 2, 'Item Code');
    await press(page, 'Control+x');
    await saying(page, '1 line cut: paste moves the values, Escape gives up.');
    await go(page, 3, 'Quantity');
    await press(page, 'Control+v');
    await page.getByText(/^Nothing was stored: 1 cell has an invalid value/).waitFor();
    expect([(await lineAt(2)).itemCode, (await lineAt(3)).quantity]).toEqual(['IC-2', 3]);
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
  });
});
