import { isUuid } from '@consulting/kernel/fields/kinds';
import type { Database } from '@consulting/kernel/store/connect';
import { awaitAnswers } from '@consulting/kernel/store/reference';
import { findRates } from '../../store/service-crew';

export async function serviceCrewRates(db: Database, serviceId: string, crewCodes: readonly string[]) {
  if (crewCodes.length === 0 || !isUuid(serviceId)) return [];
  return db.transaction(async (tx) => {
    await awaitAnswers(tx, 'service-crews', [serviceId]);
    return findRates(tx, serviceId, crewCodes);
  });
}
