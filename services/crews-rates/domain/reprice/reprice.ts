import {
  beingChanged,
  findOpenOperation,
  lockReferences,
  recordOperation,
} from '@consulting/kernel/postgres';
import { type Fault, invalid, loweredText } from '@consulting/kernel/schema';
import type { ProjectPricing } from '../../neighbours/clients-projects';
import { askRepriceEffect, calculateLines, type RepriceEffect } from '../../neighbours/mto';
import type { Repricing } from '../../rates/repricing';
import { allowWaiting, keepStates, listCrewsOfService, lockCrews, stateOf } from '../../store/repriced-crew';
import { type ServiceCrewRow, updateServiceCrew } from '../../store/service-crew';
import type { Ctx } from '../context';
import { requirePricing } from '../pricing/crew-calculation';
import { lockOpenService, requireOpenService } from '../pricing/crew-owner';
import { emitRates, takesOtherRates } from '../service-crew/service-crew-rates';
import { serialiseReprice } from './reprice-answer';
import { crewsMax, type RepriceRequest, repriceInput, repricingOf } from './reprice-fields';
import { type CrewToReprice, priceCrewsWith } from './reprice-pricing';

export const serviceCrews = 'service-crews';

interface Target {
  projectId: string;
  serviceId: string;
}

/**
 * The rules come from extensions.md 12.1. Without `dryRun` the crews are stored first, and then the lines follow before
 * the answer.
 * @throws VALIDATION_ERROR, NOT_FOUND, SERVICE_APPROVED, EQUIPMENT_RATE_MISSING, DEPENDENCY_UNAVAILABLE
 */
export async function repriceService(ctx: Ctx, projectId: string, serviceId: string, body: unknown) {
  const { record: request, faults } = repriceInput.tryCreate(body);
  const target = { projectId: projectId.toLowerCase(), serviceId: serviceId.toLowerCase() };
  const pricing = await requirePricing(ctx, target.projectId, true);
  requireOpenService(pricing, target.serviceId);
  const rows = await findCrews(ctx, target, request, faults);
  const repricing = repricingOf(request);
  const planned = await priceCrewsWith(ctx, pricing, rows, repricing, true);
  const effect = await findEffect(ctx, target, planned);
  const { currency } = pricing.project;
  if (request.dryRun) return serialiseReprice({ dryRun: true, currency, crews: planned, effect });
  const operationId = await store(ctx, target, planned, repricing);
  const lines = await followWithLines(ctx, target, planned, operationId);
  const stored = { operationId, lines };
  return serialiseReprice({ dryRun: false, currency, crews: planned, effect, stored });
}

async function findCrews(
  { db }: Ctx,
  { serviceId }: Target,
  { crews }: RepriceRequest,
  faults: readonly Fault[],
): Promise<ServiceCrewRow[]> {
  const rows = await listCrewsOfService(db, serviceId, crews, crewsMax);
  const all = [...faults, ...crewFaults(crews, rows)];
  if (all.length > 0) throw invalid(all);
  return rows;
}

function crewFaults(crews: readonly string[] | null, rows: readonly ServiceCrewRow[]): Fault[] {
  const field = 'crews';
  if (crews === null) {
    const message = `must name the crews, at most ${crewsMax} in one call: the service has more`;
    return rows.length > crewsMax
      ? [{ field, code: 'REQUIRED', message, params: { maxItems: crewsMax } }]
      : [];
  }
  if (crews.length === 0)
    return [{ field, code: 'REQUIRED', message: 'must name a crew, or be left out for all of them' }];
  const known = new Set(rows.map(({ crewCode }) => loweredText(crewCode)));
  return crews.flatMap((code, at): Fault[] =>
    known.has(loweredText(code))
      ? []
      : [{ field: `crews[${at}]`, code: 'REFERENCE', message: `${code} is not a crew of the service` }],
  );
}

const isRepriced = ({ outcome }: CrewToReprice) => outcome === 'repriced';

function findEffect({ bus }: Ctx, target: Target, crews: readonly CrewToReprice[]): Promise<RepriceEffect> {
  const changing = crews.filter(isRepriced).map(({ row, after }) => ({
    crewCode: row.crewCode,
    crewSize: after.crewSize,
    labourRate: after.labourRatePerManHour,
    equipmentRate: after.equipmentRatePerManHour,
  }));
  return askRepriceEffect(bus, { ...target, crews: changing });
}

/**
 * The plan is stored as one operation outside of the transaction of an idempotency key, so that the lines find it; a
 * repeat finds nothing left to change.
 * @throws DEPENDENCY_UNAVAILABLE when a price has changed since it was planned
 */
function store(
  ctx: Ctx,
  target: Target,
  planned: readonly CrewToReprice[],
  repricing: Repricing | null,
): Promise<string | null> {
  return ctx.ownDb.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const pricing = await lockOpenService(inside, target.projectId, target.serviceId);
    const crews = await priceLocked(inside, pricing, planned, repricing);
    await recordOperation(tx, { kind: 'reprice', recordType: serviceCrews, ...target });
    for (const { row, after } of crews)
      await updateServiceCrew(tx, row.id, { ...stateOf(after), updatedBy: ctx.caller.name });
    const operationId = await findOpenOperation(tx, serviceCrews);
    if (operationId !== null)
      await keepStates(
        tx,
        operationId,
        crews.map(({ row, after }) => ({
          serviceCrewId: row.id,
          before: stateOf(row),
          after: stateOf(after),
        })),
      );
    const changing = crews.filter(({ row, after }) => takesOtherRates(row, { ...row, ...after }));
    const named = changing.map(({ row }) => ({ serviceCrewId: row.id, crewCode: row.crewCode }));
    await emitRates(tx, target, named, { isReprice: true });
    return operationId;
  });
}

async function priceLocked(
  ctx: Ctx,
  pricing: ProjectPricing,
  planned: readonly CrewToReprice[],
  repricing: Repricing | null,
): Promise<CrewToReprice[]> {
  const rows = await lockCrews(
    ctx.db,
    planned.filter(isRepriced).map(({ row }) => row.id),
  );
  const codes = rows.flatMap(({ equipmentMembers }) =>
    equipmentMembers.map((member) => member.equipmentCode),
  );
  await lockReferences(ctx.db, 'equipment', codes);
  const crews = await priceCrewsWith(ctx, pricing, rows, repricing, false);
  const wanted = new Map(planned.map((crew) => [crew.row.id, crew]));
  const isAsPlanned =
    crews.length === planned.filter(isRepriced).length &&
    crews.every((crew) => isSame(crew, wanted.get(crew.row.id)));
  if (!isAsPlanned) throw beingChanged('crews of the service');
  return crews;
}

const isSame = (crew: CrewToReprice, planned: CrewToReprice | undefined): boolean =>
  planned !== undefined &&
  isRepriced(crew) &&
  crew.row.version === planned.row.version &&
  !takesOtherRates({ ...crew.row, ...crew.after }, { ...planned.row, ...planned.after });

async function followWithLines(
  ctx: Ctx,
  target: Target,
  crews: readonly CrewToReprice[],
  operationId: string | null,
): Promise<string | null | undefined> {
  const crewCodes = crews.filter(isRepriced).map(({ row }) => row.crewCode);
  if (crewCodes.length === 0) return null;
  if (ctx.db !== ctx.ownDb) await allowWaiting(ctx.db);
  return calculateLines(ctx.bus, operationId, { ...target, crewCodes });
}
