import type { Database } from '@consulting/kernel/postgres';
import { projectPresence } from '@consulting/mto-lines';
import { sql } from 'drizzle-orm';

export interface Presence {
  projectId: string;
  personId: string;
  name: string;
  mtoId: string | null;
}

// A person who stays where she is has been there since she came.
export async function storePresence(
  db: Database,
  { projectId, personId, name, mtoId }: Presence,
  seconds: number,
): Promise<void> {
  const until = sql`now() + make_interval(secs => ${seconds}::int)`;
  await db
    .insert(projectPresence)
    .values({ projectId, personId, name, mtoId, since: sql`now()`, until })
    .onConflictDoUpdate({
      target: [projectPresence.projectId, projectPresence.personId],
      set: {
        name,
        mtoId,
        until,
        since: sql`case when ${projectPresence.mtoId} is not distinct from ${mtoId}::uuid and ${projectPresence.until} > now()
          then ${projectPresence.since} else now() end`,
      },
    });
}

export async function removeFormerPresence(db: Database): Promise<void> {
  await db.execute(
    sql`delete from project_presence where until < now() - interval '1 minute' /* of every project */`,
  );
}
