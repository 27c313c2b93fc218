import { equipmentPricesChanged } from '@consulting/kernel/contracts/equipment-wbs';
import { type Database, emit, withFreeCode } from '@consulting/kernel/postgres';
import { requireVersion } from '@consulting/kernel/process';
import {
  type Blocking,
  changed,
  DomainError,
  type Fault,
  invalid,
  isEmpty,
  notFound,
  Page,
  type Values,
} from '@consulting/kernel/schema';
import { askEquipmentUsage } from '../neighbours/crews-rates';
import * as store from '../store/equipment';
import { countTagsOfEquipment, listTagsOfEquipment } from '../store/equipment-tag';
import type { Ctx } from './context';
import { type EquipmentFields, equipmentInput, type equipmentQuery } from './equipment-fields';
import { requireOperator } from './equipment-operator';

export async function listEquipment(ctx: Ctx, query: Values<(typeof equipmentQuery)['fields']>) {
  const { sort, skip, limit, ...filter } = query;
  const [rows, total] = await Promise.all([
    store.listEquipment(ctx.db, filter, { sort, skip, limit }),
    store.countEquipment(ctx.db, filter),
  ]);
  return new Page(rows, total, skip, limit);
}

export const getEquipment = (ctx: Ctx, code: string) =>
  requireEquipment(code, store.findEquipment(ctx.db, code));

const reservedCodes = ['template', 'export', 'import'];

export function reservedFaults({ equipmentCode }: Pick<EquipmentFields, 'equipmentCode'>): Fault[] {
  if (!reservedCodes.includes((equipmentCode ?? '').toLowerCase())) return [];
  const message = `must not be one of ${reservedCodes.join(', ')}; equipment that has it already is reached by its id`;
  return [{ field: 'equipmentCode', code: 'FORMAT', message, params: { notAllowed: reservedCodes } }];
}

export function createEquipment(ctx: Ctx, body: unknown) {
  const { record: values, faults } = equipmentInput.tryCreate(body);
  const all = [...faults, ...reservedFaults(values)];
  if (all.length > 0) throw invalid(all);
  const code = values.equipmentCode;
  return ctx.db.transaction(async (tx) => {
    await requireOperator({ ...ctx, db: tx }, values);
    const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
    const unique = {
      constraint: 'equipment_equipment_code_key',
      record: 'equipment',
      field: 'equipmentCode',
    };
    return withFreeCode({ ...unique, code }, () => store.insertEquipment(tx, { ...values, ...by }));
  });
}

export function updateEquipment(ctx: Ctx, code: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const current = await requireEquipment(code, store.lockEquipment(tx, code));
    requireVersion(ctx, current);
    const changes = changed(current, equipmentInput.update(body, current as EquipmentFields));
    if (isEmpty(changes)) return current;
    if ('operatorTradeCode' in changes || 'operatorLaborDesignation' in changes)
      await requireOperator({ ...ctx, db: tx }, { ...current, ...changes });
    const row = await store.updateEquipment(tx, current.id, { ...changes, updatedBy: ctx.caller.name });
    await emitPrices(tx, current.equipmentCode, null);
    return row;
  });
}

/**
 * Nobody learns meanwhile that the equipment exists, so that nothing can begin to refer to it.
 * @throws NOT_FOUND, VERSION_MISMATCH, EQUIPMENT_IN_USE with `blocking`, DEPENDENCY_UNAVAILABLE
 */
export function deleteEquipment(ctx: Ctx, code: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const current = await requireEquipment(code, store.lockEquipmentForRemoval(tx, code));
    requireVersion(ctx, current);
    const tags = await listTagsOfEquipment(tx, current.id, blockingMax);
    if (tags.length > 0)
      throw inUse('equipment tags', { count: await countTagsOfEquipment(tx, current.id), items: tags });
    const crews = await askEquipmentUsage(ctx.bus, current.equipmentCode);
    if (crews.count > 0) throw inUse('crews', crews);
    await store.removeEquipment(tx, current.id);
  });
}

const blockingMax = 20;

const inUse = (by: string, blocking: Blocking) =>
  new DomainError('EQUIPMENT_IN_USE', `The equipment is used by ${blocking.count} ${by}.`, { blocking });

async function requireEquipment(code: string, finding: Promise<store.EquipmentRow | undefined>) {
  const row = await finding;
  if (!row) throw notFound('equipment', code);
  return row;
}

export const emitPrices = (tx: Database, equipmentCode: string, projectId: string | null): Promise<void> =>
  emit(tx, equipmentPricesChanged, { equipmentCode, projectId });
