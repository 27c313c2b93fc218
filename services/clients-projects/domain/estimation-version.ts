import { DomainError, invalid, isUuid, notFound } from '@consulting/kernel/schema';
import type { EstimationRow } from '../store/estimation';
import * as store from '../store/estimation';
import type { ServiceRow } from '../store/service';
import type { Ctx } from './context';
import { lockService, requireService, type ServiceRef, serviceApproved } from './service-record';
import { isLive } from './status';

export function requireEstimationService(service: ServiceRow): ServiceRow {
  if (service.serviceType === 'estimation') return service;
  const detail = `The service ${service.name} is a ${service.serviceType} service and has no estimation versions.`;
  throw new DomainError('NOT_AN_ESTIMATION_SERVICE', detail, { serviceType: service.serviceType });
}

export async function lockOpenService(ctx: Ctx, ref: ServiceRef): Promise<ServiceRow> {
  const service = requireEstimationService(await lockService(ctx, ref));
  if (service.status === 'approved') throw serviceApproved(service);
  return service;
}

export async function requireEstimation(ctx: Ctx, serviceId: string, id: string): Promise<EstimationRow> {
  const row = isUuid(id) ? await store.findEstimation(ctx.db, serviceId, id) : undefined;
  if (!row) throw notFound('estimation', id);
  return row;
}

export async function findVersionOf(ctx: Ctx, ref: ServiceRef, id: string): Promise<EstimationRow> {
  const service = requireEstimationService(await requireService(ctx, ref));
  return requireEstimation(ctx, service.id, id);
}

// Only a draft changes; the keys are those of the body that would change it. @throws VALIDATION_ERROR
export function requireDraft({ status }: EstimationRow, changes: object): void {
  if (isLive(status)) return;
  const message = `cannot be changed while the version is ${status}`;
  const fields = Object.keys(changes);
  if (fields.length > 0) throw invalid(fields.map((field) => ({ field, code: 'READ_ONLY', message })));
}
