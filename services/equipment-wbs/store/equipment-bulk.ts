import { exported, insertRecords, updateRecords } from '@consulting/imports/store/bulk-records';
import { type Database, lowered, type Snapshot } from '@consulting/kernel/postgres';
import { asc, desc, getTableColumns, sql } from 'drizzle-orm';
import { type EquipmentFilter, matchingEquipment } from './equipment';
import { equipment } from './schema';

const { version, createdAt, updatedAt, operatorSince, ...columns } = getTableColumns(equipment);

export type WrittenEquipment = Omit<
  typeof equipment.$inferSelect,
  'version' | 'createdAt' | 'updatedAt' | 'operatorSince'
> & { operatorSince: string };

const written = { ...columns, operatorSince: sql<string>`${operatorSince}::text` };

/**
 * Each code is looked up in the unique index, whatever statistics say of a table that is being filled. The rows are
 * locked for a change, but may be referred to meanwhile.
 */
export async function lockEquipmentWithCodes(
  tx: Database,
  codes: readonly string[],
): Promise<WrittenEquipment[]> {
  const found = await tx.execute<{ id: string }>(sql`
    select found.id from jsonb_array_elements_text(${JSON.stringify(codes)}::text::jsonb) as code
    cross join lateral (
      select id from ${equipment}
      where ${lowered(equipment.equipmentCode)} = lower(code collate pg_c_utf8) offset 0) as found`);
  const ids = found.map(({ id }) => id);
  return tx
    .select(written)
    .from(equipment)
    .where(sql`${equipment.id} = any(${`{${ids.join()}}`}::uuid[])`)
    .orderBy(asc(equipment.id))
    .for('no key update');
}

export const insertManyEquipment = (tx: Database, rows: readonly WrittenEquipment[]) =>
  insertRecords(tx, equipment, rows);

export const updateManyEquipment = (tx: Database, rows: readonly WrittenEquipment[]) =>
  updateRecords(tx, equipment, rows);

export const readEquipment = (filter: EquipmentFilter) => (snapshot: Snapshot) =>
  snapshot.read<Record<string, unknown>>(sql`
    select ${exported(columns)} from ${equipment} where ${matchingEquipment(filter) ?? sql`true`}
    order by ${desc(equipment.createdAt)}, ${asc(equipment.id)}`);
