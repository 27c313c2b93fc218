import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  findSubcontractors,
  getClient,
  getProject,
  getService,
} from '@consulting/kernel/contracts/clients-projects';
import { countPricedLines, getSubcontractorUsage } from '@consulting/kernel/contracts/mto';
import { connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { DomainError } from '@consulting/kernel/schema';
import { commonProjectSystem, type ProjectSystem, unknownId, until } from '../support/project-system';

let system: ProjectSystem;

beforeAll(async () => {
  system = await commonProjectSystem();
});
afterAll(() => system.stop());

const location = {
  country: 'CA',
  region: 'Western Canada',
  province: 'Alberta',
  year: 2025,
  quarter: 'Q3',
  projectType: 'petrochemical',
};

describe('getClient', () => {
  test('code and name, while it changes and gets projects', async () => {
    const { id, code, name } = await system.newClient();
    const answer = { client: { clientId: id, code, name } };
    expect(await system.bus.ask(getClient, { clientId: id })).toEqual(answer);
    await system.sql.begin(async (tx) => {
      await tx`select from clients_projects.client where id = ${id} for no key update`;
      expect(await system.bus.ask(getClient, { clientId: id })).toEqual(answer);
    });
  });

  test('null for an unknown one, for what is no identifier and for one that was deleted meanwhile', async () => {
    const { id } = await system.newClient();
    for (const clientId of [unknownId, 'nonsense', ''])
      expect(await system.bus.ask(getClient, { clientId })).toEqual({ client: null });
    const isWaiting = async () =>
      (await system.sql`select from pg_locks where locktype = 'transactionid' and not granted`).length > 0;
    const asked = await system.sql.begin(async (tx) => {
      await tx`delete from clients_projects.client where id = ${id}`;
      const answer = system.bus.ask(getClient, { clientId: id });
      await until(isWaiting);
      return [answer];
    });
    expect(await asked[0]).toEqual({ client: null });
  });

  test('no answer while the client is being deleted and still is after a moment', async () => {
    const { id } = await system.newClient();
    await system.sql.begin(async (tx) => {
      await tx`select from clients_projects.client where id = ${id} for update`;
      const refusal = await system.bus.ask(getClient, { clientId: id }).catch((error) => error);
      expect(refusal).toBeInstanceOf(DomainError);
      expect(refusal.code).toBe('DEPENDENCY_UNAVAILABLE');
    });
  });
});

describe('getProject', () => {
  test('what matching and pricing need', async () => {
    const project = await system.newProject({
      ...location,
      currency: 'CAD',
      unitSystem: 'us' as const,
      status: 'active',
    });
    const expected = {
      projectId: project.id,
      clientId: project.clientId,
      code: project.code,
      name: project.name,
      status: 'active',
      currency: 'CAD',
      unitSystem: 'us' as const,
      ...location,
    };
    expect(await system.bus.ask(getProject, { projectId: project.id })).toEqual({ project: expected });
    expect(await system.bus.ask(getProject, { projectId: project.id.toUpperCase() })).toEqual({
      project: expected,
    });
  });

  test('null for an unknown one and for what is no identifier', async () => {
    for (const projectId of [unknownId, 'nonsense', '']) {
      expect(await system.bus.ask(getProject, { projectId })).toEqual({ project: null });
    }
  });
});

describe('getService', () => {
  test('the service with its project', async () => {
    const project = await system.newProject();
    const service = await system.newService(project.id, { status: 'in-progress' });
    const { found } = await system.bus.ask(getService, { serviceId: service.id });
    expect(found?.service).toEqual({
      serviceId: service.id,
      projectId: project.id,
      serviceType: 'estimation',
      code: 'EST-01',
      name: 'Estimation 1',
      status: 'in-progress',
    });
    expect(found?.project).toMatchObject({ projectId: project.id, currency: 'USD', unitSystem: 'metric' });
  });

  test('null for an unknown one and for what is no identifier', async () => {
    for (const serviceId of [unknownId, 'nonsense']) {
      expect(await system.bus.ask(getService, { serviceId })).toEqual({ found: null });
    }
  });
});

describe('findSubcontractors', () => {
  test('those of the project only', async () => {
    const [project, other] = [await system.newProject(), await system.newProject()];
    const own = await system.newSubcontractor(project.id);
    const foreign = await system.newSubcontractor(other.id);
    const asked = { projectId: project.id, subcontractorIds: [own.id, foreign.id, unknownId, 'nonsense'] };
    expect(await system.bus.ask(findSubcontractors, asked)).toEqual({ subcontractorIds: [own.id] });
    expect(await system.bus.ask(findSubcontractors, { ...asked, subcontractorIds: [] })).toEqual({
      subcontractorIds: [],
    });
    expect(await system.bus.ask(findSubcontractors, { ...asked, projectId: 'x' })).toEqual({
      subcontractorIds: [],
    });
  });
});

describe('while the takeoff service is asked whether something is in use', () => {
  const codeOf = (asking: Promise<unknown>) =>
    asking.then(
      () => 'answered',
      (error) => (error instanceof DomainError ? error.code : String(error)),
    );

  test('nobody learns of the currency or the subcontractor that is about to go', async () => {
    const project = await system.newProject();
    const service = await system.newService(project.id);
    const other = await system.newProject();
    const { id } = await system.newSubcontractor(project.id);
    const carrying = { projectId: project.id, subcontractorIds: [id] };
    const seen: string[] = [];
    const takeoff = connectBus({ url: system.natsUrl, name: 'takeoff', log: serviceLog() });
    takeoff.answer(countPricedLines, async ({ projectId }) => {
      if (projectId === '') return { count: 0 };
      seen.push(await codeOf(takeoff.ask(getProject, { projectId })));
      seen.push(await codeOf(takeoff.ask(getService, { serviceId: service.id })));
      seen.push(await codeOf(takeoff.ask(getProject, { projectId: other.id })));
      return { count: 0 };
    });
    takeoff.answer(getSubcontractorUsage, async () => {
      seen.push(await codeOf(takeoff.ask(findSubcontractors, carrying)));
      return { count: 0, items: [] };
    });
    await until(() => system.bus.ask(countPricedLines, { projectId: '' }).then(Boolean, () => false));

    const changed = await system.request('PUT', `/v1/projects/${project.id}`, { json: { currency: 'CAD' } });
    const deleted = await system.request('DELETE', `/api/v1/projects/${project.id}/subcontractors/${id}`);
    await takeoff.close();

    expect([changed.status, deleted.status]).toEqual([200, 204]);
    expect(seen).toEqual([
      'DEPENDENCY_UNAVAILABLE',
      'DEPENDENCY_UNAVAILABLE',
      'answered',
      'DEPENDENCY_UNAVAILABLE',
    ]);
    const { project: facts } = await system.bus.ask(getProject, { projectId: project.id });
    expect(facts?.currency).toBe('CAD');
    expect(await system.bus.ask(findSubcontractors, carrying)).toEqual({ subcontractorIds: [] });
  });
});
