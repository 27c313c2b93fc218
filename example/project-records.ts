import { type Api, fileForm, listed } from './api';
import tagsText from './data/equipment-tags.csv' with { type: 'text' };
import { client, indirectCosts, project, services, subcontractors } from './project';
import type { ServiceCode } from './rules/areas';
import type { Owner } from './takeoffs';

export interface ExampleProject {
  projectId: string;
  serviceIds: Record<ServiceCode, string>;
}

interface Coded {
  code: string;
}

async function ensure<T>(api: Api, path: string, records: readonly (T & Coded)[], body: Coded): Promise<T> {
  return records.find(({ code }) => code === body.code) ?? api.send<T>('POST', path, body);
}

export async function ensureProject(api: Api): Promise<ExampleProject> {
  const clients = await listed<{ clientId: string } & Coded>(api, `/v1/clients?search=${client.code}`);
  const { clientId } = await ensure(api, '/v1/clients', clients, client);
  const projects = await listed<{ projectId: string } & Coded>(api, `/v1/projects?clientId=${clientId}`);
  const body = { ...project, clientId };
  const { projectId } = await ensure(api, '/v1/projects', projects, body);
  await ensureIndirectCosts(api, projectId);
  const path = `/api/v1/projects/${projectId}/subcontractors`;
  const bidders = await listed<Coded>(api, path);
  for (const subcontractor of subcontractors) await ensure(api, path, bidders, subcontractor);
  await ensureTags(api, projectId);
  return { projectId, serviceIds: await ensureServices(api, projectId) };
}

async function ensureServices(api: Api, projectId: string): Promise<Record<ServiceCode, string>> {
  const path = `/v1/projects/${projectId}/services`;
  const { data: stored } = await api.send<{ data: ({ serviceId: string } & Coded)[] }>('GET', path);
  const serviceIds: Partial<Record<ServiceCode, string>> = {};
  for (const { code, name } of services) {
    const body = { code, name, serviceType: 'estimation' };
    serviceIds[code] = (await ensure(api, path, stored, body)).serviceId;
  }
  return serviceIds as Record<ServiceCode, string>;
}

async function ensureIndirectCosts(api: Api, projectId: string): Promise<void> {
  const path = `/v1/projects/${projectId}/indirect-costs`;
  const { labour } = await api.send<{ labour: object | null }>('GET', path);
  if (Object.keys(labour ?? {}).length === 0) await api.send('PUT', path, indirectCosts);
}

async function ensureTags(api: Api, projectId: string): Promise<void> {
  const list = `/api/v1/equipment-tags?projectId=${projectId}`;
  const known = new Set((await listed<{ tagNumber: string }>(api, list)).map(({ tagNumber }) => tagNumber));
  const [header = '', ...lines] = tagsText.trim().split('\n');
  const columns = header.split(',');
  for (const line of lines) {
    const cells = line
      .split(',')
      .map((cell, at) => [columns[at] ?? '', isFigure(cell) ? Number(cell) : cell]);
    const tag = Object.fromEntries(cells.filter(([, cell]) => cell !== ''));
    if (!known.has(tag.tagNumber)) await api.send('POST', '/api/v1/equipment-tags', { ...tag, projectId });
  }
}

const isFigure = (cell: string) => /^\d+(\.\d+)?$/.test(cell);

interface Crew {
  crewId: string;
  crewCode: string;
}

export async function ensureCrews(api: Api, owner: Owner, wanted: ReadonlySet<string>): Promise<void> {
  const { projectId, serviceId } = owner;
  const path = `/api/v1/service-crews?projectId=${projectId}&serviceId=${serviceId}`;
  const known = new Set((await listed<Crew>(api, path)).map(({ crewCode }) => crewCode));
  const library = await listed<Crew>(api, '/v1/crews');
  const missing = library.filter(({ crewCode }) => wanted.has(crewCode) && !known.has(crewCode));
  const items = missing.map(({ crewId }) => ({ crewId }));
  if (items.length > 0) await api.send('POST', '/api/v1/service-crews/bulk', { projectId, serviceId, items });
}

export async function importList(
  api: Api,
  path: string,
  file: { text: string; fileName: string },
  parts: Record<string, string> = {},
): Promise<void> {
  interface Result {
    errors: { row: number; message: string }[];
  }
  const form = fileForm(file.text, file.fileName, parts);
  const { errors } = await api.send<Result>('POST', path, form);
  const [first] = errors;
  if (first) throw new Error(`${file.fileName}, row ${first.row}: ${first.message}`);
}
