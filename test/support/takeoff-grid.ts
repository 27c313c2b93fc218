import type { Page } from 'playwright-core';
import { freshCode } from './project-system';
import type { Workbench } from './workbench';

// Tags end after the tenth line, and quantities are the number of the line.
export async function openTakeoff(workbench: Workbench, lineCount: number) {
  async function call(method: string, path: string, json?: unknown) {
    const { status, body } = await workbench.gateway.call(method, path, { json });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }
  const client = await call('POST', '/v1/clients', { code: freshCode('GRID-'), name: 'Borealis' });
  const project = await call('POST', '/v1/projects', {
    name: 'Refinery',
    clientId: client.id,
    currency: 'CAD',
  });
  const projectId = project.id as string;
  const service = await call('POST', `/v1/projects/${projectId}/services`, {
    serviceType: 'estimation',
    name: 'Class 3',
  });
  const items = Array.from({ length: lineCount }, (_, at) => ({
    discipline: 'piping',
    itemNumber: at + 1,
    itemCode: `IC-${at + 1}`,
    description: (at + 1) % 40 === 0 ? 'Gate valve 6 in' : 'Pipe 6 in',
    ...(at < 10 && { tag: `P-${101 + at}` }),
    quantity: at + 1,
    unitOfMeasure: 'm',
    area: 'North',
  }));
  await call('POST', '/api/v1/mto/bulk', { projectId, serviceId: service.id, items });
  const columns = 'itemNumber,itemCode,description,tag,quantity,unitOfMeasure,insulationThickness,area';
  const watched = await workbench.open(
    `/projects/${projectId}/takeoff?discipline=piping&columns=${columns}&sort=itemNumber`,
  );
  watched.page.setDefaultTimeout(8000);
  await rowOf(watched.page, 1).getByText('IC-1', { exact: true }).waitFor();
  const lineAt = async (itemNumber: number) => {
    const filters = { conditions: [{ field: 'itemNumber', operator: 'equals', value: itemNumber }] };
    const { data } = await call('POST', '/api/v1/mto/search', { projectId, filters });
    return data[0];
  };
  return { ...watched, watched, projectId, serviceId: service.id as string, lineAt, call };
}

export const gridOf = (page: Page) => page.getByRole('grid', { name: 'Takeoff lines' });
export const rowOf = (page: Page, row: number) =>
  gridOf(page).locator(`[role="row"][aria-rowindex="${row + 2}"]`);
export const headOf = (page: Page, name: string) => rowOf(page, 0).getByRole('columnheader', { name });

export async function cellOf(page: Page, row: number, column: string) {
  const index = await headOf(page, column).getAttribute('aria-colindex');
  return rowOf(page, row).locator(`[aria-colindex="${index}"]`);
}

export const go = async (page: Page, row: number, column: string) =>
  (await cellOf(page, row, column)).click();

export const saying = (page: Page, text: string | RegExp) =>
  page
    .getByRole('status')
    .getByText(text, { exact: typeof text === 'string' })
    .waitFor();

export const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
