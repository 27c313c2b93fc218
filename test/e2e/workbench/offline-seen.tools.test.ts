import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { makeFiguresTakeoff } from '../../support/figures-takeoff';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';
import { seenIn, whenSeenIsStored } from '../../support/workbench-seen';

let workbench: Workbench;
let takeoff: Awaited<ReturnType<typeof makeFiguresTakeoff>>;

beforeAll(async () => {
  workbench = await openWorkbench();
  takeoff = await makeFiguresTakeoff(workbench);
});

afterAll(() => workbench?.close());

const installed = { serviceWorkers: 'allow' } as const;
const seenBand = /^No connection\. What you see was read .+; changes need the network\.$/;

async function openLine(page: Page): Promise<void> {
  await page.getByRole('gridcell', { name: 'Line 1', exact: true }).click();
  await page.keyboard.press(' ');
}

describe('what was seen', () => {
  test('is there without network at the last address, with the time, and is read again when the network is back', async () => {
    const path = `/projects/${takeoff.projectId}/takeoff?sort=itemNumber`;
    const watched = await workbench.open(path, installed);
    const { page } = watched;
    page.setDefaultTimeout(10_000);
    await openLine(page);
    const panel = page.getByRole('complementary', { name: /^Details of 1/ });
    await panel.getByRole('button', { name: 'Edit Quantity, now 150' }).waitFor();
    await panel.getByRole('tab', { name: 'Notes' }).click();
    await panel.getByText('No notes').or(panel.getByRole('textbox')).first().waitFor();
    await whenSeenIsStored(page);
    await page.context().setOffline(true);
    await page.goto(`${workbench.gateway.url}/app`);
    await page.getByText(seenBand).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toStartWith(
      `/app${path.split('?')[0]}`,
    );
    await panel.getByRole('tab', { name: 'Notes' }).click();
    expect(await violationsOf(watched)).toEqual([]);
    await panel.getByRole('textbox').fill('Crane needs a permit');
    const adding = panel.getByRole('button', { name: 'Add note' });
    expect(await adding.isDisabled()).toBe(true);
    expect(await adding.getByTitle('Changes need the network.').count()).toBe(1);
    expect(await panel.getByRole('textbox').inputValue()).toBe('Crane needs a permit');
    await workbench.gateway.call('PUT', `/v1/projects/${takeoff.projectId}`, {
      json: { name: 'Renamed meanwhile' },
    });
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Renamed meanwhile' }).waitFor();
    await page.getByText(seenBand).waitFor({ state: 'detached' });
    expect(await panel.getByRole('textbox').inputValue()).toBe('Crane needs a permit');
    await panel.getByRole('button', { name: 'Add note' }).click();
    await panel.getByRole('listitem').filter({ hasText: 'Crane needs a permit' }).waitFor();
  }, 60_000);

  test('is encrypted', async () => {
    const { page } = await workbench.open(`/projects/${takeoff.projectId}`, installed);
    await whenSeenIsStored(page);
    const texts = (await seenIn(page)).join();
    expect(texts).not.toContain(takeoff.projectId);
    expect(texts).not.toContain('project');
  });
});
