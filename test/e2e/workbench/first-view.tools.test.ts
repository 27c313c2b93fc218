import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

describe('/app with enforcement off', () => {
  test('shows the projects straight away, asks no other origin and breaks no rule of WCAG', async () => {
    const watched = await workbench.open();
    await watched.page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    expect(await violationsOf(watched)).toEqual([]);
    expect(watched.faults).toEqual([]);
    expect([...watched.origins]).toEqual([workbench.gateway.url]);
  });
});
