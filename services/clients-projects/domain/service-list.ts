import type { Values } from '@consulting/kernel/schema';
import * as store from '../store/service';
import type { Ctx } from './context';
import type { ServiceType } from './details';
import { requireProject } from './project';
import type { serviceOfClientQuery, serviceQuery } from './service-fields';
import { serialiseService } from './service-record';

const typeKeys: Record<ServiceType, string> = {
  estimation: 'estimation',
  'loan-monitoring': 'loanMonitoring',
  'project-controls': 'projectControls',
  claims: 'claims',
};

export async function listServices(
  ctx: Ctx,
  projectId: string,
  { sort, ...filter }: Values<(typeof serviceQuery)['fields']>,
) {
  const { id } = await requireProject(ctx, projectId);
  const [rows, counts] = await Promise.all([
    store.listServices(ctx.db, id, filter, sort),
    store.countServicesByType(ctx.db, id, filter.status),
  ]);
  return { data: rows.map(serialiseService), total: rows.length, byType: byType(counts) };
}

export async function listServicesOfClient(
  ctx: Ctx,
  projectId: string,
  { clientId, sort, skip, limit, ...filter }: Values<(typeof serviceOfClientQuery)['fields']>,
) {
  const { id } = await requireProject(ctx, projectId, clientId);
  const [rows, counts] = await Promise.all([
    store.listServices(ctx.db, id, filter, sort, { skip, limit }),
    store.countServicesByType(ctx.db, id, filter.status),
  ]);
  const total = counts
    .filter(({ serviceType }) => filter.serviceType === null || filter.serviceType === serviceType)
    .reduce((sum, { count }) => sum + count, 0);
  const data = rows.map(serialiseService);
  return { data, total, skip, limit, hasMore: skip + data.length < total, byType: byType(counts) };
}

function byType(counts: readonly { serviceType: string; count: number }[]): Record<string, number> {
  const found = new Map(counts.map(({ serviceType, count }) => [serviceType, count]));
  return Object.fromEntries(Object.entries(typeKeys).map(([type, key]) => [key, found.get(type) ?? 0]));
}
