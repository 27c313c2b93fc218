import type { Blocking } from '@consulting/kernel/errors';
import type { Database } from '@consulting/kernel/store/connect';
import { awaitWriters } from '@consulting/kernel/store/reference';
import { findEquipmentUsage } from '../../store/crew-usage';

/** Crews that work with equipment, those of writers in flight included: how many, and the first 20. */
export function equipmentUsage(db: Database, equipmentCode: string): Promise<Blocking> {
  return db.transaction(async (tx) => {
    await awaitWriters(tx, 'equipment', equipmentCode);
    return findEquipmentUsage(tx, equipmentCode);
  });
}
