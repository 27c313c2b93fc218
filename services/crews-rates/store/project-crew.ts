import type { Database } from '@consulting/kernel/postgres';
import { and, eq, sql } from 'drizzle-orm';
import { projectCrew } from './schema';

export type ProjectCrewRow = typeof projectCrew.$inferSelect;
export type ProjectCrewValues = Omit<
  typeof projectCrew.$inferInsert,
  'id' | 'version' | 'createdAt' | 'updatedAt'
>;

export async function findProjectCrew(db: Database, id: string): Promise<ProjectCrewRow | undefined> {
  const [row] = await db.select().from(projectCrew).where(eq(projectCrew.id, id));
  return row;
}

export async function saveProjectCrew(tx: Database, values: ProjectCrewValues): Promise<ProjectCrewRow> {
  const { createdBy, ...changes } = values;
  const [row] = await tx
    .insert(projectCrew)
    .values(values)
    .onConflictDoUpdate({
      target: [projectCrew.projectId, projectCrew.crewId],
      set: { ...changes, version: sql`${projectCrew.version} + 1`, updatedAt: new Date() },
    })
    .returning();
  return row as ProjectCrewRow;
}

export async function removeProjectCrewsOf(tx: Database, projectId: string): Promise<void> {
  await tx.delete(projectCrew).where(and(eq(projectCrew.projectId, projectId)));
}
