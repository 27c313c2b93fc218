import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { pageActs } from '../../support/page-acts';
import { until } from '../../support/project-system';
import { cellOf, go, openTakeoff } from '../../support/takeoff-grid';
import { openWorkbench, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
}, 60_000);

afterAll(() => workbench?.close());

describe('a number whose separators are not those of the language', () => {
  test('is the same number in a cell, pasted or typed, and in a field, and what is no number stays refused', async () => {
    const { page, projectId, lineAt, call, faults } = await openTakeoff(workbench, 4);
    await page.evaluate("navigator.clipboard.writeText('1,5\\n1.250,50\\n1,250\\n')");
    await go(page, 1, 'Quantity');
    await page.keyboard.press('Control+v');
    await until(async () => (await lineAt(3)).quantity === 1250);
    expect([(await lineAt(1)).quantity, (await lineAt(2)).quantity]).toEqual([1.5, 1250.5]);
    await go(page, 4, 'Quantity');
    await page.keyboard.type('0,375');
    await page.keyboard.press('Enter');
    await until(async () => (await lineAt(4)).quantity === 0.375);
    expect(await (await cellOf(page, 4, 'Quantity')).textContent()).toBe('0.375');
    await go(page, 4, 'Quantity');
    await page.keyboard.type('1,2,3');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect((await lineAt(4)).quantity).toBe(0.375);
    await page.keyboard.press('Escape');

    const { button, dialog, place } = pageActs(() => page);
    await place('Overview').click();
    await button('Edit indirect costs').click();
    await button('Add: Exchange rates', dialog()).click();
    await dialog().getByLabel('Currency').fill('USD');
    const rate = dialog().getByLabel('Rate');
    await rate.fill('1,37');
    await rate.press('Tab');
    expect(await rate.inputValue()).toBe('1.37');
    await page.evaluate("navigator.clipboard.writeText('1.250,5')");
    const diesel = dialog().getByLabel('Diesel');
    await diesel.click();
    await page.keyboard.press('Control+v');
    await diesel.press('Tab');
    expect(await diesel.inputValue()).toBe('1,250.5');
    await diesel.fill('1,250');
    await diesel.press('Enter');
    await dialog().waitFor({ state: 'detached' });
    const stored = await call('GET', `/v1/projects/${projectId}/indirect-costs`);
    expect(stored.exchangeRates).toMatchObject([{ currency: 'USD', rate: 1.37 }]);
    expect(stored.fuelPrices).toMatchObject({ diesel: 1250 });
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
  });
});
