import type { Database } from '@consulting/kernel/store/connect';
import { equalsIgnoringCase, lowered, matchesText, whenGiven } from '@consulting/kernel/store/query';
import { readSettled } from '@consulting/kernel/store/reference';
import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { equipment } from './schema';

export interface EquipmentFilter {
  search: string | null;
  category: string | null;
  ownership: string | null;
  isActive: boolean | null;
}

/** What a record shows; `operatorSince` is for the following of renamed trades only. */
const { operatorSince, ...equipmentColumns } = getTableColumns(equipment);

export type EquipmentRow = Omit<typeof equipment.$inferSelect, 'operatorSince'>;
export type EquipmentValues = Omit<typeof equipment.$inferInsert, 'id' | 'version' | 'operatorSince'>;

const searched = [equipment.equipmentCode, equipment.name, equipment.description];

const matching = (filter: EquipmentFilter) =>
  and(
    whenGiven(filter.search, (search) => matchesText(searched, search)),
    whenGiven(filter.category, (category) => equalsIgnoringCase(equipment.category, category)),
    whenGiven(filter.ownership, (ownership) => eq(equipment.ownership, ownership)),
    whenGiven(filter.isActive, (isActive) => eq(equipment.isActive, isActive)),
  );

export const listEquipment = (db: Database, filter: EquipmentFilter, skip: number, limit: number) =>
  db
    .select(equipmentColumns)
    .from(equipment)
    .where(matching(filter))
    .orderBy(desc(equipment.createdAt), asc(equipment.id))
    .offset(skip)
    .limit(limit);

export const countEquipment = (db: Database, filter: EquipmentFilter) =>
  db.$count(equipment, matching(filter));

const withCode = (code: string) => equalsIgnoringCase(equipment.equipmentCode, code);

export async function findEquipment(db: Database, code: string): Promise<EquipmentRow | undefined> {
  const [row] = await db.select(equipmentColumns).from(equipment).where(withCode(code));
  return row;
}

/** Locked for a change; it may be referred to meanwhile. */
export async function lockEquipment(tx: Database, code: string): Promise<EquipmentRow | undefined> {
  const [row] = await tx.select(equipmentColumns).from(equipment).where(withCode(code)).for('no key update');
  return row;
}

/** Locked for its removal: nobody can begin to refer to it. */
export async function lockEquipmentForRemoval(tx: Database, code: string): Promise<EquipmentRow | undefined> {
  const [row] = await tx.select(equipmentColumns).from(equipment).where(withCode(code)).for('update');
  return row;
}

/** Kept from removal, not from changes. */
export async function keepEquipment(tx: Database, code: string): Promise<EquipmentRow | undefined> {
  const [row] = await tx.select(equipmentColumns).from(equipment).where(withCode(code)).for('key share');
  return row;
}

const withOneOf = (codes: readonly string[]) => sql`${lowered(equipment.equipmentCode)} = any(array(
  select ${lowered(sql`code`)} from jsonb_array_elements_text(${JSON.stringify(codes)}::text::jsonb) as code))`;

export const listEquipmentWithCodes = (db: Database, codes: readonly string[]): Promise<EquipmentRow[]> =>
  db
    .select(equipmentColumns)
    .from(equipment)
    .where(withOneOf(codes))
    .orderBy(asc(equipment.id))
    .prepare('equipment_with_codes')
    .execute();

/** As `listEquipmentWithCodes`, once none of them is about to be removed. @throws DEPENDENCY_UNAVAILABLE when one still is */
export const findSettledEquipment = (db: Database, codes: readonly string[]): Promise<EquipmentRow[]> =>
  readSettled(db, 'equipment', (tx) =>
    tx
      .select(equipmentColumns)
      .from(equipment)
      .where(withOneOf(codes))
      .orderBy(asc(equipment.id))
      .for('key share'),
  );

export async function insertEquipment(db: Database, values: EquipmentValues): Promise<EquipmentRow> {
  const [row] = await db.insert(equipment).values(values).returning(equipmentColumns);
  return row as EquipmentRow;
}

export async function updateEquipment(
  tx: Database,
  id: string,
  changes: Partial<EquipmentValues>,
): Promise<EquipmentRow> {
  const updatedAt = new Date();
  const isOtherOperator = 'operatorTradeCode' in changes || 'operatorLaborDesignation' in changes;
  const since = isOtherOperator ? { operatorSince: updatedAt } : {};
  const [row] = await tx
    .update(equipment)
    .set({ ...changes, ...since, version: sql`${equipment.version} + 1`, updatedAt })
    .where(eq(equipment.id, id))
    .returning(equipmentColumns);
  return row as EquipmentRow;
}

export async function removeEquipment(tx: Database, id: string): Promise<void> {
  await tx.delete(equipment).where(eq(equipment.id, id));
}
