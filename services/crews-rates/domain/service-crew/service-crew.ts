import { serviceCrewDeleted, serviceCrewRatesPageMax } from '@consulting/kernel/contracts/crews-rates';
import { awaitAnswers, type Database, emit, recordOperation } from '@consulting/kernel/postgres';
import { requireVersion } from '@consulting/kernel/process';
import { isUuid, notFound, Page, type Values } from '@consulting/kernel/schema';
import type { EnteredWeek } from '../../fields/crew-terms';
import { askService } from '../../neighbours/clients-projects';
import { findLineCounts } from '../../neighbours/mto';
import { awaitCrewWriters } from '../../store/crew-owner-lock';
import { removeProjectCrewsOf } from '../../store/project-crew';
import * as store from '../../store/service-crew';
import type { Ctx } from '../context';
import { lockOpenService } from '../pricing/crew-owner';
import type { serviceCrewQuery } from './service-crew-fields';

export type ServiceCrewRow = store.ServiceCrewRow;

export async function listServiceCrews(ctx: Ctx, query: Values<(typeof serviceCrewQuery)['fields']>) {
  const { sort, skip, limit, ...filter } = query;
  const [rows, total] = await Promise.all([
    store.listServiceCrews(ctx.db, filter, { sort, skip, limit }),
    store.countServiceCrews(ctx.db, filter),
  ]);
  return new Page(await serialiseServiceCrews(ctx, rows), total, skip, limit);
}

/**
 * Takeoff lines that carry the code of the crew keep their last rates.
 * @throws NOT_FOUND, VERSION_MISMATCH, SERVICE_APPROVED, DEPENDENCY_UNAVAILABLE
 */
export function deleteServiceCrew(ctx: Ctx, id: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const { projectId, serviceId } = await requireServiceCrew(inside, id);
    await lockOpenService(inside, projectId, serviceId);
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
    await lockOpenService({ ...ctx, db: tx }, owner.projectId, owner.serviceId);
    await recordOperation(tx, { kind: 'bulk-delete' });
    const crews = await store.removeServiceCrewsOf(tx, { serviceId: owner.serviceId });
    if (crews.length > 0) await emit(tx, serviceCrewDeleted, { ...owner, crews });
  });
}

export async function removeCrewsOfProject(tx: Database, projectId: string): Promise<void> {
  await awaitCrewWriters(tx, { projectId });
  await store.removeServiceCrewsOf(tx, { projectId });
  await removeProjectCrewsOf(tx, projectId);
}

export async function removeCrewsOfService(tx: Database, serviceId: string): Promise<void> {
  await awaitCrewWriters(tx, { serviceId });
  await store.removeServiceCrewsOf(tx, { serviceId });
}

export async function ratesByCode(db: Database, serviceId: string, crewCodes: readonly string[]) {
  if (crewCodes.length === 0 || !isUuid(serviceId)) return [];
  return db.transaction(async (tx) => {
    await awaitAnswers(tx, 'service-crews', [serviceId]);
    const crews = await store.findRates(tx, serviceId, crewCodes);
    return crews.map((crew) => ({ ...crew, calculatedAt: crew.calculatedAt?.toISOString() ?? null }));
  });
}

export async function namesByCode(
  db: Database,
  { projectId, serviceId, crewCodes }: { projectId: string; serviceId: string | null; crewCodes: string[] },
) {
  const isKnown = isUuid(projectId) && (serviceId === null || isUuid(serviceId)) && crewCodes.length > 0;
  return isKnown ? store.findNames(db, { projectId, serviceId }, crewCodes) : [];
}

export async function ratesOfService(db: Database, serviceId: string, after: string | null) {
  if (!isUuid(serviceId) || (after !== null && !isUuid(after))) return [];
  return store.listRates(db, serviceId, after, serviceCrewRatesPageMax);
}

export async function serialiseServiceCrews(ctx: Ctx, records: readonly store.ServiceCrewRecord[]) {
  const counts = records.length === 0 ? [] : await findLineCounts(ctx.bus, records);
  return records.map((record, at) => {
    const { matching, equipmentKeys, tradeKeys, country, projectWeek, ...displayed } = record;
    const { crewSize, labourRatePerManHour, equipmentRatePerManHour, ...fields } = displayed;
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
  const [crew] = await serialiseServiceCrews(ctx, rows);
  if (!crew) throw notFound('service crew', id);
  return crew;
}

export async function requireServiceCrew(ctx: Ctx, id: string): Promise<ServiceCrewRow> {
  return found(isUuid(id) ? await store.findServiceCrew(ctx.db, id) : undefined, id);
}

export async function lockServiceCrew(ctx: Ctx, id: string): Promise<ServiceCrewRow> {
  const row = found(await store.lockServiceCrew(ctx.db, id), id);
  requireVersion(ctx, row);
  return row;
}

function found(row: ServiceCrewRow | undefined, id: string): ServiceCrewRow {
  if (!row) throw notFound('service crew', id);
  return row;
}
