import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { until } from '../../support/project-system';
import { go, gridOf, headOf, openTakeoff, press, rowOf, saying } from '../../support/takeoff-grid';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
}, 60_000);

afterAll(() => workbench?.close());

describe('the grid of takeoff lines', () => {
  test('has sum, average and count of the selected numbers, and says where there is none', async () => {
    const { page, watched, faults } = await openTakeoff(workbench, 1200);
    const figures = page.getByRole('group', { name: 'Figures of the selection' });
    await go(page, 1, 'Quantity');
    expect(await figures.count()).toBe(0);
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown');
    expect(await figures.textContent()).toBe('Sum 10Average 2.5Count 4');
    await press(page, 'Shift+ArrowLeft');
    expect(await figures.textContent()).toBe('Sum 10Average 2.5Count 4');
    await page.keyboard.press('ArrowUp');
    await figures.waitFor({ state: 'detached' });
    await go(page, 1, 'Quantity');
    for (let at = 0; at < 6; at += 1) await page.keyboard.press('Shift+PageDown');
    const { lastRow } = await lastSelected(page);
    await figures.getByText(`Sum ${((lastRow * (lastRow + 1)) / 2).toLocaleString('en-CA')}`).waitFor();
    expect(await violationsOf(watched)).toEqual([]);
    await page.keyboard.press('Control+a');
    await figures.getByText('1,200 lines').waitFor();
    await figures.getByText('Sum of Quantity 720,600 m').waitFor();
    expect(faults).toEqual([]);
  });

  test('calculates what begins with =, and leaves what it cannot calculate where it was typed', async () => {
    const { page, watched, lineAt, faults } = await openTakeoff(workbench, 5);
    await go(page, 1, 'Quantity');
    await page.keyboard.type('=12*3.5');
    await page.keyboard.press('Enter');
    await saying(page, '1 cell in 1 line stored.');
    expect((await lineAt(1)).quantity).toBe(42);
    await page.keyboard.type('=10 ft in m');
    await page.keyboard.press('Enter');
    await until(async () => (await lineAt(2)).quantity === 3.048);
    await page.keyboard.type('=(4+2/3');
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Quantity, row 3' });
    await page.getByRole('alert').getByText('The calculation is not finished.').waitFor();
    expect(await field.inputValue()).toBe('=(4+2/3');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await violationsOf(watched)).toEqual([]);
    expect((await lineAt(3)).quantity).toBe(3);
    await field.fill('=(4+2)/3');
    await page.keyboard.press('Enter');
    await until(async () => (await lineAt(3)).quantity === 2);
    await go(page, 4, 'Item Code');
    await page.keyboard.type('=1+1');
    await page.keyboard.press('Enter');
    await until(async () => (await lineAt(4)).itemCode === '=1+1');
    expect(faults).toEqual([]);
  });
});

describe('the keys of the grid', () => {
  test('go to the edge of filled cells, fill right, and open the menu of the cell', async () => {
    const { page, watched, lineAt, faults } = await openTakeoff(workbench, 30);
    const activeText = async () => {
      const id = await gridOf(page).getAttribute('aria-activedescendant');
      return page.locator(`[id="${id}"]`).textContent();
    };
    const isAt = (text: string) => until(async () => (await activeText()) === text);
    await go(page, 2, 'Tag');
    await press(page, 'Control+ArrowDown');
    await isAt('P-110');
    await press(page, 'Control+ArrowUp');
    await isAt('P-101');
    await press(page, 'Control+ArrowRight');
    await isAt('m');
    await press(page, 'Control+ArrowRight');
    await isAt('North');
    await press(page, 'Control+ArrowLeft');
    await isAt('m');
    await press(page, 'Control+ArrowDown');
    await until(async () => (await lastSelected(page)).lastRow === 30);
    await go(page, 8, 'Tag');
    await press(page, 'Control+Shift+ArrowDown');
    await until(async () => (await gridOf(page).locator('[aria-selected="true"]').count()) === 3);
    await go(page, 3, 'Item Code');
    await press(page, 'Shift+ArrowRight', 'Control+r');
    await saying(page, '1 cell in 1 line stored.');
    expect((await lineAt(3)).description).toBe('IC-3');
    await press(page, 'Shift+F10');
    await page.getByRole('menuitem', { name: 'Line history…' }).waitFor();
    expect(await violationsOf(watched)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('and the handle continue a series of numbers and of tags, or repeat what has none', async () => {
    const { page, lineAt, faults } = await openTakeoff(workbench, 16);
    const drag = async (row: number) => {
      const handle = await gridOf(page).locator('[data-handle]').boundingBox();
      const end = await rowOf(page, row).boundingBox();
      await page.mouse.move((handle?.x ?? 0) + 4, (handle?.y ?? 0) + 4);
      await page.mouse.down();
      await page.mouse.move((handle?.x ?? 0) - 4, (end?.y ?? 0) + 12, { steps: 4 });
      await page.mouse.up();
    };
    await go(page, 9, 'Tag');
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowRight');
    await drag(12);
    await saying(page, '2 cells in 2 lines stored.');
    expect([(await lineAt(11)).tag, (await lineAt(12)).tag]).toEqual(['P-111', 'P-112']);
    await go(page, 1, 'Quantity');
    await page.keyboard.type('0.1');
    await press(page, 'Enter');
    await page.keyboard.type('0.3');
    await press(page, 'Enter');
    await until(async () => (await lineAt(2)).quantity === 0.3);
    await go(page, 1, 'Quantity');
    await press(page, 'Shift+ArrowDown');
    await drag(4);
    await until(async () => (await lineAt(4)).quantity === 0.7);
    expect((await lineAt(3)).quantity).toBe(0.5);
    await go(page, 1, 'Quantity');
    await press(page, 'Shift+ArrowDown');
    await page.keyboard.down('Alt');
    await drag(4);
    await page.keyboard.up('Alt');
    await until(async () => (await lineAt(4)).quantity === 0.3);
    expect((await lineAt(3)).quantity).toBe(0.1);
    expect(faults).toEqual([]);
  });
});

describe('the lines of the grid', () => {
  test('are pasted below the last one after a question, duplicated, inserted, and taken away by undo', async () => {
    const { call, page, watched, projectId, faults } = await openTakeoff(workbench, 4);
    const found = async (description: string) => {
      const filters = { conditions: [{ field: 'description', operator: 'equals', value: description }] };
      return (await call('POST', '/api/v1/mto/search', { projectId, filters })).data;
    };
    const paste = async (text: string) => {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      await page.keyboard.press('Control+V');
    };
    await go(page, 4, 'Description');
    await paste('Elbow\t\t1\nTee\t\t2\nCap\t\tsix\n');
    const dialog = page.getByRole('dialog', { name: 'Add 2 lines?' });
    await dialog.getByRole('button', { name: 'Add 2 lines' }).click();
    await dialog.getByText('Line 2:').waitFor();
    await dialog.getByText('Quantity', { exact: true }).waitFor();
    expect(await violationsOf(watched)).toEqual([]);
    expect((await found('Tee')).length).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await go(page, 4, 'Description');
    await paste('Elbow\t\t1\nTee\t\t2\nCap\t\t6\n');
    await dialog.getByRole('button', { name: 'Add 2 lines' }).click();
    await saying(page, '2 lines added.');
    await saying(page, '6 lines');
    expect((await found('Cap'))[0]).toMatchObject({ quantity: 6, discipline: 'piping' });
    await gridOf(page).focus();
    await press(page, 'Control+z');
    await saying(page, '4 lines');
    expect((await found('Cap')).length).toBe(0);

    await go(page, 1, 'Item Code');
    await press(page, 'Shift+ArrowDown', 'Shift+F10');
    await page.getByRole('menuitem', { name: 'Duplicate 2 lines' }).click();
    await saying(page, '2 lines added.');
    await saying(page, '6 lines');
    const copies = await found('Pipe 6 in');
    expect(copies.filter(({ itemCode }: { itemCode: string }) => itemCode === 'IC-2').length).toBe(2);
    expect(new Set(copies.map(({ id }: { id: string }) => id)).size).toBe(copies.length);

    await go(page, 3, 'Item Code');
    await press(page, 'Shift+F10');
    await page.getByRole('menuitem', { name: 'Insert line below…' }).click();
    const form = page.getByRole('dialog', { name: 'New line' });
    expect(await form.getByRole('textbox', { name: 'Area' }).inputValue()).toBe('North');
    await form.getByRole('textbox', { name: 'Description' }).fill('Reducer');
    await form.getByRole('textbox', { name: 'Quantity' }).fill('3');
    await form.getByRole('button', { name: 'Add line' }).click();
    await saying(page, 'Line added.');
    expect((await found('Reducer'))[0].area).toBe('North');
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
  });
});

describe('the columns of the grid', () => {
  test('are moved by the keyboard and by the pointer, frozen, and come back as they were left', async () => {
    const { page, watched, faults } = await openTakeoff(workbench, 3);
    const placeOf = async (name: string) => Number(await headOf(page, name).getAttribute('aria-colindex'));
    const at = await placeOf('Quantity');
    await go(page, 1, 'Quantity');
    await press(page, 'ArrowUp', 'Alt+Shift+ArrowRight');
    await until(async () => (await placeOf('Quantity')) === at + 1);
    await headOf(page, 'Area').hover();
    await page.mouse.down();
    await headOf(page, 'Tag No.').hover();
    await page.mouse.up();
    await until(async () => (await placeOf('Area')) === 5);
    expect(await headOf(page, 'Area').getAttribute('aria-sort')).toBe('none');
    await headOf(page, 'Item Code').click({ button: 'right' });
    expect(await violationsOf(watched)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Freeze up to here' }).click();
    const isFrozen = async (name: string) => {
      const id = await headOf(page, name).getAttribute('id');
      const parent = `document.getElementById(${JSON.stringify(id)}).parentElement`;
      return (await page.evaluate(`getComputedStyle(${parent}).position`)) === 'sticky';
    };
    await until(async () => !(await isFrozen('Description')));
    expect(await isFrozen('Item Code')).toBe(true);
    await page.reload();
    await rowOf(page, 1).getByText('IC-1', { exact: true }).waitFor();
    expect(await isFrozen('Description')).toBe(false);
    expect(await isFrozen('Item Code')).toBe(true);
    expect(await placeOf('Area')).toBe(5);
    expect(faults).toEqual([]);
  });
});

async function lastSelected(page: Page) {
  const id = (await gridOf(page).getAttribute('aria-activedescendant')) ?? '';
  const [, row] = id.split(':');
  return { lastRow: Number(row) + 1 };
}
