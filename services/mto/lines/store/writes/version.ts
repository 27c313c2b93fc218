import type { ImportTransaction } from '@consulting/imports/store/transaction';
import { type Database, lockAlone, lockReferences } from '@consulting/kernel/postgres';
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { LineRange } from '../rows/import-task';
import { findCopy, removeCopies } from '../rows/takeoff-copy';
import { unsettledEpoch } from '../tables/schema';
import { takeoffEpoch, takeoffVersion } from '../tables/version-schema';
import { addCurrentTotals } from '../totals/version-totals';

/**
 * Lines of an estimation version are copied only when they change. The lines of a service have an epoch, which a freeze ends: a version has
 * every line that was created until its epoch, as it was then. Triggers of `takeoff_line` copy a line once per freeze before it changes. A
 * freeze waits for every writer that has changed a line of the service, and later writers wait for it (`lockKind`, which the triggers take,
 * too).
 */
const lockKind = 'version';

interface Version {
  id: string;
  projectId: string;
  serviceId: string;
}

export interface FrozenVersion extends Version {
  epoch: number;
  hasTotals: boolean;
  isLargePart?: boolean;
}

/** Nobody else changes a line of the service or freezes a version of it until the end of the transaction. @throws DEPENDENCY_UNAVAILABLE */
export const lockVersions = (tx: Database, serviceId: string): Promise<void> =>
  lockAlone(tx, lockKind, serviceId);

/** Nobody freezes or releases a version of the service until the end of the transaction. @throws DEPENDENCY_UNAVAILABLE */
export const lockVersionsShared = (tx: Database, serviceId: string): Promise<void> =>
  lockReferences(tx, lockKind, [serviceId]);

const partsMax = 20;

const isLargePart = sql<boolean>`has_totals and ${partsMax} * (
    select coalesce(sum(lines), 0) from takeoff_version_item_total as total where total.project_id = takeoff_version.project_id
      and total.service_id = takeoff_version.service_id and total.epoch = takeoff_version.epoch
  ) >= (
    select coalesce(sum(lines), 0) from takeoff_discipline_total as total where total.project_id = takeoff_version.project_id)`;

const { review: _review, ...ownColumns } = getTableColumns(takeoffVersion);

export async function findVersion(db: Database, id: string): Promise<FrozenVersion | undefined> {
  const [row] = await db
    .select({ ...ownColumns, isLargePart })
    .from(takeoffVersion)
    .where(eq(takeoffVersion.id, id));
  return row;
}

export async function findCopiedVersion(db: Database, id: string): Promise<Version | undefined> {
  const copy = await findCopy(db, id);
  return copy?.isOfImport ? undefined : copy;
}

type Run = (statement: SQL) => Promise<readonly object[]>;

/** `lockVersionsShared` must run before when the lines are visible at once. */
export async function findEpoch(db: Database, serviceId: string): Promise<number> {
  const [row] = await db.select().from(takeoffEpoch).where(eq(takeoffEpoch.serviceId, serviceId));
  return row?.epoch ?? 0;
}

/** The caller holds `lockVersions` until the end of the transaction. */
export async function freezeLines(
  tx: Database,
  { id, projectId, serviceId }: Version,
): Promise<FrozenVersion> {
  const epoch = await findEpoch(tx, serviceId);
  const isUnsettled = sql`project_id = ${projectId} and service_id = ${serviceId} and created_epoch = ${unsettledEpoch}`;
  const version = { id, projectId, serviceId, epoch, hasTotals: true };
  await settle((statement) => tx.execute(statement), isUnsettled, epoch, addCurrentTotals(version));
  await tx
    .insert(takeoffEpoch)
    .values({ serviceId, projectId, epoch: epoch + 1 })
    .onConflictDoUpdate({ target: takeoffEpoch.serviceId, set: { epoch: epoch + 1 } });
  await tx.insert(takeoffVersion).values(version);
  return version;
}

/**
 * Nobody has seen these lines yet, so writing their epoch changes nothing. `beside` runs in the same statement, since lines of writers that
 * name no epoch may come between two.
 */
async function settle(run: Run, isMeant: SQL, epoch: number, separate: readonly SQL[] = []): Promise<void> {
  const parts = separate.map((part, at) => sql`, ${sql.raw(`part_${at}`)} as (${part})`);
  await run(sql`select set_config('mto.is_settling', 'on', true)`);
  await run(sql`with settled as (update takeoff_line set created_epoch = ${epoch}::integer where ${isMeant})
    ${sql.join(parts, sql` `)} select`);
  await run(sql`select set_config('mto.is_settling', '', true)`);
}

const currentEpoch = async (transaction: ImportTransaction, serviceId: string): Promise<number> => {
  const [row] = await transaction.execute<{ epoch: number }>(
    sql`select epoch from takeoff_epoch where service_id = ${serviceId}`,
  );
  return row?.epoch ?? 0;
};

/** Freezes do not wait for an import, which takes long; at its end it checks whether there were any. */
export class ImportEpoch {
  private constructor(
    private readonly transaction: ImportTransaction,
    private readonly owner: { projectId: string; serviceId: string },
    readonly epoch: number,
  ) {}

  static async begin(
    transaction: ImportTransaction,
    owner: { projectId: string; serviceId: string },
  ): Promise<ImportEpoch> {
    return new ImportEpoch(transaction, owner, await currentEpoch(transaction, owner.serviceId));
  }

  async end({ first, last }: LineRange): Promise<void> {
    const { transaction, owner } = this;
    const { projectId, serviceId } = owner;
    await transaction.lock(lockKind, [serviceId]);
    const epoch = await currentEpoch(transaction, serviceId);
    if (epoch === this.epoch) return;
    const isOwn = sql`project_id = ${projectId} and service_id = ${serviceId} and id between ${first} and ${last}`;
    await settle((statement) => transaction.execute(statement), isOwn, epoch);
  }
}

/** The caller holds `lockVersions` until the end of the transaction. */
export async function releaseVersion(
  tx: Database,
  { id, projectId, serviceId, epoch }: FrozenVersion,
): Promise<void> {
  await tx.delete(takeoffVersion).where(eq(takeoffVersion.id, id));
  await tx.execute(sql`
    delete from takeoff_version_line as line
    where project_id = ${projectId} and service_id = ${serviceId} and until_epoch >= ${epoch} and from_epoch <= ${epoch} and not exists (
      select from takeoff_version as other
      where other.service_id = ${serviceId} and other.epoch between line.from_epoch and line.until_epoch)`);
}

/** Lines that are removed next are then not copied. Nothing is frozen meanwhile. @throws DEPENDENCY_UNAVAILABLE */
export async function removeVersions(
  tx: Database,
  owner: { projectId: string; serviceId: string | null },
): Promise<void> {
  const { projectId, serviceId } = owner;
  const isOfService = serviceId === null ? sql`` : sql`and service_id = ${serviceId}`;
  const isOwned = sql`project_id = ${projectId} ${isOfService}`;
  const frozen = await tx.execute<{ id: string }>(sql`
    select service_id as id from takeoff_epoch where ${isOwned}`);
  const services = serviceId === null ? frozen.map(({ id }) => id) : [serviceId];
  await lockReferences(tx, lockKind, services);
  await removeCopies(tx, isOwned);
  await tx.execute(sql`delete from takeoff_version where ${isOwned}`);
  await tx.execute(sql`delete from takeoff_epoch where ${isOwned}`);
  await tx.execute(sql`delete from takeoff_version_line where ${isOwned}`);
}
