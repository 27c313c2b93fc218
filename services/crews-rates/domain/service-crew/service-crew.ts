import { serviceCrewDeleted } from '@consulting/kernel/contracts/crews-rates';
import { notFound } from '@consulting/kernel/errors';
import type { Values } from '@consulting/kernel/fields/field';
import { isUuid } from '@consulting/kernel/fields/kinds';
import { Page } from '@consulting/kernel/page';
import { emit } from '@consulting/kernel/store/outbox';
import type { Ctx } from '../../context';
import { askService } from '../../neighbours/clients-projects';
import * as store from '../../store/service-crew';
import { holdOpenService } from '../pricing/crew-owner';
import type { serviceCrewQuery } from './service-crew-fields';
import { lockServiceCrew, presentServiceCrews, requireServiceCrew } from './service-crew-record';

export async function listServiceCrews(ctx: Ctx, query: Values<(typeof serviceCrewQuery)['fields']>) {
  const { skip, limit, ...filter } = query;
  const [rows, total] = await Promise.all([
    store.listServiceCrews(ctx.db, filter, skip, limit),
    store.countServiceCrews(ctx.db, filter),
  ]);
  return new Page(await presentServiceCrews(ctx, rows), total, skip, limit);
}

/** Takeoff lines that carry its code keep their last rates. @throws NOT_FOUND, VERSION_MISMATCH, SERVICE_APPROVED, DEPENDENCY_UNAVAILABLE */
export function deleteServiceCrew(ctx: Ctx, id: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const { projectId, serviceId } = await requireServiceCrew(inside, id);
    await holdOpenService(inside, projectId, serviceId);
    const row = await lockServiceCrew(inside, id);
    const crews = await store.removeServiceCrew(tx, row.id);
    await emit(tx, serviceCrewDeleted, { projectId, serviceId, crews });
  });
}

export function deleteServiceCrews(ctx: Ctx, serviceId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const service = isUuid(serviceId) ? await askService(ctx.bus, serviceId) : null;
    if (!service) throw notFound('service', serviceId);
    const owner = { projectId: service.projectId, serviceId: service.serviceId };
    await holdOpenService({ ...ctx, db: tx }, owner.projectId, owner.serviceId);
    const crews = await store.removeServiceCrewsOf(tx, { serviceId: owner.serviceId });
    if (crews.length > 0) await emit(tx, serviceCrewDeleted, { ...owner, crews });
  });
}
