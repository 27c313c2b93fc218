import { awaitWriters, type Database, lockReferences } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';

export type Owner = { projectId: string } | { serviceId: string };

const every = { kind: 'crews', key: 'all' };

/**
 * Every writer of crews of projects takes this lock before it asks what they are priced with, so that whoever removes
 * them or looks for outdated rates afterwards sees them all.
 */
export async function lockOwners(tx: Database, projectId: string, serviceId: string | null): Promise<void> {
  await lockReferences(tx, every.kind, [every.key]);
  await lockReferences(tx, 'project', [projectId]);
  await lockReferences(tx, 'service', serviceId === null ? [] : [serviceId]);
}

/**
 * The call waits until no writer in flight belongs to the owner, and new writers wait until the end of the transaction.
 */
export const awaitCrewWriters = (tx: Database, owner: Owner): Promise<void> =>
  'serviceId' in owner
    ? awaitWriters(tx, 'service', owner.serviceId)
    : awaitWriters(tx, 'project', owner.projectId);

export const awaitEveryCrewWriter = (db: Database): Promise<void> =>
  db.transaction((tx) => awaitWriters(tx, every.kind, every.key));

export async function lockCrewCodes(tx: Database, serviceId: string): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(${`crews-rates.service-crew-codes.${serviceId}`}, 0))`);
}
