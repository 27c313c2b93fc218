import { DomainError, isUuid, notFound } from '@consulting/kernel/schema';
import * as store from '../store/service';
import type { Ctx } from './context';
import { requireProject } from './project';

export interface ServiceRef {
  serviceId: string;
  projectId?: string;
}

export const serialiseService = (row: store.ServiceListRow) => ({
  serviceId: row.id,
  serviceName: row.name,
  serviceCode: row.code,
  ...row,
});

export async function requireService(ctx: Ctx, ref: ServiceRef): Promise<store.ServiceRow> {
  const row = isUuid(ref.serviceId) ? await store.findService(ctx.db, ref.serviceId) : undefined;
  return belonging(ctx, ref, row);
}

export async function lockService(ctx: Ctx, ref: ServiceRef): Promise<store.ServiceRow> {
  const row = isUuid(ref.serviceId) ? await store.lockService(ctx.db, ref.serviceId) : undefined;
  return belonging(ctx, ref, row);
}

async function belonging(ctx: Ctx, { serviceId, projectId }: ServiceRef, row: store.ServiceRow | undefined) {
  if (row && (projectId === undefined || projectId.toLowerCase() === row.projectId)) return row;
  if (projectId !== undefined) await requireProject(ctx, projectId);
  throw notFound('service', serviceId);
}

export const serviceApproved = (service: { name: string }) =>
  new DomainError(
    'SERVICE_APPROVED',
    `The service ${service.name} is approved and read-only; withdraw the approval first.`,
  );
