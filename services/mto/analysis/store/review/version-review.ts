import type { Database } from '@consulting/kernel/postgres';
import { takeoffVersion } from '@consulting/mto-lines';
import { eq, sql } from 'drizzle-orm';

export async function findStoredReview(db: Database, estimationId: string): Promise<object | null> {
  const { review } = takeoffVersion;
  const [row] = await db.select({ review }).from(takeoffVersion).where(eq(takeoffVersion.id, estimationId));
  return row?.review ?? null;
}

export async function storeReview(db: Database, estimationId: string, review: object): Promise<void> {
  await db.execute(sql`
    update takeoff_version set review = ${JSON.stringify(review)}::text::jsonb
    where id = ${estimationId}::uuid and review is null`);
}

export interface UnreviewedVersion {
  id: string;
  projectId: string;
  serviceId: string;
}

const versionsAtOnceMax = 20;

// Versions that were frozen before reviews were stored stay without one. Any are taken, so that those whose review fails stop no others.
export const listUnreviewed = (db: Database): Promise<UnreviewedVersion[]> =>
  db.execute<UnreviewedVersion & Record<string, unknown>>(sql`
    select id, project_id as "projectId", service_id as "serviceId" from takeoff_version
    where review is null and taken_at > now() - interval '1 day' order by random() limit ${versionsAtOnceMax}`);

export interface EarlierReview {
  id: string;
  projectId: string;
  currency: string | null;
  ratios: { key: string; value: number }[];
}

const earlierMax = 500;

export const listEarlierReviews = (db: Database, projectId: string): Promise<EarlierReview[]> =>
  db.execute<EarlierReview & Record<string, unknown>>(sql`
    select id, project_id as "projectId", review ->> 'currency' as currency, review -> 'ratios' as ratios
    from takeoff_version where review is not null and project_id <> ${projectId}::uuid
    order by taken_at desc limit ${earlierMax}`);
