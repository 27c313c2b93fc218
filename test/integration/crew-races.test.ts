import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type CrewSystem, commonCrewSystem, until } from '../support/crew-system';

let system: CrewSystem;

beforeAll(async () => {
  system = await commonCrewSystem();
});
afterAll(() => system.stop());

const rounds = 8;

test('a crew is not deleted while a project imports it', async () => {
  const project = await system.newProject();
  for (let round = 0; round < rounds; round += 1) {
    const crew = await system.newCrew();
    const [imported, removed] = await Promise.all([
      system.request('POST', `/v1/projects/${project.id}/import-crew`, { json: { crewId: crew.id } }),
      system.request('DELETE', `/v1/crews/${crew.id}`),
    ]);
    expect([imported.status, removed.status]).toEqual(imported.status === 200 ? [200, 409] : [404, 204]);
  }
});

test('equipment is not deleted while a crew begins to work with it', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { equipmentCode } = await system.newEquipment();
    const json = { code: `R-${round}`, name: 'Crew', equipmentMembers: [{ equipmentCode, quantity: 1 }] };
    const [created, removed] = await Promise.all([
      system.request('POST', '/v1/crews', { json }),
      system.askEquipment('DELETE', `/api/v1/equipment/${equipmentCode}`),
    ]);
    const { status } = await system.askEquipment('GET', `/api/v1/equipment/${equipmentCode}`);
    if (created.status === 201) expect([removed.status, status]).toEqual([409, 200]);
    else expect([400, 503]).toContain(created.status);
  }
});

test('no crew outlives its service', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const project = await system.newProject();
    const service = await system.newService(project.id);
    const json = { projectId: project.id, serviceId: service.id };
    const creations = Array.from({ length: 4 }, () =>
      system.request('POST', '/api/v1/service-crews', { json }),
    );
    const removal = system.askProjects('DELETE', `/api/v1/services/${service.id}`);
    const statuses = (await Promise.all(creations)).map(({ status }) => status);
    expect(statuses.every((status) => [201, 404].includes(status))).toBe(true);
    expect((await removal).status).toBe(204);
    const left = async () =>
      (await system.request('GET', `/api/v1/service-crews?serviceId=${service.id}`)).body.total;
    await until(async () => (await left()) === 0);
  }
});

test('crews without a code that are created at once have codes of their own', async () => {
  const project = await system.newProject();
  const service = await system.newService(project.id);
  const crews = await Promise.all(
    Array.from({ length: 8 }, () => system.newServiceCrew(project.id, service.id)),
  );
  expect(new Set(crews.map(({ crewCode }) => crewCode)).size).toBe(crews.length);
});

test('one project crew exists per project and crew, however many imports run at once', async () => {
  const project = await system.newProject();
  const service = await system.newService(project.id);
  const crew = await system.newCrew();
  const json = { crewId: crew.id, serviceId: service.id };
  const path = `/v1/projects/${project.id}/import-crew`;
  const imports = await Promise.all(Array.from({ length: 6 }, () => system.request('POST', path, { json })));
  expect(imports.map(({ status }) => status)).toEqual(imports.map(() => 200));
  expect(new Set(imports.map(({ body }) => body.projectCrewId)).size).toBe(1);
  expect(new Set(imports.map(({ body }) => body.serviceCrewId)).size).toBe(1);
});
