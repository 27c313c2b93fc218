import type { Database } from '@consulting/shared/store/connect';
import { lowered } from '@consulting/shared/store/query';
import { and, eq, inArray } from 'drizzle-orm';
import { serviceCrew } from './schema';

/** The rates of the crews of a service whose code is one of `crewCodes`, case ignored. */
export const findRates = (db: Database, serviceId: string, crewCodes: string[]) =>
  db
    .select({
      serviceCrewId: serviceCrew.id,
      crewCode: serviceCrew.crewCode,
      crewSize: serviceCrew.crewSize,
      labourRate: serviceCrew.labourRatePerManHour,
      equipmentRate: serviceCrew.equipmentRatePerManHour,
    })
    .from(serviceCrew)
    .where(
      and(
        eq(serviceCrew.serviceId, serviceId),
        inArray(lowered(serviceCrew.crewCode), crewCodes.map(lowered)),
      ),
    );
