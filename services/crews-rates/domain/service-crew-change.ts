import { invalid } from '@consulting/shared/errors';
import { changed, isEmpty } from '@consulting/shared/fields/changed';
import { withFreeCode } from '@consulting/shared/store/free-code';
import { loweredText } from '@consulting/shared/text';
import type { Ctx } from '../context';
import { askLineUsage, type ProjectPricing } from '../messages/asks';
import { holdEquipment } from '../store/crew-equipment-lock';
import { holdCrewAnswers, lockCrewCodes } from '../store/crew-owner-lock';
import * as store from '../store/service-crew';
import type { Matching } from './crew-calculation-subject';
import { holdMembers, memberFaults, namedMembers } from './crew-composition';
import { compositionOf } from './crew-in-project';
import { crewInUse } from './crew-in-use';
import { holdOpenService } from './crew-owner';
import { keepCrew } from './crew-record';
import type { Composition, RateSnapshot } from './crew-snapshot';
import { takeSnapshots } from './crew-snapshot-taking';
import { nextCode, uniqueCode } from './service-crew-creation';
import { type ServiceCrewFields, serviceCrewInput } from './service-crew-fields';
import { lockedSnapshot, serviceCrewRates, takesOtherRates, tellOfRates } from './service-crew-rates';
import {
  getServiceCrew,
  lockServiceCrew,
  requireServiceCrew,
  type ServiceCrewRow,
  weekOf,
} from './service-crew-record';

/**
 * Changes the keys in the body and calculates the rates with fresh cards, or with the snapshot while they are locked.
 * @throws NOT_FOUND, VERSION_MISMATCH, VALIDATION_ERROR, SERVICE_APPROVED, CREW_IN_USE when takeoff lines carry the code that
 * changes, CODE_EXISTS, DEPENDENCY_UNAVAILABLE
 */
export function updateServiceCrew(ctx: Ctx, id: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const { projectId, serviceId } = await requireServiceCrew(inside, id);
    const pricing = await holdOpenService(inside, projectId, serviceId);
    const present = await lockServiceCrew(inside, id);
    const wanted = await readChanges(inside, present, body);
    if (wanted.crewId) await keepCrew(inside, wanted.crewId);
    await requireFreeOfLines(inside, present, wanted.crewCode);
    await recalculate(inside, pricing, present, wanted);
    return getServiceCrew(inside, id);
  });
}

/** What the body changes; a cleared code, and cleared members, are those of the universal crew again. */
async function readChanges(ctx: Ctx, present: ServiceCrewRow, body: unknown) {
  const fields = fieldsOf(present);
  const { changes, faults } = serviceCrewInput.tryUpdate(body, fields);
  const named = namedMembers(body);
  const known = await holdMembers(ctx, [named]);
  const all = [...faults, ...memberFaults(named, known, fields.labourMembers ?? [])];
  if (all.length > 0) throw invalid(all);
  const isCleared = [changes.crewCode, changes.labourMembers, changes.equipmentMembers].includes(null);
  const crewId = changes.crewId === undefined ? present.crewId : changes.crewId;
  const template = isCleared && crewId !== null ? await requireTemplate(ctx, crewId) : null;
  return changed(fields, {
    ...changes,
    ...(changes.labourMembers === null && { labourMembers: template?.composition.labourMembers ?? [] }),
    ...(changes.equipmentMembers === null && {
      equipmentMembers: template?.composition.equipmentMembers ?? [],
    }),
    ...(changes.crewCode === null && {
      crewCode: template?.crew.code ?? (await generatedCode(ctx, present)),
    }),
  });
}

/** A crew as a request would enter it, with the working week that counts. */
function fieldsOf(row: ServiceCrewRow): ServiceCrewFields {
  const { terms } = row.snapshot;
  const composition = compositionOf(row);
  return {
    ...row,
    labourMembers: [...composition.labourMembers],
    equipmentMembers: [...composition.equipmentMembers],
    indirectCosts: row.indirectCosts as ServiceCrewFields['indirectCosts'],
    workWeek: weekOf(row.workWeek, terms.workWeek) as ServiceCrewFields['workWeek'],
  };
}

async function generatedCode({ db }: Ctx, { serviceId }: ServiceCrewRow): Promise<string> {
  await lockCrewCodes(db, serviceId);
  return nextCode(new Set((await store.listServiceCrewCodes(db, serviceId)).map(loweredText)));
}

/** A code that lines carry stays. @throws CREW_IN_USE, DEPENDENCY_UNAVAILABLE */
async function requireFreeOfLines(
  ctx: Ctx,
  { serviceId, crewCode: present }: ServiceCrewRow,
  wanted: string | null | undefined,
): Promise<void> {
  if (!wanted || loweredText(wanted) === loweredText(present)) return;
  await holdCrewAnswers(ctx.db, serviceId);
  const lines = await askLineUsage(ctx.bus, { serviceId, crewCode: present });
  if (lines.count > 0) throw crewInUse(`${lines.count} takeoff lines carry its code.`, lines);
}

/** Stores the changes with the rates that follow from them; what stays as it was makes no new version. */
async function recalculate(
  ctx: Ctx,
  pricing: ProjectPricing,
  present: ServiceCrewRow,
  wanted: Partial<ServiceCrewFields>,
): Promise<void> {
  const { labourMembers, equipmentMembers, workWeek, ...values } = wanted;
  const before = compositionOf(present);
  const composition = {
    labourMembers: labourMembers ?? before.labourMembers,
    equipmentMembers: equipmentMembers ?? before.equipmentMembers,
  };
  const isLocked = wanted.ratesLocked ?? present.ratesLocked;
  const isRecomposed = Boolean(labourMembers ?? equipmentMembers);
  const snapshot =
    isLocked && !isRecomposed
      ? present.snapshot
      : await freshSnapshot(ctx, pricing, present, composition, isLocked);
  const own = { ...present, ...values, workWeek: ownWeek(present, workWeek) };
  const rates = serviceCrewRates({ composition, snapshot, crewTerms: termsOf(own) });
  const isStale = isLocked && present.status === 'stale' && rates.status === 'complete';
  const { ratesCalculatedAt, ...after } = { ...own, ...rates, ...(isStale && { status: 'stale' as const }) };
  const changes = changed(present, after as Partial<store.ServiceCrewValues>);
  if (isEmpty(changes)) return;
  const written = { ...changes, ratesCalculatedAt, updatedBy: ctx.caller.name };
  await withFreeCode(uniqueCode(after.crewCode), () => store.updateServiceCrew(ctx.db, present.id, written));
  const { id: serviceCrewId, projectId, serviceId } = present;
  if (takesOtherRates(present, after))
    await tellOfRates(ctx.db, { projectId, serviceId }, [{ serviceCrewId, crewCode: after.crewCode }]);
}
