import { unavailable } from '@consulting/shared/errors';
import { isUuid } from '@consulting/shared/fields/kinds';
import type { Database } from '@consulting/shared/store/connect';
import { awaitCrewAnswers } from '../store/crew-owner-lock';
import { findRates } from '../store/service-crew';

/** What lines take from the crews of a service that have one of the codes. @throws DEPENDENCY_UNAVAILABLE while a code changes */
export async function serviceCrewRates(db: Database, serviceId: string, crewCodes: readonly string[]) {
  if (crewCodes.length === 0 || !isUuid(serviceId)) return [];
  return db.transaction(async (tx) => {
    if (!(await awaitCrewAnswers(tx, serviceId.toLowerCase()))) throw unavailable('crews-rates');
    return findRates(tx, serviceId, crewCodes);
  });
}
