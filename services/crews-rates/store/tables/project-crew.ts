import { recordColumns, time } from '@consulting/kernel/store/tables';
import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { schema } from '../pg-schema';
import { crew } from './crew';
import { pricedColumns } from './priced-crew';

export const projectCrew = schema.table(
  'project_crew',
  {
    ...recordColumns(),
    ...pricedColumns(),
    crewId: uuid()
      .notNull()
      .references(() => crew.id),
    status: text().$type<'complete' | 'incomplete'>().notNull(),
    importedAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('project_crew_project_id_crew_id_key').on(table.projectId, table.crewId),
    index('project_crew_crew_id_idx').on(table.crewId),
    index('project_crew_equipment_keys_idx').using('gin', table.equipmentKeys),
  ],
);
