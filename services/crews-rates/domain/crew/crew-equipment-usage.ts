import type { Blocking } from '@consulting/kernel/errors';
import type { Database } from '@consulting/kernel/store/connect';
import { awaitWriters } from '@consulting/kernel/store/reference';
import { findEquipmentUsage } from '../../store/crew-usage';

export function equipmentUsage(db: Database, equipmentCode: string): Promise<Blocking> {
  return db.transaction(async (tx) => {
    await awaitWriters(tx, 'equipment', equipmentCode);
    return findEquipmentUsage(tx, equipmentCode);
  });
}
