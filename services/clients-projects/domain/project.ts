import { projectPricingChanged } from '@consulting/kernel/contracts/clients-projects';
import {
  type Database,
  emit,
  type ListPage,
  lockAnswers,
  recordOperation,
  withFreeCode,
} from '@consulting/kernel/postgres';
import { requireUnlimited, requireVersion } from '@consulting/kernel/process';
import {
  changed,
  DomainError,
  isEmpty,
  isUuid,
  notFound,
  Page,
  type Values,
} from '@consulting/kernel/schema';
import { countPricedLines } from '../neighbours/mto';
import type { ProjectRow, ProjectValues } from '../store/project';
import * as store from '../store/project';
import type { Ctx } from './context';
import { nextCode, takenCodes } from './next-code';
import type { ProjectInput } from './project-fields';
import { blockedBy, removeProjects, requireNoServiceIn } from './project-removal';
import { projectTransitions, requireTransition } from './status';

type ProjectFields = Values<ProjectInput['fields']>;

export const serialiseProject = (row: ProjectRow) => ({
  projectId: row.id,
  projectCode: row.code,
  projectName: row.name,
  ...row,
});

export async function listProjects(ctx: Ctx, query: store.ProjectFilter & ListPage) {
  const { sort, skip, limit, ...filter } = query;
  const [rows, total] = await Promise.all([
    store.listProjects(ctx.db, filter, { sort, skip, limit }),
    store.countProjects(ctx.db, filter),
  ]);
  return new Page(rows.map(serialiseProject), total, skip, limit);
}

export async function createProject(ctx: Ctx, body: unknown, input: ProjectInput) {
  const values = input.create(body);
  return ctx.db.transaction(async (tx) => {
    const { code, currency } = await projectDefaults(tx, values.clientId, values);
    requireWholeClient(ctx, values.clientId);
    const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
    const id = await withFreeProjectCode(code, input.nameIn(body, 'code'), () =>
      store.insertProject(tx, { ...values, code, currency, ...by }),
    );
    return serialiseProject(await requireProject({ ...ctx, db: tx }, id));
  });
}

/**
 * A project of another client than `clientId` is unknown.
 * @throws NOT_FOUND, VERSION_MISMATCH, VALIDATION_ERROR, INVALID_STATUS_TRANSITION, PROJECT_HAS_ACTIVE_SERVICES,
 * PROJECT_HAS_SERVICES, CURRENCY_IN_USE, CODE_EXISTS, DEPENDENCY_UNAVAILABLE
 */
export function updateProject(
  ctx: Ctx,
  projectId: string,
  body: unknown,
  input: ProjectInput,
  clientId?: string,
) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const current = await lockProject(inside, projectId, clientId);
    const wanted = input.update(body, current as ProjectFields);
    const changes = changed(current, { ...wanted, ...(await codeAndCurrency(inside, current, wanted)) });
    if (isEmpty(changes)) return serialiseProject(current);
    await requireChangeable(inside, current, changes);
    await withFreeProjectCode(changes.code ?? current.code, input.nameIn(body, 'code'), () =>
      store.updateProject(tx, current.id, { ...changes, updatedBy: ctx.caller.name }),
    );
    await emitPricing(tx, current.id, changes);
    return serialiseProject(await requireProject(inside, current.id));
  });
}

async function codeAndCurrency(ctx: Ctx, current: ProjectRow, wanted: Partial<ProjectFields>) {
  const { code = current.code, currency = current.currency, clientId = current.clientId } = wanted;
  if (code !== null && currency !== null && clientId === current.clientId) return { code, currency };
  return projectDefaults(ctx.db, clientId, { code, currency });
}

export function deleteProject(ctx: Ctx, projectId: string, clientId?: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const project = await lockProject({ ...ctx, db: tx }, projectId, clientId);
    await requireNoServiceIn(tx, [project.id], ['draft', 'in-progress', 'approved']);
    await recordOperation(tx, { recordType: 'projects' });
    await removeProjects(tx, [project.id]);
  });
}

export async function requireProject(ctx: Ctx, projectId: string, clientId?: string): Promise<ProjectRow> {
  const row = isUuid(projectId) ? await store.findProject(ctx.db, projectId) : undefined;
  return requireFound(row, projectId, clientId);
}

async function lockProject(ctx: Ctx, projectId: string, clientId?: string): Promise<ProjectRow> {
  const row = isUuid(projectId) ? await store.lockProject(ctx.db, projectId) : undefined;
  const project = requireFound(row, projectId, clientId);
  requireVersion(ctx, project);
  return project;
}

function requireFound(row: ProjectRow | undefined, projectId: string, clientId?: string): ProjectRow {
  if (!row || (clientId !== undefined && row.clientId !== clientId)) throw notFound('project', projectId);
  return row;
}

const withFreeProjectCode = <T>(code: string, field: string, write: () => Promise<T>) =>
  withFreeCode({ constraint: 'project_client_id_code_key', record: 'project', code, field }, write);

const fallbackCurrency = 'USD';

interface Given {
  code?: string | null;
  currency?: string | null;
}

/**
 * The default code is `<client code>-<4 digits>`, and the default currency is that of the client, else USD
 * (resources.md 3). The client stays locked.
 * @throws NOT_FOUND for the client
 */
async function projectDefaults(
  tx: Database,
  clientId: string,
  { code, currency }: Given,
): Promise<{ code: string; currency: string }> {
  const client = await store.lockClientForProject(tx, clientId);
  if (!client) throw notFound('client', clientId);
  return {
    code: code ?? (await nextProjectCode(tx, client)),
    currency: currency ?? client.defaultCurrency ?? fallbackCurrency,
  };
}

async function nextProjectCode(tx: Database, client: { id: string; code: string }): Promise<string> {
  const taken = takenCodes(await store.listProjectCodes(tx, client.id));
  return nextCode(taken, (number) => `${client.code}-${String(number).padStart(4, '0')}`);
}

/**
 * The rules come from resources.md 3 and 20.
 * @throws INVALID_STATUS_TRANSITION, PROJECT_HAS_ACTIVE_SERVICES, PROJECT_HAS_SERVICES, CURRENCY_IN_USE,
 * DEPENDENCY_UNAVAILABLE
 */
async function requireChangeable(
  ctx: Ctx,
  current: ProjectRow,
  changes: Partial<ProjectValues>,
): Promise<void> {
  requireTransition(projectTransitions, current.status, changes.status);
  if (changes.status === 'completed') {
    await requireNoServiceIn(ctx.db, [current.id], ['draft', 'in-progress']);
  }
  if (changes.clientId !== undefined) {
    requireWholeClient(ctx, changes.clientId);
    await requireNoService(ctx, current.id);
  }
  if (changes.currency !== undefined) await requireNoPricedLine(ctx, current.id);
}

// Whoever sees a client by one of its projects alone does not know what else it has.
export function requireWholeClient({ visible }: Ctx, clientId: string): void {
  if (!visible?.clientIds.includes(clientId)) requireUnlimited({ visible });
}

async function requireNoService(ctx: Ctx, projectId: string): Promise<void> {
  const services = await store.lockServicesOfProjects(ctx.db, [projectId]);
  if (services.length === 0) return;
  const detail = 'The client cannot change while the project has services.';
  throw new DomainError('PROJECT_HAS_SERVICES', detail, blockedBy(services));
}

async function requireNoPricedLine(ctx: Ctx, projectId: string): Promise<void> {
  await lockAnswers(ctx.db, 'project', projectId);
  const count = await countPricedLines(ctx.bus, projectId);
  if (count === 0) return;
  const detail = `The currency cannot change while ${count} takeoff lines carry prices in it.`;
  throw new DomainError('CURRENCY_IN_USE', detail, { count });
}

const pricingKeys = ['country', 'region', 'province', 'year', 'quarter', 'projectType', 'currency'] as const;

async function emitPricing(tx: Database, projectId: string, changes: Partial<ProjectValues>): Promise<void> {
  if (pricingKeys.some((key) => key in changes)) await emit(tx, projectPricingChanged, { projectId });
}
