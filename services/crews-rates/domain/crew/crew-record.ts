import { notFound } from '@consulting/kernel/errors';
import { isUuid } from '@consulting/kernel/fields/kinds';
import { requireVersion } from '@consulting/kernel/version';
import type { Ctx } from '../../context';
import * as store from '../../store/crew';

export type CrewRow = store.CrewRow;

export const presentCrew = (row: CrewRow) => ({
  crewId: row.id,
  crewCode: row.code,
  crewName: row.name,
  ...row,
});

export async function requireCrew(ctx: Ctx, crewId: string): Promise<CrewRow> {
  const row = isUuid(crewId) ? await store.findCrew(ctx.db, crewId) : undefined;
  if (!row) throw notFound('crew', crewId);
  return row;
}

export async function keepCrew(ctx: Ctx, crewId: string): Promise<CrewRow> {
  const row = isUuid(crewId) ? await store.keepCrew(ctx.db, crewId) : undefined;
  if (!row) throw notFound('crew', crewId);
  return row;
}

export const keepCrews = ({ db }: Ctx, crewIds: readonly string[]): Promise<CrewRow[]> =>
  store.keepCrews(db, crewIds);

export async function lockCrew(ctx: Ctx, crewId: string, lock: typeof store.lockCrew): Promise<CrewRow> {
  const row = isUuid(crewId) ? await lock(ctx.db, crewId) : undefined;
  if (!row) throw notFound('crew', crewId);
  requireVersion(ctx, row.version);
  return row;
}
