import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { until } from '../../support/project-system';
import { cellOf, go, gridOf, openTakeoff, press, rowOf } from '../../support/takeoff-grid';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
}, 60_000);

afterAll(() => workbench?.close());

describe('the cells of the grid', () => {
  test('have notes by Shift+F2, which mark them, are read where one goes, and are resolved in the details', async () => {
    const { page, watched, call, projectId, faults } = await openTakeoff(workbench, 12);
    await go(page, 3, 'Quantity');
    await press(page, 'Shift+F2');
    const panel = page.getByRole('complementary');
    await panel.getByRole('textbox', { name: 'New note on Quantity' }).fill('Measured twice: ask the site.');
    await panel.getByRole('button', { name: 'Add note' }).click();
    const cell = await cellOf(page, 3, 'Quantity');
    await until(async () => (await cell.getAttribute('title')) === 'Measured twice: ask the site.');
    expect(await cell.getAttribute('aria-description')).toBe('Measured twice: ask the site.');
    expect(await violationsOf(watched)).toEqual([]);
    const notes = async () =>
      (await call('GET', `/api/v1/notes/takeoff-lines?projectId=${projectId}&onField=true`)).data;
    expect(await notes()).toMatchObject([{ field: 'quantity', resolvedAt: null }]);
    await go(page, 4, 'Quantity');
    const status = page.getByText('Measured twice: ask the site.');
    await until(async () => (await status.count()) === 0);
    await press(page, 'ArrowUp');
    await status.first().waitFor();
    await panel.getByRole('button', { name: 'Mark as resolved: Measured twice: ask the site.' }).click();
    await until(async () => (await cell.getAttribute('title')) === null);
    expect((await notes())[0].resolvedAt).not.toBeNull();
    await cell.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Note on this cell…' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('have their decimal signs below each other', async () => {
    const { page, faults } = await openTakeoff(workbench, 4);
    await go(page, 2, 'Quantity');
    await page.keyboard.type('2.125');
    await press(page, 'Enter');
    await until(
      async () => (await (await cellOf(page, 1, 'Quantity')).getAttribute('data-padding')) === '.000',
    );
    // The right edge of what stands before the decimal sign.
    const edgeOf = async (row: number, digits: number): Promise<number> => {
      const id = await (await cellOf(page, row, 'Quantity')).getAttribute('id');
      return page.evaluate(`(() => {
        const { firstChild } = document.getElementById('${id}');
        const range = document.createRange();
        range.setStart(firstChild, 0);
        range.setEnd(firstChild, ${digits});
        return range.getBoundingClientRect().right;
      })()`);
    };
    expect(Math.abs((await edgeOf(1, 1)) - (await edgeOf(2, 1)))).toBeLessThan(0.5);
    expect(faults).toEqual([]);
  });

  test('are smaller or larger as it was chosen last on this device', async () => {
    const { page, watched, faults } = await openTakeoff(workbench, 40);
    const heightOf = async () => (await rowOf(page, 2).boundingBox())?.height;
    expect(await heightOf()).toBe(26);
    await page.getByRole('button', { name: /^View:/ }).click();
    await page.getByRole('radio', { name: '80%' }).click();
    await page.keyboard.press('Escape');
    await until(async () => (await heightOf()) === 21);
    expect(await violationsOf(watched)).toEqual([]);
    await page.reload();
    await rowOf(page, 2).getByText('IC-2', { exact: true }).waitFor();
    expect(await heightOf()).toBe(21);
    await gridOf(page).click({ position: { x: 200, y: 70 } });
    await press(page, 'Control+End');
    await rowOf(page, 40).getByText('IC-40', { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });
});
