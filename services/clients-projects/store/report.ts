import { type Database, whenGiven } from '@consulting/kernel/postgres';
import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import { client, estimation, project, projectService } from './schema';

export async function findReportProject(db: Database, projectId: string) {
  const [row] = await db
    .select({ project, clientName: client.name })
    .from(project)
    .innerJoin(client, eq(client.id, project.clientId))
    .where(eq(project.id, projectId));
  return row;
}

export async function findServiceOf(db: Database, projectId: string, serviceId: string) {
  const [row] = await db
    .select()
    .from(projectService)
    .where(and(eq(projectService.id, serviceId), eq(projectService.projectId, projectId)));
  return row;
}

export async function findReportVersion(db: Database, id: string) {
  const [row] = await db.select().from(estimation).where(eq(estimation.id, id));
  return row;
}

export async function findNewestDraft(db: Database, serviceId: string) {
  const [row] = await db
    .select()
    .from(estimation)
    .where(and(eq(estimation.serviceId, serviceId), eq(estimation.status, 'draft')))
    .orderBy(desc(estimation.versionNumber))
    .limit(1);
  return row;
}

const reviewed = ['in-review', 'approved', 'superseded'];

export const listReviewed = (db: Database, serviceId: string, before: number | null, limit: number) => {
  const { id: estimationId, versionNumber, versionLabel, name } = estimation;
  return db
    .select({ estimationId, versionNumber, versionLabel, name })
    .from(estimation)
    .where(
      and(
        eq(estimation.serviceId, serviceId),
        inArray(estimation.status, reviewed),
        whenGiven(before, (number) => lt(versionNumber, number)),
      ),
    )
    .orderBy(desc(versionNumber))
    .limit(limit);
};
