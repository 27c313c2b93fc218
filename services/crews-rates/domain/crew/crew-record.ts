import { notFound } from '@consulting/kernel/errors';
import { isUuid } from '@consulting/kernel/fields/kinds';
import { requireVersion } from '@consulting/kernel/version';
import type { Ctx } from '../../context';
import * as store from '../../store/crew';

export type CrewRow = store.CrewRow;

/** A crew as the lists return it, under the names of both sets. */
export const presentCrew = (row: CrewRow) => ({
  crewId: row.id,
  crewCode: row.code,
  crewName: row.name,
  ...row,
});

/** @throws NOT_FOUND */
export async function requireCrew(ctx: Ctx, crewId: string): Promise<CrewRow> {
  const row = isUuid(crewId) ? await store.findCrew(ctx.db, crewId) : undefined;
  if (!row) throw notFound('crew', crewId);
  return row;
}

/** The crew, kept from removal until the end of the transaction. @throws NOT_FOUND */
export async function keepCrew(ctx: Ctx, crewId: string): Promise<CrewRow> {
  const row = isUuid(crewId) ? await store.keepCrew(ctx.db, crewId) : undefined;
  if (!row) throw notFound('crew', crewId);
  return row;
}

/** Those of the crews that exist, kept from removal until the end of the transaction. */
export const keepCrews = ({ db }: Ctx, crewIds: readonly string[]): Promise<CrewRow[]> =>
  store.keepCrews(db, crewIds);

/** The crew, locked by `lock` for a write. @throws NOT_FOUND, VERSION_MISMATCH */
export async function lockCrew(ctx: Ctx, crewId: string, lock: typeof store.lockCrew): Promise<CrewRow> {
  const row = isUuid(crewId) ? await lock(ctx.db, crewId) : undefined;
  if (!row) throw notFound('crew', crewId);
  requireVersion(ctx, row.version);
  return row;
}
