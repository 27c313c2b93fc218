import {
  type findVisibleProjects,
  type getClient,
  type getProject,
  type getProjectPricing,
  type getService,
  type ProjectFacts,
  visibleProjectsMax,
} from '@consulting/kernel/contracts/clients-projects';
import type { getEstimation } from '@consulting/kernel/contracts/estimation';
import { type listOwnWork as listOwnWorkQuestion, ownWorkMax } from '@consulting/kernel/contracts/own-work';
import { awaitAnswers, type Database, readSettled } from '@consulting/kernel/postgres';
import { DomainError, isUuid, type Static } from '@consulting/kernel/schema';
import { findClient, shareClient } from '../store/client';
import { findEstimationById, listApproved } from '../store/estimation';
import { findProjectIds, listOwnWork } from '../store/own-work';
import * as store from '../store/project';
import { findProject, type ProjectRow } from '../store/project';
import { findService } from '../store/service';
import { findSubcontractorIds } from '../store/subcontractor';
import { indirectCostDefaults } from './indirect-costs-fields';

type ClientAnswer = Static<(typeof getClient)['response']>['client'];
type ProjectAnswer = Static<(typeof getProject)['response']>['project'];
type PricingAnswer = Static<(typeof getProjectPricing)['response']>['pricing'];
type EstimationAnswer = Static<(typeof getEstimation)['response']>['estimation'];
type ServiceAnswer = Static<(typeof getService)['response']>['found'];

export async function findClientFacts(db: Database, clientId: string): Promise<ClientAnswer> {
  if (!isUuid(clientId)) return null;
  const client = await readSettled(db, 'client', (tx) => shareClient(tx, clientId));
  return client ? { clientId: client.id, code: client.code, name: client.name } : null;
}

export async function findProjectFacts(db: Database, projectId: string): Promise<ProjectAnswer> {
  if (!isUuid(projectId)) return null;
  return settled(db, 'project', [projectId], async (tx) => {
    const project = await findProject(tx, projectId);
    return project ? projectFacts(project) : null;
  });
}

export async function findProjectPricing(
  db: Database,
  projectId: string,
  isReadingOnly = false,
): Promise<PricingAnswer> {
  if (!isUuid(projectId)) return null;
  const read = (from: Database) => readPricing(from, projectId);
  return isReadingOnly ? read(db) : settled(db, 'project', [projectId], read);
}

async function readPricing(db: Database, projectId: string): Promise<PricingAnswer> {
  const found = await store.findProjectPricing(db, projectId);
  if (!found) return null;
  const { project, services, ...written } = found;
  const own = Object.entries(written).filter(([, value]) => value !== null);
  const costs: typeof indirectCostDefaults = { ...indirectCostDefaults, ...Object.fromEntries(own) };
  const { labour, equipment, fuelPrices, exchangeRates } = costs;
  const workWeek = { ...indirectCostDefaults.workWeek, ...costs.workWeek };
  const indirectCosts = { workWeek, labour, equipment, fuelPrices, exchangeRates };
  return { project: projectFacts(project), indirectCosts, services };
}

export async function findEstimationFacts(db: Database, estimationId: string): Promise<EstimationAnswer> {
  const found = isUuid(estimationId) ? await findEstimationById(db, estimationId) : undefined;
  return found ?? null;
}

type OwnWork = typeof listOwnWorkQuestion;

export async function findVisible(
  db: Database,
  { clientIds, projectIds, isOfNamed = false }: Static<(typeof findVisibleProjects)['request']>,
): Promise<Static<(typeof findVisibleProjects)['response']>> {
  const [clients, projects] = [clientIds.filter(isUuid), projectIds.filter(isUuid)];
  const found = await store.findVisible(
    db,
    clients,
    isOfNamed ? [] : clients,
    projects,
    visibleProjectsMax + 1,
  );
  if (found.projectIds.length > visibleProjectsMax) throw tooManyProjects();
  return found;
}

const tooManyProjects = () =>
  new DomainError(
    'TOO_MANY_GRANTED',
    `The clients that this caller may see have more than ${visibleProjectsMax} projects; let whoever gives access grant fewer clients, or single projects.`,
    { limit: visibleProjectsMax },
  );

// Work that ends meanwhile is read as it was: nothing is stored that refers to it.
export async function findOwnWork(
  db: Database,
  { projectIds, clientId, ...asked }: Static<OwnWork['request']>,
): Promise<Static<OwnWork['response']>> {
  const unknown =
    projectIds === null ? await unknownClients(db, clientId) : await unknownProjects(db, projectIds);
  if (unknown.length > 0) return { unknown, total: 0, work: [] };
  return { unknown, ...(await listOwnWork(db, { projectIds, clientId, ...asked }, ownWorkMax)) };
}

async function unknownProjects(db: Database, ids: readonly string[]): Promise<string[]> {
  const known = await findProjectIds(db, ids.filter(isUuid));
  return ids.filter((id) => !known.has(id.toLowerCase()));
}

async function unknownClients(db: Database, id: string | null): Promise<string[]> {
  const found = id !== null && isUuid(id) ? await findClient(db, id) : undefined;
  return found ? [] : [String(id)];
}

export const findApprovedOf = (db: Database, estimationIds: readonly string[]): Promise<string[]> =>
  listApproved(db, estimationIds.filter(isUuid));

export async function findServiceFacts(db: Database, serviceId: string): Promise<ServiceAnswer> {
  if (!isUuid(serviceId)) return null;
  // A service that does not exist takes as long as one that the asker may not see.
  const owner = (await findService(db, serviceId))?.projectId ?? serviceId;
  return settled(db, 'project', [owner], async (tx) => {
    const service = await findService(tx, serviceId);
    const project = await findProject(tx, owner);
    if (!service || !project) return null;
    const { id, projectId, serviceType, code, name, status } = service;
    return {
      service: { serviceId: id, projectId, serviceType, code, name, status },
      project: projectFacts(project),
    };
  });
}

export async function findSubcontractorsOf(
  db: Database,
  projectId: string,
  subcontractorIds: readonly string[],
): Promise<string[]> {
  const ids = subcontractorIds.filter(isUuid);
  if (!isUuid(projectId) || ids.length === 0) return [];
  return settled(db, 'subcontractor', ids, (tx) => findSubcontractorIds(tx, projectId, ids));
}

/**
 * The records that are read stay as they are until the asker has stored what refers to them.
 * @throws DEPENDENCY_UNAVAILABLE
 */
const settled = <T>(
  db: Database,
  kind: string,
  keys: readonly string[],
  read: (tx: Database) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    await awaitAnswers(tx, kind, keys);
    return read(tx);
  });

function projectFacts(
  project: Pick<ProjectRow, keyof typeof store.factColumns>,
): Static<typeof ProjectFacts> {
  const { id, clientId, code, name, status, currency, unitSystem } = project;
  const { country, region, province, year, quarter, projectType } = project;
  return {
    projectId: id,
    clientId,
    code,
    name,
    status,
    currency,
    unitSystem: unitSystem === 'us' ? 'us' : 'metric',
    country,
    region,
    province,
    year,
    quarter,
    projectType,
  };
}
