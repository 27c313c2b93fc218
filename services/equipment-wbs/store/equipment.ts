import {
  type Database,
  equalsIgnoringCase,
  inOrder,
  type ListPage,
  lowered,
  matchesText,
  readSettled,
  sortable,
  whenGiven,
} from '@consulting/kernel/postgres';
import { isUuid } from '@consulting/kernel/schema';
import { and, asc, desc, eq, getTableColumns, or, sql } from 'drizzle-orm';
import { equipment } from './schema';

export interface EquipmentFilter {
  search: string | null;
  category: string | null;
  ownership: string | null;
  isActive: boolean | null;
}

const { operatorSince, ...equipmentColumns } = getTableColumns(equipment);

export type EquipmentRow = Omit<typeof equipment.$inferSelect, 'operatorSince'>;
export type EquipmentValues = Omit<typeof equipment.$inferInsert, 'id' | 'version' | 'operatorSince'>;

const searched = [equipment.equipmentCode, equipment.name, equipment.description];

export const matchingEquipment = (filter: EquipmentFilter) =>
  and(
    whenGiven(filter.search, (search) => matchesText(searched, search)),
    whenGiven(filter.category, (category) => equalsIgnoringCase(equipment.category, category)),
    whenGiven(filter.ownership, (ownership) => eq(equipment.ownership, ownership)),
    whenGiven(filter.isActive, (isActive) => eq(equipment.isActive, isActive)),
  );

export const equipmentSorting = sortable(equipmentColumns);

const order = { id: equipment.id, usual: [desc(equipment.createdAt), asc(equipment.id)] };

export const listEquipment = (db: Database, filter: EquipmentFilter, { sort, skip, limit }: ListPage) =>
  db
    .select(equipmentColumns)
    .from(equipment)
    .where(matchingEquipment(filter))
    .orderBy(...inOrder(sort, equipmentSorting, order))
    .offset(skip)
    .limit(limit);

export const countEquipment = (db: Database, filter: EquipmentFilter) =>
  db.$count(equipment, matchingEquipment(filter));

const withCode = (code: string) => equalsIgnoringCase(equipment.equipmentCode, code);

/** Some codes are words of a path, so a record is also found by its id. */
const named = (codeOrId: string) =>
  isUuid(codeOrId) ? or(withCode(codeOrId), eq(equipment.id, codeOrId)) : withCode(codeOrId);

const codeFirst = (codeOrId: string) => desc(withCode(codeOrId));

export async function findEquipment(db: Database, codeOrId: string): Promise<EquipmentRow | undefined> {
  const [row] = await selectNamed(db, codeOrId);
  return row;
}

const selectNamed = (db: Database, codeOrId: string) =>
  db.select(equipmentColumns).from(equipment).where(named(codeOrId)).orderBy(codeFirst(codeOrId)).limit(1);

export async function lockEquipment(tx: Database, codeOrId: string): Promise<EquipmentRow | undefined> {
  const [row] = await selectNamed(tx, codeOrId).for('no key update');
  return row;
}

export async function lockEquipmentForRemoval(
  tx: Database,
  codeOrId: string,
): Promise<EquipmentRow | undefined> {
  const [row] = await selectNamed(tx, codeOrId).for('update');
  return row;
}

export async function keepEquipment(tx: Database, code: string): Promise<EquipmentRow | undefined> {
  const [row] = await tx.select(equipmentColumns).from(equipment).where(withCode(code)).for('key share');
  return row;
}

const withOneOf = (codes: readonly string[]) => sql`${lowered(equipment.equipmentCode)} = any(array(
  select ${lowered(sql`wanted.code`)} from jsonb_array_elements_text(${JSON.stringify(codes)}::text::jsonb) as wanted(code)))`;

export const listEquipmentWithCodes = (db: Database, codes: readonly string[]): Promise<EquipmentRow[]> =>
  db
    .select(equipmentColumns)
    .from(equipment)
    .where(withOneOf(codes))
    .orderBy(asc(equipment.id))
    .prepare('equipment_with_codes')
    .execute();

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
