import { serviceDeleted } from '@consulting/kernel/contracts/clients-projects';
import { notFound } from '@consulting/kernel/errors';
import { isEmpty } from '@consulting/kernel/fields/changed';
import { isUuid } from '@consulting/kernel/fields/kinds';
import { withFreeCode } from '@consulting/kernel/store/free-code';
import { emit } from '@consulting/kernel/store/outbox';
import { requireVersion } from '@consulting/kernel/version';
import type { Ctx } from '../context';
import { lockProjectForChildren } from '../store/project';
import * as store from '../store/service';
import { compactDetails } from './details';
import { readServiceChanges, requireServiceChange } from './service-change';
import { nextNameAndCode } from './service-code';
import { presentServiceDetailed } from './service-detail';
import { type Naming, nameInService, readNewService } from './service-fields';
import { lockService, requireService, type ServiceRef, serviceApproved } from './service-record';
import { noStamps, stampsOf } from './service-status';

export async function getService(ctx: Ctx, ref: ServiceRef) {
  return presentServiceDetailed(ctx, await requireService(ctx, ref));
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
        details: compactDetails(record.details),
        createdBy: by,
        updatedBy: by,
      }),
    );
  });
  return presentServiceDetailed(ctx, row);
}

/** An approved service takes a change of status only. @throws NOT_FOUND, VERSION_MISMATCH, VALIDATION_ERROR, SERVICE_APPROVED, CODE_EXISTS, INVALID_STATUS_TRANSITION, IMPORT_RUNNING, DEPENDENCY_UNAVAILABLE */
export async function updateService(ctx: Ctx, ref: ServiceRef, body: unknown, naming: Naming = {}) {
  const row = await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const present = await lockService(inside, ref);
    requireVersion(ctx, present.version);
    const changes = await readServiceChanges(inside, present, body, naming);
    if (isEmpty(changes)) return present;
    await requireServiceChange(inside, present, changes);
    const stamps = changes.status === undefined ? {} : stampsOf(changes.status, present, ctx.caller.name);
    return withFreeServiceCode(changes.code ?? present.code, nameInService(body, 'code'), () =>
      store.updateService(tx, present.id, { ...changes, ...stamps, updatedBy: ctx.caller.name }),
    );
  });
  return presentServiceDetailed(ctx, row);
}

export function deleteService(ctx: Ctx, ref: ServiceRef): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const present = await lockService({ ...ctx, db: tx }, ref);
    requireVersion(ctx, present.version);
    if (present.status === 'approved') throw serviceApproved(present);
    await store.removeService(tx, present.id);
    await emit(tx, serviceDeleted, { projectId: present.projectId, serviceId: present.id });
  });
}

const withFreeServiceCode = <T>(code: string, field: string, write: () => Promise<T>) =>
  withFreeCode({ constraint: 'project_service_project_id_code_key', record: 'service', code, field }, write);
