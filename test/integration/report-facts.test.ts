import { afterAll, describe, expect, test } from 'bun:test';
import {
  getReportFacts,
  listBasisTexts,
  listKeptCrewRates,
} from '@consulting/kernel/contracts/clients-projects';
import { getBuildUp } from '@consulting/kernel/contracts/estimation';
import { commonProjectSystem, unknownId } from '../support/project-system';

const system = await commonProjectSystem();
const { bus, sql, newClient, newProject, newService, request } = system;

afterAll(() => system.stop());

const client = await newClient({ name: 'Northgate' });
const { id: projectId } = await newProject({ clientId: client.id, city: 'Calgary', country: 'CA' });
const { id: serviceId } = await newService(projectId, {
  name: 'Estimate',
  leadConsultant: 'Jane Moreau',
  details: { estimateClass: '4', assumptions: ['of the service'] },
});
const texts = Array.from({ length: 150 }, (_, at) => `Assumption ${at}`);

const newVersion = async (more: object): Promise<string> => {
  const path = `/v1/projects/${projectId}/services/${serviceId}/estimations`;
  const { status, body } = await request('POST', path, { json: more });
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
  return body.id;
};

const first = await newVersion({ versionLabel: 'A', estimateClass: '3', accuracyHighPercent: 25 });
const second = await newVersion({
  versionLabel: 'B',
  estimateClass: '2',
  assumptions: texts,
  indirectAmount: 50.5,
  escalationPercent: 3,
  contingencyPercent: 7.5,
});
const stored = { crewCode: 'PF-01', name: 'Pipe', crewSize: 8, labourRate: 149.9556, equipmentRate: null };
await sql`update clients_projects.estimation set status = 'approved',
  frozen_crew_rates = ${sql.json([{ ...stored, serviceCrewId: unknownId, status: 'active' }])} where id = ${first}`;

const ask = async (asked: { serviceId?: string; estimationId?: string }, project = projectId) =>
  (await bus.ask(getReportFacts, { projectId: project, serviceId: null, estimationId: null, ...asked }))
    .found;

describe('what clients-projects says for a report', () => {
  test('of a project: its client and place, no service and no version', async () => {
    expect(await ask({})).toMatchObject({
      client: { name: 'Northgate' },
      project: { name: 'Expansion', place: { city: 'Calgary', country: 'CA' } },
      service: null,
      version: null,
      basis: null,
      earlier: [],
    });
  });

  test('of a service: its newest draft, with the accuracy of its class and the versions reviewed before', async () => {
    expect(await ask({ serviceId })).toMatchObject({
      service: { name: 'Estimate', leadConsultant: 'Jane Moreau' },
      version: { estimationId: second, versionLabel: 'B', status: 'draft' },
      basis: { estimateClass: '2', accuracyLowPercent: -15, accuracyHighPercent: 20 },
      earlier: [{ estimationId: first, versionLabel: 'A', versionNumber: 1 }],
    });
  });

  test('of a version: its own accuracy, and none before the first', async () => {
    expect(await ask({ estimationId: first })).toMatchObject({
      service: { name: 'Estimate' },
      version: { estimationId: first },
      basis: { estimateClass: '3', accuracyLowPercent: -20, accuracyHighPercent: 25 },
      earlier: [],
    });
  });

  test('of a service without versions: the class of the service', async () => {
    const { id } = await newService(projectId, { details: { estimateClass: '5' } });
    expect(await ask({ serviceId: id })).toMatchObject({
      version: null,
      basis: { estimateClass: '5', accuracyLowPercent: -50, accuracyHighPercent: 100 },
    });
  });

  test('nothing of what is unknown or of another project', async () => {
    expect(await ask({}, unknownId)).toBeNull();
    expect(await ask({ serviceId: unknownId })).toMatchObject({ service: null, version: null });
    const other = await newProject();
    expect(await ask({ serviceId }, other.id)).toMatchObject({ service: null, version: null });
    expect(await ask({ estimationId: first }, other.id)).toMatchObject({ service: null, version: null });
  });

  test('the assumptions in pages, of a version or of its service', async () => {
    const page = async (estimationId: string | null, skip: number) =>
      (await bus.ask(listBasisTexts, { serviceId, estimationId, list: 'assumptions', skip })).texts;
    expect(await page(second, 0)).toEqual(texts.slice(0, 100));
    expect(await page(second, 100)).toEqual(texts.slice(100));
    expect(await page(null, 0)).toEqual(['of the service']);
  });

  test('the crew rates that a version keeps, null for one that keeps none', async () => {
    expect(await bus.ask(listKeptCrewRates, { estimationId: first, skip: 0 })).toEqual({ crews: [stored] });
    expect(await bus.ask(listKeptCrewRates, { estimationId: second, skip: 0 })).toEqual({ crews: null });
  });

  test('what a version adds to its lines, exactly and rounded as its totals are', async () => {
    expect(await bus.ask(getBuildUp, { estimationId: second, lineTotal: '1000.01' })).toEqual({
      buildUp: {
        indirectAmount: '50.5',
        ownersCostAmount: '0',
        subtotal: '1050.51',
        escalation: '31.52',
        escalationPercent: '3',
        contingency: '81.15',
        contingencyPercent: '7.5',
        managementReserve: '0',
        managementReservePercent: null,
        grandTotal: '1163.18',
      },
    });
    expect(await bus.ask(getBuildUp, { estimationId: unknownId, lineTotal: '1' })).toEqual({ buildUp: null });
  });
});
