import { kernelTables } from '@consulting/kernel/store/tables';
import { schema } from './pg-schema';

export { crew, crewEquipmentMember, crewLabourMember } from './tables/crew';
export { projectCrew } from './tables/project-crew';
export { place, rateCard, rateCardCount } from './tables/rate-card';
export { serviceCrew } from './tables/service-crew';
export { trade } from './tables/trade';
export const { outbox, inbox, deadLetter, idempotencyKey } = kernelTables(schema);
