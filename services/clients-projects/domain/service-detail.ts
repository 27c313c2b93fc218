import type { Ctx } from '../context';
import { findServiceTotals, type ServiceTotals } from '../neighbours/mto';
import { listEstimations } from '../store/estimation';
import type { ServiceRow } from '../store/service';
import { presentDetails, type ServiceType } from './details';
import { currentEstimation, presentEstimation } from './estimation-record';
import { presentService } from './service-record';

/** Figures of the takeoff are null and named in `unavailable` without an answer. */
export async function presentServiceDetailed(ctx: Ctx, { details, ...row }: ServiceRow) {
  const type = row.serviceType as ServiceType;
  const record = presentService(row);
  if (type !== 'estimation') return { ...record, details: presentDetails(type, details) };
  const [versions, answer] = await Promise.all([
    listEstimations(ctx.db, row.id),
    findServiceTotals(ctx.bus, row.id),
  ]);
  return {
    ...record,
    details: {
      ...presentDetails(type, details),
      currentEstimationId: currentEstimation(versions)?.id ?? null,
      estimations: versions.map((version) => presentEstimation(version, answer)),
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
