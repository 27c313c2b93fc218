import type { ListTask } from '@consulting/imports/list/list-task';
import { importTables, importTaskColumns, importTaskIndexes } from '@consulting/imports/store/tables';
import { kernelTables } from '@consulting/kernel/postgres';
import { schema } from './tables/pg-schema';

export { crew, crewEquipmentMember, crewLabourMember } from './tables/crew';
export { priceBook, priceRow } from './tables/price-book';
export { projectCrew, serviceCrew } from './tables/priced-crew';
export { place, rateCard, rateCardCount } from './tables/rate-card';
export { trade } from './tables/trade';
export const { outbox, inbox, deadLetter, idempotencyKey } = kernelTables(schema);

export const importTask = schema.table('import_task', importTaskColumns<ListTask>(), importTaskIndexes);

export const { importFileChunk, importFailedRow } = importTables(schema, importTask);
