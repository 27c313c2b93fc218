import { notFound } from '@consulting/kernel/errors';
import { isUuid } from '@consulting/kernel/fields/kinds';
import { requireVersion } from '@consulting/kernel/version';
import type { Ctx } from '../../context';
import type { EnteredWeek } from '../../fields/crew-terms';
import { findLineCounts } from '../../neighbours/mto';
import * as store from '../../store/service-crew';

export type ServiceCrewRow = store.ServiceCrewRow;

export async function presentServiceCrews(ctx: Ctx, records: readonly store.ServiceCrewRecord[]) {
  const counts = records.length === 0 ? [] : await findLineCounts(ctx.bus, records);
  return records.map((record, at) => {
    const { matching, equipmentKeys, tradeKeys, country, projectWeek, ...shown } = record;
    const { crewSize, labourRatePerManHour, equipmentRatePerManHour, ...fields } = shown;
    return {
      serviceCrewId: record.id,
      ...fields,
      workWeek: weekOf(record.workWeek, projectWeek),
      takeoffLineCount: counts?.[at] ?? null,
      ...(counts ? {} : { unavailable: ['takeoffLineCount'] }),
    };
  });
}

export const weekOf = (own: EnteredWeek | null, ofProject: object | null) => ({
  ...ofProject,
  ...Object.fromEntries(Object.entries(own ?? {}).filter(([, value]) => value !== null)),
});

export async function getServiceCrew(ctx: Ctx, id: string) {
  const rows = isUuid(id) ? await store.findServiceCrewRecords(ctx.db, [id.toLowerCase()]) : [];
  const [crew] = await presentServiceCrews(ctx, rows);
  if (!crew) throw notFound('service crew', id);
  return crew;
}

export async function requireServiceCrew(ctx: Ctx, id: string): Promise<ServiceCrewRow> {
  return found(isUuid(id) ? await store.findServiceCrew(ctx.db, id) : undefined, id);
}

export async function lockServiceCrew(ctx: Ctx, id: string): Promise<ServiceCrewRow> {
  const row = found(await store.lockServiceCrew(ctx.db, id), id);
  requireVersion(ctx, row.version);
  return row;
}

function found(row: store.ServiceCrewRow | undefined, id: string): ServiceCrewRow {
  if (!row) throw notFound('service crew', id);
  return row;
}
