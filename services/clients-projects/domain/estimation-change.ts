import { invalid, notFound } from '@consulting/kernel/errors';
import { changed } from '@consulting/kernel/fields/changed';
import type { Ctx } from '../context';
import { askServiceTotals, askToKeepLines } from '../neighbours/mto';
import { type EstimationRow, type EstimationValues, findProjectPricing } from '../store/estimation';
import { clearedValues } from './estimation-defaults';
import { estimationInput } from './estimation-fields';
import { figuresOf } from './estimation-record';
import type { VersionLevel } from './estimation-totals';
import { isLive, keepsLines } from './status';

type Changes = Partial<EstimationValues>;

/** Keys that keep their value are left out. @throws VALIDATION_ERROR */
export async function readEstimationChanges(
  ctx: Ctx,
  stored: EstimationRow,
  body: unknown,
): Promise<Changes> {
  const record = stored as ReturnType<(typeof estimationInput)['create']>;
  const changes = estimationInput.update(body, record);
  const { currency } = await requirePricing(ctx, stored.projectId);
  const cleared: Record<string, unknown> = clearedValues(stored.versionNumber, currency);
  const wanted = Object.entries(changes).map(([key, value]) => [key, value ?? cleared[key] ?? null]);
  return changed(stored, Object.fromEntries(wanted) as Changes);
}

/** Kept totals belong to the fields they were made of: both stay as they are. @throws VALIDATION_ERROR */
export function requireEditable(stored: EstimationRow, { status = stored.status, ...others }: Changes): void {
  const fields = Object.keys(others);
  if (isLive(stored.status) || isLive(status) || fields.length === 0) return;
  const message = `cannot be changed while the version is ${status}`;
  throw invalid(fields.map((field) => ({ field, code: 'READ_ONLY', message })));
}

type Version = VersionLevel & { id: string; projectId: string; serviceId: string };

/** Approval, a copy of the lines for later comparisons, and the totals of this moment once the version stops following the lines. @throws DEPENDENCY_UNAVAILABLE */
export async function figuresAndApproval(ctx: Ctx, status: string, version: Version) {
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

export async function requirePricing(ctx: Ctx, projectId: string) {
  const pricing = await findProjectPricing(ctx.db, projectId);
  if (!pricing) throw notFound('project', projectId);
  return pricing;
}
