import { afterAll, beforeAll, expect, test } from 'bun:test';
import { until } from '../../support/until';
import { openWorkbench, phone, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let projectId: string;
let serviceId: string;

type Json = Record<string, unknown>;

async function call(method: string, path: string, json?: Json) {
  const { status, body } = await workbench.gateway.call(method, path, json === undefined ? {} : { json });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

beforeAll(async () => {
  workbench = await openWorkbench();
  const { id: clientId } = await call('POST', '/v1/clients', {
    code: 'OVR',
    name: 'Northern Petrochemicals',
  });
  ({ id: projectId } = await call('POST', '/v1/projects', { clientId, name: 'Unit 12', currency: 'CAD' }));
  ({ id: serviceId } = await call('POST', `/v1/projects/${projectId}/services`, {
    serviceType: 'estimation',
    name: 'Class 3',
  }));
});

afterAll(() => workbench?.close());

async function opened(viewport?: typeof phone) {
  const watched = await workbench.open(`/projects/${projectId}`, viewport ? { viewport } : {});
  watched.page.setDefaultTimeout(60_000);
  return {
    ...watched,
    card: (name: string) =>
      watched.page
        .locator('section')
        .filter({ has: watched.page.getByRole('heading', { name, exact: true }) })
        .last(),
  };
}

async function imported(): Promise<void> {
  const form = new FormData();
  const rows = ['Item No.,Description,Quantity,UOM,Total Cost', '1,Pipe,10,m,500', '2,Elbow,4,EA,100'];
  for (const [name, value] of Object.entries({ projectId, serviceId, discipline: 'piping' }))
    form.set(name, value);
  form.set('file', new File([rows.join('\n')], 'piping.csv', { type: 'text/csv' }));
  const address = `${workbench.gateway.url}/api/v1/mto/import/async`;
  const { taskId } = (await (await fetch(address, { method: 'POST', body: form })).json()) as Json;
  await until(async () => (await call('GET', `/api/v1/mto/import/status/${taskId}`)).status === 'completed');
}

const lines = async (): Promise<Json[]> =>
  (await call('GET', `/api/v1/mto?projectId=${projectId}&sort=itemNumber`)).data;

const change = (changes: Json) =>
  call('POST', '/api/v1/mto/bulk-edit', {
    ...{
      projectId,
      selection: {
        mode: 'filters',
        filters: { conditions: [{ field: 'discipline', operator: 'equals', value: 'piping' }] },
      },
    },
    updates: changes,
  });

test('the next step of an empty project is an import', async () => {
  const { page, card } = await opened();
  await card('Next step').getByText('No takeoff lines yet.').waitFor();
  await card('Next step').getByRole('link', { name: 'Import a workbook' }).click();
  await page.waitForURL(/\/import\?service=/);
  await page.context().close();
});

test('the latest imports have the money of their files, and the next step leads to the lines that have a gap', async () => {
  await imported();
  const { page, card } = await opened();
  const imports = card('Latest imports');
  await imports.getByRole('link', { name: 'piping.csv' }).waitFor();
  await imports.getByText('Completed: 2 new').waitFor();
  await imports.getByText(/^The file comes to 600/).waitFor();
  await card('Next step').getByRole('link', { name: 'Show these lines' }).click();
  await page.getByText('2 lines', { exact: true }).waitFor();
  await page.context().close();
});

test('the total has its movement since the newest version with the causes that the API gives', async () => {
  await change({ unitManHours: 2, labourRate: 90, materialUnitPrice: 12.5, totalCostOverride: null });
  const path = `/v1/projects/${projectId}/services/${serviceId}/estimations`;
  const version = await call('POST', path, { versionLabel: 'A', name: 'For tender' });
  await call('PUT', `${path}/${version.id}`, { status: 'in-review' });
  const [first] = await lines();
  await call('PUT', `/api/v1/mto/${first?.id}?projectId=${projectId}`, { quantity: 16 });
  const { difference } = await call('POST', '/api/v1/mto/reconcile', {
    ...{ projectId, serviceId, from: version.id, to: 'current' },
  });
  const { page, card } = await opened();
  const movement = card('Takeoff totals').getByRole('region', { name: 'Movement of the total' });
  await movement.getByText('Since A · For tender:').waitFor();
  const written = `+CAD ${new Intl.NumberFormat('en-CA', { minimumFractionDigits: 2 }).format(difference)}`;
  await movement.getByRole('strong').filter({ hasText: written }).waitFor();
  await movement.getByText(/Quantity, with allowances/).waitFor();
  await card('Next step').getByText('Review the estimate before it is issued.').waitFor();
  await movement.getByRole('link', { name: 'All causes' }).click();
  await page.getByRole('heading', { name: /A · For tender/ }).waitFor();
  await page.context().close();
});

test('open notes of lines are listed until they are resolved, and nothing breaks a rule of WCAG', async () => {
  const [first] = await lines();
  const note = await call('POST', '/api/v1/notes/takeoff-lines', {
    ...{ recordId: first?.id, projectId, text: 'Is the price with freight?' },
  });
  const watched = await opened(phone);
  const notes = watched.card('Open notes');
  await notes.getByText('Is the price with freight?').waitFor();
  await watched.card('Takeoff totals').getByText('All causes').waitFor();
  expect(await violationsOf(watched)).toEqual([]);
  await notes.getByRole('link', { name: 'Show the line with an open note' }).click();
  await watched.page.getByText('1 line', { exact: true }).waitFor();
  await call('PUT', `/api/v1/notes/takeoff-lines/${note.noteId}`, { resolvedAt: new Date().toISOString() });
  const after = await opened();
  await after.card('Next step').waitFor();
  expect(await after.card('Open notes').count()).toBe(0);
  expect(await violationsOf(after)).toEqual([]);
  expect([...watched.faults, ...after.faults]).toEqual([]);
});
