import type { Bus } from '@consulting/kernel/nats';
import { findServiceTotals, type LineParts, type ServiceTotals } from '../neighbours/mto';
import type { EstimateSheet } from '../store/tables/estimate-sheet';
import { isDirect } from './estimate-sheet';

interface WithSheet {
  projectId: string;
  serviceId: string;
  sheet: EstimateSheet | null;
}

// The filters of direct items, each named as a body has it; undefined where there are none.
export function partsOf(sheet: EstimateSheet | null): LineParts | undefined {
  const parts = (sheet?.items ?? []).flatMap((item, at) =>
    isDirect(item) ? { at: `items[${at}].basis.filters`, filters: item.basis?.filters ?? {} } : [],
  );
  return parts.length > 0 ? parts : undefined;
}

export async function findVersionTotals(
  bus: Bus,
  { projectId, serviceId, sheet }: WithSheet,
): Promise<ServiceTotals | undefined> {
  const parts = partsOf(sheet);
  const found = await findServiceTotals(bus, { projectId, serviceId, parts });
  return parts && !found?.parts ? undefined : found;
}
