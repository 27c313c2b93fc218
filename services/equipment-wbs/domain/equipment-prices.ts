import { equipmentPricesChanged } from '@consulting/kernel/contracts/equipment-wbs';
import type { Database } from '@consulting/kernel/store/connect';
import { emit } from '@consulting/kernel/store/outbox';

/** Tells that the price of a machine may be another now: in every project, or by the tags of one. */
export const emitPrices = (tx: Database, equipmentCode: string, projectId: string | null): Promise<void> =>
  emit(tx, equipmentPricesChanged, { equipmentCode, projectId });
