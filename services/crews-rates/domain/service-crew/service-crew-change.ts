import { lockAnswers, recordOperation } from '@consulting/kernel/postgres';
import { changed, invalid, isEmpty, isObject, loweredText } from '@consulting/kernel/schema';
import { askLineUsage } from '../../neighbours/mto';
import { lockCrewCodes } from '../../store/crew-owner-lock';
import * as store from '../../store/service-crew';
import type { Ctx } from '../context';
import { crewInUse, keepCrew } from '../crew/crew-record';
import { lockMembers, memberFaults, namedMembers } from '../crew/member-references';
import { compositionOf } from '../pricing/crew-in-project';
import { lockOpenService } from '../pricing/crew-owner';
import {
  getServiceCrew,
  lockServiceCrew,
  requireServiceCrew,
  type ServiceCrewRow,
  weekOf,
} from './service-crew';
import { nextCode, requireTemplate } from './service-crew-creation';
import { type ServiceCrewFields, serviceCrewInput } from './service-crew-fields';
import { recalculate, type ServiceCrewChange } from './service-crew-recalculation';

/**
 * Locked rates are calculated with the snapshot, others with fresh cards; an empty body asks for nothing else.
 * @throws NOT_FOUND, VERSION_MISMATCH, VALIDATION_ERROR, SERVICE_APPROVED, CREW_IN_USE when takeoff lines carry the
 * code that changes, CODE_EXISTS, DEPENDENCY_UNAVAILABLE
 */
export function updateServiceCrew(ctx: Ctx, id: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const { projectId, serviceId } = await requireServiceCrew(inside, id);
    const pricing = await lockOpenService(inside, projectId, serviceId);
    const current = await lockServiceCrew(inside, id);
    const wanted = await readChanges(inside, current, body);
    if (wanted.crewId) await keepCrew(inside, wanted.crewId);
    await requireFreeOfLines(inside, current, wanted.crewCode);
    if (isEmpty(wanted)) await recordOperation(tx, { kind: 'reprice' });
    await recalculate(inside, pricing, current, { wanted });
    return getServiceCrew(inside, id);
  });
}

export const recalculateServiceCrew = (ctx: Ctx, id: string) => updateServiceCrew(ctx, id, {});

async function readChanges(
  ctx: Ctx,
  current: ServiceCrewRow,
  body: unknown,
): Promise<ServiceCrewChange['wanted']> {
  if (isObject(body) && isEmpty(body)) return {};
  const fields = fieldsOf(current);
  const { changes, faults } = serviceCrewInput.tryUpdate(body, fields);
  const named = namedMembers(body);
  const known = await lockMembers(ctx, [named]);
  const all = [...faults, ...memberFaults(named, known, fields.labourMembers ?? [])];
  if (all.length > 0) throw invalid(all);
  const isCleared = [changes.crewCode, changes.labourMembers, changes.equipmentMembers].includes(null);
  const crewId = changes.crewId === undefined ? current.crewId : changes.crewId;
  const template = isCleared && crewId !== null ? await requireTemplate(ctx, crewId) : null;
  const { crewCode, labourMembers, equipmentMembers, ...others } = changes;
  const code = crewCode ?? template?.crew.code;
  return changed<ServiceCrewChange['wanted']>(fields, {
    ...others,
    ...(crewCode !== undefined && { crewCode: code ?? (await generatedCode(ctx, current)) }),
    ...(labourMembers !== undefined && {
      labourMembers: labourMembers ?? template?.composition.labourMembers ?? [],
    }),
    ...(equipmentMembers !== undefined && {
      equipmentMembers: equipmentMembers ?? template?.composition.equipmentMembers ?? [],
    }),
  });
}

function fieldsOf(row: ServiceCrewRow): ServiceCrewFields {
  const { terms } = row.snapshot;
  const composition = compositionOf(row);
  return {
    ...row,
    labourMembers: [...composition.labourMembers],
    equipmentMembers: [...composition.equipmentMembers],
    indirectCosts: row.indirectCosts,
    workWeek: weekOf(row.workWeek, terms.workWeek) as ServiceCrewFields['workWeek'],
  };
}

async function generatedCode({ db }: Ctx, { serviceId }: ServiceCrewRow): Promise<string> {
  await lockCrewCodes(db, serviceId);
  return nextCode(new Set((await store.listServiceCrewCodes(db, serviceId)).map(loweredText)));
}

async function requireFreeOfLines(
  ctx: Ctx,
  { projectId, serviceId, crewCode: current }: ServiceCrewRow,
  wanted: string | null | undefined,
): Promise<void> {
  if (!wanted || loweredText(wanted) === loweredText(current)) return;
  await lockAnswers(ctx.db, 'service-crews', serviceId);
  const lines = await askLineUsage(ctx.bus, { projectId, serviceId, crewCode: current });
  if (lines.count > 0) throw crewInUse(`${lines.count} takeoff lines carry its code.`, lines);
}
