import type { Database } from '@consulting/shared/store/connect';
import { loweredText } from '@consulting/shared/text';
import { sql } from 'drizzle-orm';

const keyOf = (code: string) => `crews-rates.equipment.${loweredText(code)}`;

/**
 * Held by every writer of equipment members from before it asks whether the equipment exists until its commit, so that
 * whoever counts what refers to the equipment afterwards sees it.
 */
export async function holdEquipment(tx: Database, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return;
  await tx.execute(sql`
    select pg_advisory_xact_lock_shared(hashtextextended(key, 0))
    from jsonb_array_elements_text(${JSON.stringify(codes.map(keyOf))}::text::jsonb) as key`);
}

/** Waits until no writer in flight refers to the equipment, and keeps new ones waiting until the end of the transaction. */
export async function awaitEquipmentWriters(tx: Database, code: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(code)}, 0))`);
}
