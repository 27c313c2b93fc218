import { withFreeCode } from '@consulting/kernel/postgres';
import { changed, isEmpty, Page, type Values } from '@consulting/kernel/schema';
import { askLineUsage } from '../../neighbours/mto';
import * as store from '../../store/crew';
import { findCrewUsage } from '../../store/crew';
import { copyMembers, replaceEquipmentMembers, replaceLabourMembers } from '../../store/crew-members';
import { lockTradesShared } from '../../store/trade';
import type { Ctx } from '../context';
import { crewDuplicateInput, crewInput, type crewQuery } from './crew-fields';
import { enteredMembers, findMembers, memberValues, storedMembers } from './crew-members';
import {
  crewInUse,
  keepCrew,
  lockCrew,
  requireCrew,
  serialiseCrew,
  serialiseCrewRecord,
} from './crew-record';
import { namedMembers, requireMembers } from './member-references';

type CrewFields = Values<(typeof crewInput)['fields']>;

export async function listCrews(ctx: Ctx, query: Values<(typeof crewQuery)['fields']>) {
  const { sort, skip, limit, ...filter } = query;
  const [rows, total] = await Promise.all([
    store.listCrews(ctx.db, filter, { sort, skip, limit }),
    store.countCrews(ctx.db, filter),
  ]);
  return new Page(rows.map(serialiseCrew), total, skip, limit);
}

export function createCrew(ctx: Ctx, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const { record, faults } = crewInput.tryCreate(body);
    const known = await requireMembers(inside, body, faults);
    const { labourMembers, equipmentMembers, ...values } = record;
    const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
    const id = await withFreeCrewCode(values.code, crewInput.nameIn(body, 'code'), () =>
      store.insertCrew(tx, { ...values, ...by }),
    );
    await writeMembers(inside, id, memberValues({ labourMembers, equipmentMembers }, known));
    return serialiseCrewRecord(inside, await requireCrew(inside, id), known.equipment);
  });
}

/**
 * An inactive trade may stay but not be added.
 * @throws NOT_FOUND, VERSION_MISMATCH, VALIDATION_ERROR, CODE_EXISTS, DEPENDENCY_UNAVAILABLE
 */
export function updateCrew(ctx: Ctx, crewId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    // Trades before the crew, as the rename and the removal of a trade lock them.
    await lockTradesShared(
      tx,
      namedMembers(body).pairs.map(({ pair }) => pair),
    );
    const row = await lockCrew(inside, crewId, store.lockCrew);
    const stored = await findMembers(tx, row.id);
    const current = enteredMembers(stored);
    const fields: CrewFields = { ...row, ...current };
    const { changes: wanted, faults } = crewInput.tryUpdate(body, fields);
    const known = await requireMembers(inside, body, faults, current.labourMembers);
    const { labourMembers, equipmentMembers, ...values } = wanted;
    const members = changed(storedMembers(stored), memberValues({ labourMembers, equipmentMembers }, known));
    const changes = changed(row, values);
    if (!(isEmpty(changes) && isEmpty(members))) {
      await withFreeCrewCode(changes.code ?? row.code, crewInput.nameIn(body, 'code'), () =>
        store.updateCrew(tx, row.id, { ...changes, updatedBy: ctx.caller.name }),
      );
      await writeMembers(inside, row.id, members);
    }
    return serialiseCrewRecord(inside, await requireCrew(inside, row.id));
  });
}

/**
 * Nothing can begin to refer to the crew meanwhile.
 * @throws NOT_FOUND, VERSION_MISMATCH, CREW_IN_USE with `blocking`, DEPENDENCY_UNAVAILABLE
 */
export function deleteCrew(ctx: Ctx, crewId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const row = await lockCrew({ ...ctx, db: tx }, crewId, store.lockCrewForRemoval);
    const crews = await findCrewUsage(tx, row.id);
    if (crews.count > 0) throw crewInUse(`${crews.count} crews of projects are made of it.`, crews);
    const lines = await askLineUsage(ctx.bus, { serviceId: null, crewCode: row.code });
    if (lines.count > 0) throw crewInUse(`${lines.count} takeoff lines carry its code.`, lines);
    await store.removeCrew(tx, row.id);
  });
}

export function duplicateCrew(ctx: Ctx, crewId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const { newName: name, newCode: code } = crewDuplicateInput.create(body);
    const { description, discipline, workType, outputUnit, outputPerDay, id } = await keepCrew(
      inside,
      crewId,
    );
    const copied = { description, discipline, workType, outputUnit, outputPerDay };
    const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
    const copyId = await withFreeCrewCode(code, 'newCode', () =>
      store.insertCrew(tx, { ...copied, name, code, isActive: true, ...by }),
    );
    await copyMembers(tx, id, copyId);
    return serialiseCrewRecord(inside, await requireCrew(inside, copyId));
  });
}

async function writeMembers({ db }: Ctx, crewId: string, values: Partial<ReturnType<typeof memberValues>>) {
  if (values.labourMembers) await replaceLabourMembers(db, crewId, values.labourMembers);
  if (values.equipmentMembers) await replaceEquipmentMembers(db, crewId, values.equipmentMembers);
}

const withFreeCrewCode = <T>(code: string, field: string, write: () => Promise<T>) =>
  withFreeCode({ constraint: store.crewCodeKey, record: 'crew', code, field }, write);
