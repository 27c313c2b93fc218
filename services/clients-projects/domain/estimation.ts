import { DomainError, invalid, notFound } from '@consulting/kernel/errors';
import { changed, isEmpty } from '@consulting/kernel/fields/changed';
import { isUuid } from '@consulting/kernel/fields/kinds';
import { requireVersion } from '@consulting/kernel/version';
import type { Ctx } from '../context';
import { askServiceTotals, askToKeepLines, findServiceTotals } from '../neighbours/mto';
import type { EstimationRow, EstimationValues } from '../store/estimation';
import * as store from '../store/estimation';
import type { ServiceRow } from '../store/service';
import { clearedValues, withDefaults } from './estimation-defaults';
import { estimationInput, newEstimationInput } from './estimation-fields';
import { figuresOf, needsTotals, presentEstimation } from './estimation-record';
import type { VersionLevel } from './estimation-totals';
import { lockService, requireService, type ServiceRef, serviceApproved } from './service-record';
import { estimationTransitions, isLive, keepsLines, requireTransition } from './status';

export async function listEstimations(ctx: Ctx, ref: ServiceRef) {
  const service = requireEstimationService(await requireService(ctx, ref));
  return present(ctx, service.id, await store.listEstimations(ctx.db, service.id));
}

export async function getEstimation(ctx: Ctx, ref: ServiceRef, estimationId: string) {
  const service = requireEstimationService(await requireService(ctx, ref));
  return presentOne(ctx, await requireEstimation(ctx, service.id, estimationId));
}

/** A version that does not follow the lines keeps their totals of this moment. @throws NOT_FOUND, NOT_AN_ESTIMATION_SERVICE, SERVICE_APPROVED, VALIDATION_ERROR, DEPENDENCY_UNAVAILABLE */
export async function createEstimation(ctx: Ctx, ref: ServiceRef, body: unknown) {
  const row = await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const service = await lockOpenService(inside, ref);
    const given = newEstimationInput.create(body);
    const values = withDefaults(given, {
      versionNumber: await store.nextVersionNumber(tx, service.id),
      copied: await requireSource(inside, service.id, given.sourceEstimationId),
      service: service.details,
      project: await requirePricing(inside, service.projectId),
    });
    const owner = { id: crypto.randomUUID(), serviceId: service.id, projectId: service.projectId };
    const created = await store.insertEstimation(tx, {
      ...values,
      ...(await figuresAndApproval(inside, values.status, { ...values, ...owner })),
      ...owner,
      createdBy: ctx.caller.name,
      updatedBy: ctx.caller.name,
    });
    if (created.status === 'approved') await store.supersedeOthers(tx, created, ctx.caller.name);
    return created;
  });
  return presentOne(ctx, row);
}

/** A version that no longer follows the lines takes a change of status only. @throws NOT_FOUND, NOT_AN_ESTIMATION_SERVICE, SERVICE_APPROVED, VERSION_MISMATCH, VALIDATION_ERROR, INVALID_STATUS_TRANSITION, DEPENDENCY_UNAVAILABLE */
export async function updateEstimation(ctx: Ctx, ref: ServiceRef, estimationId: string, body: unknown) {
  const row = await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const service = await lockOpenService(inside, ref);
    const stored = await requireEstimation(inside, service.id, estimationId);
    requireVersion(ctx, stored.version);
    const changes = await readEstimationChanges(inside, stored, body);
    if (isEmpty(changes)) return stored;
    const { status } = changes;
    requireTransition(estimationTransitions, stored.status, status);
    requireEditable(stored, changes);
    const kept =
      status === undefined ? {} : await figuresAndApproval(inside, status, { ...stored, ...changes });
    const written = await store.updateEstimation(tx, stored.id, {
      ...changes,
      ...kept,
      updatedBy: ctx.caller.name,
    });
    if (status === 'approved') await store.supersedeOthers(tx, written, ctx.caller.name);
    return written;
  });
  return presentOne(ctx, row);
}

function requireEstimationService(service: ServiceRow): ServiceRow {
  if (service.serviceType === 'estimation') return service;
  const detail = `The service ${service.name} is a ${service.serviceType} service and has no estimation versions.`;
  throw new DomainError('NOT_AN_ESTIMATION_SERVICE', detail, { serviceType: service.serviceType });
}

async function lockOpenService(ctx: Ctx, ref: ServiceRef): Promise<ServiceRow> {
  const service = requireEstimationService(await lockService(ctx, ref));
  if (service.status === 'approved') throw serviceApproved(service);
  return service;
}

async function requireEstimation(ctx: Ctx, serviceId: string, id: string): Promise<EstimationRow> {
  const row = isUuid(id) ? await store.findEstimation(ctx.db, serviceId, id) : undefined;
  if (!row) throw notFound('estimation', id);
  return row;
}

async function requireSource(ctx: Ctx, serviceId: string, id: string | null) {
  if (id === null) return undefined;
  const row = await store.findEstimation(ctx.db, serviceId, id);
  if (row) return row;
  throw invalid([
    { field: 'sourceEstimationId', code: 'REFERENCE', message: 'is not a version of this service' },
  ]);
}

async function present(ctx: Ctx, serviceId: string, versions: readonly EstimationRow[]) {
  const answer = needsTotals(versions) ? await findServiceTotals(ctx.bus, serviceId) : undefined;
  return versions.map((version) => presentEstimation(version, answer));
}

async function presentOne(ctx: Ctx, version: EstimationRow) {
  const [shown] = await present(ctx, version.serviceId, [version]);
  return shown;
}

type Changes = Partial<EstimationValues>;

/** Keys that keep their value are left out. @throws VALIDATION_ERROR */
async function readEstimationChanges(ctx: Ctx, stored: EstimationRow, body: unknown): Promise<Changes> {
  const record = stored as ReturnType<(typeof estimationInput)['create']>;
  const changes = estimationInput.update(body, record);
  const { currency } = await requirePricing(ctx, stored.projectId);
  const cleared: Record<string, unknown> = clearedValues(stored.versionNumber, currency);
  const wanted = Object.entries(changes).map(([key, value]) => [key, value ?? cleared[key] ?? null]);
  return changed(stored, Object.fromEntries(wanted) as Changes);
}

/** Kept totals belong to the fields they were made of: both stay as they are. @throws VALIDATION_ERROR */
function requireEditable(stored: EstimationRow, { status = stored.status, ...others }: Changes): void {
  const fields = Object.keys(others);
  if (isLive(stored.status) || isLive(status) || fields.length === 0) return;
  const message = `cannot be changed while the version is ${status}`;
  throw invalid(fields.map((field) => ({ field, code: 'READ_ONLY', message })));
}

type Version = VersionLevel & { id: string; projectId: string; serviceId: string };

/** Approval, a copy of the lines for later comparisons, and the totals of this moment once the version stops following the lines. @throws DEPENDENCY_UNAVAILABLE */
async function figuresAndApproval(ctx: Ctx, status: string, version: Version) {
  const isApproved = status === 'approved';
  const totals = await totalsFor(ctx, status, version);
  return {
    frozen: totals && !isLive(status) ? figuresOf(version, totals) : null,
    approvedAt: isApproved ? new Date() : null,
    approvedBy: isApproved ? ctx.caller.name : null,
  };
}

async function totalsFor(ctx: Ctx, status: string, { id, projectId, serviceId }: Version) {
  if (keepsLines(status)) return askToKeepLines(ctx.bus, { estimationId: id, projectId, serviceId });
  return isLive(status) ? undefined : askServiceTotals(ctx.bus, serviceId);
}

async function requirePricing(ctx: Ctx, projectId: string) {
  const pricing = await store.findCurrencyAndRates(ctx.db, projectId);
  if (!pricing) throw notFound('project', projectId);
  return pricing;
}
