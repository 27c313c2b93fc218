import { equipmentPricesChanged } from '@consulting/kernel/contracts/equipment-wbs';
import type { Database } from '@consulting/kernel/store/connect';
import { emit } from '@consulting/kernel/store/outbox';

/** Without `projectId` in every project. */
export const emitPrices = (tx: Database, equipmentCode: string, projectId: string | null): Promise<void> =>
  emit(tx, equipmentPricesChanged, { equipmentCode, projectId });
