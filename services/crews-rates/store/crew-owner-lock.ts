import type { Database } from '@consulting/shared/store/connect';
import { refusalOf } from '@consulting/shared/store/query';
import { sql } from 'drizzle-orm';

/** What crews of projects belong to, and another service owns. */
export type Owner = { projectId: string } | { serviceId: string };

const everyCrew = 'crews-rates.service-crew';

const keyOf = (owner: Owner) =>
  'serviceId' in owner ? `crews-rates.service.${owner.serviceId}` : `crews-rates.project.${owner.projectId}`;

/**
 * Held by every writer of crews of projects from before it asks what they belong to and are priced with until its commit, so
 * that whoever removes them or looks for outdated rates afterwards sees them all.
 */
export async function holdOwners(tx: Database, projectId: string, serviceId: string | null): Promise<void> {
  const keys = [everyCrew, keyOf({ projectId }), ...(serviceId === null ? [] : [keyOf({ serviceId })])];
  await tx.execute(sql`
    select pg_advisory_xact_lock_shared(hashtextextended(key, 0))
    from jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb) as key`);
}

/** Waits until no writer in flight belongs to the owner, and keeps new ones waiting until the end of the transaction. */
export async function awaitCrewWriters(tx: Database, owner: Owner): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(owner)}, 0))`);
}

/** Returns when every writer of crews of projects that is in flight now has written. */
export async function awaitEveryCrewWriter(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${everyCrew}, 0))`);
  });
}

/** Held by whoever gives a crew of a service a code of its own making, so that no two make the same. */
export async function lockCrewCodes(tx: Database, serviceId: string): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(${`crews-rates.service-crew-codes.${serviceId}`}, 0))`);
}

const answersOf = (serviceId: string) => `crews-rates.service-crew-answers.${serviceId}`;

/**
 * Holds back the answers about the crews of a service until the end of the transaction: while the takeoff service is asked
 * whether lines carry a code, no line may begin to take rates of it.
 */
export async function holdCrewAnswers(tx: Database, serviceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${answersOf(serviceId)}, 0))`);
}

const waitMsMax = 500;
const lockNotAvailable = '55P03';

/** Waits for a moment until answers about the crews of a service are not held back; false when they still are. */
export async function awaitCrewAnswers(tx: Database, serviceId: string): Promise<boolean> {
  try {
    await tx.execute(sql`
      select set_config('lock_timeout', ${String(waitMsMax)}, true),
        pg_advisory_xact_lock_shared(hashtextextended(${answersOf(serviceId)}, 0))`);
    return true;
  } catch (error) {
    if (refusalOf(error)?.code === lockNotAvailable) return false;
    throw error;
  }
}
