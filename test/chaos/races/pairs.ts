import type { Caller } from '../caller';
import type { Ground, Pair, Race } from './pair';

const idOf = (created: { id: string }) => created.id;

const newTrade = (caller: Caller, { code }: Ground) =>
  caller.create('/v1/crew-trades', { tradeCode: code(), laborDesignation: 'Journeyman' });
const newCrew = (caller: Caller, { code }: Ground) =>
  caller.create('/v1/crews', { code: code(), name: 'Crew' });
const newEquipment = (caller: Caller, { code }: Ground) =>
  caller.create('/api/v1/equipment', { equipmentCode: code(), name: 'Crane' });
const newProject = (caller: Caller, { clientId }: Ground) =>
  caller.create('/v1/projects', { clientId, name: 'Project' });
const newService = (caller: Caller, projectId: string) =>
  caller.create(`/v1/projects/${projectId}/services`, { serviceType: 'estimation' });

/** A write of `json` to `path` against the delete of `parentPath`. */
const race = (
  caller: Caller,
  write: { path: string; json: unknown; table: string },
  removal: { path: string; table: string; id: string },
): Race => ({
  create: () => caller.send('POST', write.path, { json: write.json }),
  remove: () => caller.send('DELETE', removal.path),
  child: { table: write.table, id: idOf },
  parent: { table: removal.table, id: removal.id },
});

const line = (projectId: string, serviceId: string, more: object = {}) => ({
  path: '/api/v1/mto',
  json: { projectId, serviceId, discipline: 'civil', quantity: 1, ...more },
  table: 'mto.takeoff_line',
});

/** The undo of a delete of a line, so that it comes back. */
async function undoneDelete(caller: Caller, { path, json, table }: ReturnType<typeof line>) {
  const { id } = await caller.create(path, json);
  await caller.insist('DELETE', `${path}/${id}`, () => ({}));
  const query = `recordId=${id}&kind=delete`;
  const { body } = await caller.insist('GET', `/api/v1/history/takeoff-lines?${query}`, () => ({}));
  const undo = `/api/v1/history/takeoff-lines/${body.data[0].operationId}/undo`;
  return { create: () => caller.send('POST', undo, { json: {} }), child: { table, id: () => id as string } };
}

async function newSubcontractorRemoval(caller: Caller, projectId: string) {
  const path = `/api/v1/projects/${projectId}/subcontractors`;
  const { id } = await caller.create(path, { name: 'Ironworks' });
  return { path: `${path}/${id}`, table: 'clients_projects.subcontractor', id };
}

const tradeRemoval = ({ id }: { id: string }) => ({
  path: `/v1/crew-trades/${id}`,
  table: 'crews_rates.trade',
  id,
});
const crewRemoval = ({ id }: { id: string }) => ({ path: `/v1/crews/${id}`, table: 'crews_rates.crew', id });
const serviceRemoval = ({ id }: { id: string }) => ({
  path: `/api/v1/services/${id}`,
  table: 'clients_projects.project_service',
  id,
});
const equipmentRemoval = ({ id, equipmentCode }: { id: string; equipmentCode: string }) => ({
  path: `/api/v1/equipment/${equipmentCode}`,
  table: 'equipment_wbs.equipment',
  id,
});

/** The pairs of kinds, each with what it takes to begin one race. */
export const pairs: readonly Pair[] = [
  {
    name: 'project and client',
    isCascade: false,
    async prepare(caller, { code }) {
      const { id } = await caller.create('/v1/clients', { code: code(), name: 'Client' });
      const write = {
        path: '/v1/projects',
        json: { clientId: id, name: 'P' },
        table: 'clients_projects.project',
      };
      return race(caller, write, { path: `/v1/clients/${id}`, table: 'clients_projects.client', id });
    },
  },
  {
    name: 'import profile and client',
    isCascade: true,
    async prepare(caller, { code }) {
      const { id } = await caller.create('/v1/clients', { code: code(), name: 'Client' });
      const write = {
        path: '/api/v1/import-profiles',
        json: { clientId: id, name: 'Bill of quantities' },
        table: 'mto.import_profile',
      };
      return race(caller, write, { path: `/v1/clients/${id}`, table: 'clients_projects.client', id });
    },
  },
  {
    name: 'service and project',
    isCascade: false,
    async prepare(caller, ground) {
      const { id } = await newProject(caller, ground);
      const json = { serviceType: 'estimation' };
      const write = { path: `/v1/projects/${id}/services`, json, table: 'clients_projects.project_service' };
      return race(caller, write, { path: `/v1/projects/${id}`, table: 'clients_projects.project', id });
    },
  },
  {
    name: 'line and service',
    isCascade: true,
    async prepare(caller, { projectId }) {
      const service = await newService(caller, projectId);
      return race(caller, line(projectId, service.id), serviceRemoval(service));
    },
  },
  {
    name: 'service crew and service',
    isCascade: true,
    async prepare(caller, { projectId }) {
      const service = await newService(caller, projectId);
      const json = { projectId, serviceId: service.id };
      const write = { path: '/api/v1/service-crews', json, table: 'crews_rates.service_crew' };
      return race(caller, write, serviceRemoval(service));
    },
  },
  {
    name: 'crew and trade',
    isCascade: false,
    async prepare(caller, ground) {
      const trade = await newTrade(caller, ground);
      const { tradeCode, laborDesignation } = trade;
      const labourMembers = [{ tradeCode, laborDesignation, quantity: 1 }];
      const json = { code: ground.code(), name: 'Crew', labourMembers };
      return race(caller, { path: '/v1/crews', json, table: 'crews_rates.crew' }, tradeRemoval(trade));
    },
  },
  {
    name: 'operated equipment and trade',
    isCascade: false,
    async prepare(caller, ground) {
      const trade = await newTrade(caller, ground);
      const json = { equipmentCode: ground.code(), name: 'Crane', operatorTradeCode: trade.tradeCode };
      const write = { path: '/api/v1/equipment', json, table: 'equipment_wbs.equipment' };
      return race(caller, write, tradeRemoval(trade));
    },
  },
  {
    name: 'service crew and crew',
    isCascade: false,
    async prepare(caller, ground) {
      const crew = await newCrew(caller, ground);
      const { projectId, serviceId } = ground;
      const json = { projectId, serviceId, crewId: crew.id };
      const write = { path: '/api/v1/service-crews', json, table: 'crews_rates.service_crew' };
      return race(caller, write, crewRemoval(crew));
    },
  },
  {
    name: 'tag and equipment',
    isCascade: false,
    async prepare(caller, ground) {
      const equipment = await newEquipment(caller, ground);
      const json = { projectId: ground.projectId, equipmentCode: equipment.equipmentCode };
      const write = { path: '/api/v1/equipment-tags', json, table: 'equipment_wbs.equipment_tag' };
      return race(caller, write, equipmentRemoval(equipment));
    },
  },
  {
    name: 'tag and project',
    isCascade: true,
    async prepare(caller, ground) {
      const { id } = await newProject(caller, ground);
      const { equipmentCode } = await newEquipment(caller, ground);
      const json = { projectId: id, equipmentCode };
      const write = { path: '/api/v1/equipment-tags', json, table: 'equipment_wbs.equipment_tag' };
      return race(caller, write, { path: `/v1/projects/${id}`, table: 'clients_projects.project', id });
    },
  },
  {
    name: 'crew and equipment',
    isCascade: false,
    async prepare(caller, ground) {
      const equipment = await newEquipment(caller, ground);
      const equipmentMembers = [{ equipmentCode: equipment.equipmentCode, quantity: 1 }];
      const json = { code: ground.code(), name: 'Crew', equipmentMembers };
      return race(
        caller,
        { path: '/v1/crews', json, table: 'crews_rates.crew' },
        equipmentRemoval(equipment),
      );
    },
  },
  {
    name: 'line and subcontractor',
    isCascade: false,
    async prepare(caller, ground) {
      const project = await newProject(caller, ground);
      const service = await newService(caller, project.id);
      const removal = await newSubcontractorRemoval(caller, project.id);
      return race(caller, line(project.id, service.id, { subcontractorId: removal.id }), removal);
    },
  },
  {
    name: 'line that comes back and service',
    isCascade: true,
    async prepare(caller, { projectId }) {
      const service = await newService(caller, projectId);
      const written = line(projectId, service.id);
      return { ...race(caller, written, serviceRemoval(service)), ...(await undoneDelete(caller, written)) };
    },
  },
  {
    name: 'line that comes back and subcontractor',
    isCascade: true,
    async prepare(caller, ground) {
      const project = await newProject(caller, ground);
      const service = await newService(caller, project.id);
      const removal = await newSubcontractorRemoval(caller, project.id);
      const written = line(project.id, service.id, { subcontractorId: removal.id });
      return { ...race(caller, written, removal), ...(await undoneDelete(caller, written)) };
    },
  },
];
