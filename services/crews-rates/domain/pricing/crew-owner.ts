import { DomainError, notFound } from '@consulting/kernel/schema';
import type { ProjectPricing } from '../../neighbours/clients-projects';
import { lockOwners } from '../../store/crew-owner-lock';
import type { Ctx } from '../context';
import { requirePricing } from './crew-calculation';

type Asking = Pick<Ctx, 'db' | 'bus'>;

/**
 * No removal of crews of the project, and no marking of them as stale, can miss the crews of this writer until the end of the transaction.
 * @throws NOT_FOUND, DEPENDENCY_UNAVAILABLE
 */
export async function lockProject(
  ctx: Asking,
  projectId: string,
  serviceId: string | null,
): Promise<ProjectPricing> {
  await lockOwners(ctx.db, projectId.toLowerCase(), serviceId);
  return requirePricing(ctx, projectId);
}

export async function lockOpenService(
  ctx: Asking,
  projectId: string,
  serviceId: string,
): Promise<ProjectPricing> {
  const pricing = await lockProject(ctx, projectId, serviceId);
  requireOpenService(pricing, serviceId);
  return pricing;
}

export function requireOpenService({ services }: ProjectPricing, serviceId: string): void {
  const service = services.find((one) => one.serviceId === serviceId);
  if (!service) throw notFound('service', serviceId);
  if (service.status !== 'approved') return;
  const detail = 'The service is approved, so its crews cannot be changed.';
  throw new DomainError('SERVICE_APPROVED', detail, { serviceId });
}
