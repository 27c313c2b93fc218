import { serviceDeleted } from '@consulting/kernel/contracts/clients-projects';
import { emit, lockAnswers, recordOperation, withFreeCode } from '@consulting/kernel/postgres';
import { requireVersion } from '@consulting/kernel/process';
import { changed, DomainError, isEmpty, isUuid, notFound } from '@consulting/kernel/schema';
import { countServiceImports, findServiceTotals, type ServiceTotals } from '../neighbours/mto';
import { listEstimations } from '../store/estimation';
import { lockProjectForChildren } from '../store/project';
import type { ServiceRow, ServiceValues } from '../store/service';
import * as store from '../store/service';
import type { Ctx } from './context';
import { compactDetails, requireDetailsChange, type ServiceType, serialiseDetails } from './details';
import { currentEstimation, serialiseEstimation, totalsOfVersions } from './estimation-record';
import { nextNameAndCode } from './service-code';
import { type Naming, nameInService, readNewService, readServiceUpdate } from './service-fields';
import {
  lockService,
  requireService,
  type ServiceRef,
  serialiseService,
  serviceApproved,
} from './service-record';
import { noStamps, requireTransition, serviceTransitions, stampsOf } from './status';

export async function getService(ctx: Ctx, ref: ServiceRef) {
  return serialiseServiceDetailed(ctx, await requireService(ctx, ref));
}

export async function createService(ctx: Ctx, projectId: string, body: unknown, naming: Naming = {}) {
  const row = await ctx.db.transaction(async (tx) => {
    const project = isUuid(projectId) ? await lockProjectForChildren(tx, projectId) : undefined;
    if (!project) throw notFound('project', projectId);
    const record = readNewService(body, naming);
    const next = nextNameAndCode(record.serviceType, await store.listServiceCodes(tx, project.id));
    const code = record.code ?? next.code;
    const by = ctx.caller.name;
    return withFreeServiceCode(code, nameInService(body, 'code'), () =>
      store.insertService(tx, {
        ...record,
        ...stampsOf(record.status, noStamps, by),
        projectId: project.id,
        code,
        name: record.name ?? next.name,
        details: compactDetails(record.serviceType, record.details),
        createdBy: by,
        updatedBy: by,
      }),
    );
  });
  return serialiseServiceDetailed(ctx, row);
}

/**
 * An approved service accepts a change of status only.
 * @throws NOT_FOUND, VERSION_MISMATCH, VALIDATION_ERROR, SERVICE_APPROVED, CODE_EXISTS, INVALID_STATUS_TRANSITION,
 * IMPORT_RUNNING, DEPENDENCY_UNAVAILABLE
 */
export async function updateService(ctx: Ctx, ref: ServiceRef, body: unknown, naming: Naming = {}) {
  const row = await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const current = await lockService(inside, ref);
    requireVersion(ctx, current);
    const changes = await readServiceChanges(inside, current, body, naming);
    if (isEmpty(changes)) return current;
    await requireServiceChange(inside, current, changes);
    const stamps = changes.status === undefined ? {} : stampsOf(changes.status, current, ctx.caller.name);
    return withFreeServiceCode(changes.code ?? current.code, nameInService(body, 'code'), () =>
      store.updateService(tx, current.id, { ...changes, ...stamps, updatedBy: ctx.caller.name }),
    );
  });
  return serialiseServiceDetailed(ctx, row);
}

export function deleteService(ctx: Ctx, ref: ServiceRef): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const current = await lockService({ ...ctx, db: tx }, ref);
    requireVersion(ctx, current);
    if (current.status === 'approved') throw serviceApproved(current);
    await recordOperation(tx, { recordType: 'services' });
    await store.removeService(tx, current.id);
    await emit(tx, serviceDeleted, { projectId: current.projectId, serviceId: current.id });
  });
}

const withFreeServiceCode = <T>(code: string, field: string, write: () => Promise<T>) =>
  withFreeCode({ constraint: 'project_service_project_id_code_key', record: 'service', code, field }, write);

async function readServiceChanges(ctx: Ctx, current: ServiceRow, body: unknown, naming: Naming) {
  const { details, name, code, ...rest } = readServiceUpdate(body, current, naming);
  const named = name === null || code === null ? await nextFor(ctx, current) : undefined;
  const wanted: Partial<ServiceValues> = {
    ...rest,
    ...(name === undefined ? {} : { name: name ?? named?.name }),
    ...(code === undefined ? {} : { code: code ?? named?.code }),
    ...(details === undefined
      ? {}
      : { details: compactDetails(current.serviceType as ServiceType, details) }),
  };
  return changed(current, wanted);
}

async function nextFor(ctx: Ctx, current: ServiceRow) {
  const others = (await store.listServiceCodes(ctx.db, current.projectId)).filter(
    ({ code }) => code !== current.code,
  );
  return nextNameAndCode(current.serviceType as ServiceType, others);
}

async function requireServiceChange(ctx: Ctx, current: ServiceRow, changes: Partial<ServiceValues>) {
  const { status, ...others } = changes;
  if (current.status === 'approved' && !isEmpty(others)) throw serviceApproved(current);
  requireTransition(serviceTransitions, current.status, status);
  if (changes.details) requireDetailsChange(current.details, changes.details);
  if (status === 'approved') await requireNoImport(ctx, current);
}

/** Other services get no answer about this service meanwhile, so that no import begins after the check. */
async function requireNoImport(ctx: Ctx, service: ServiceRow): Promise<void> {
  await lockAnswers(ctx.db, 'project', service.projectId);
  const running = await countServiceImports(ctx.bus, service.id);
  if (running === 0) return;
  const detail = 'An import into the takeoff of this service is queued or running.';
  throw new DomainError('IMPORT_RUNNING', detail, { running });
}

async function serialiseServiceDetailed(ctx: Ctx, { details, deliverables: _, ...row }: ServiceRow) {
  const type = row.serviceType as ServiceType;
  const record = serialiseService(row);
  if (type !== 'estimation') return { ...record, details: serialiseDetails(type, details) };
  const [versions, answer] = await Promise.all([
    listEstimations(ctx.db, row.id),
    findServiceTotals(ctx.bus, { projectId: row.projectId, serviceId: row.id }),
  ]);
  const totalsOf = await totalsOfVersions(ctx.bus, versions, async () => answer);
  return {
    ...record,
    details: {
      ...serialiseDetails(type, details),
      currentEstimationId: currentEstimation(versions)?.id ?? null,
      estimations: versions.map((version) => serialiseEstimation(version, totalsOf(version))),
      takeoffTotals: answer ? takeoffTotals(answer) : null,
    },
    ...(answer ? {} : { unavailable: ['details.takeoffTotals'] }),
  };
}

const takeoffTotals = ({ totals }: ServiceTotals) => ({
  itemCount: totals.itemCount,
  totalManHours: Number(totals.totalManHours),
  totalCost: Number(totals.totalCost),
});
