import { kernelTables } from '@consulting/kernel/store/tables';
import { schema } from './pg-schema';

export { crew, crewEquipmentMember, crewLabourMember } from './tables/crew';
export { projectCrew, serviceCrew } from './tables/priced-crew';
export { place, rateCard, rateCardCount } from './tables/rate-card';
export { trade } from './tables/trade';
export const { outbox, inbox, deadLetter, idempotencyKey } = kernelTables(schema);
