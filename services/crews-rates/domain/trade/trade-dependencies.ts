import { type Database, readSettled } from '@consulting/kernel/postgres';
import { findTradeUsage } from '../../neighbours/equipment-wbs';
import { shareTrades, type WantedTrade } from '../../store/trade';
import * as usage from '../../store/trade-usage';
import type { Ctx } from '../context';
import { findSelection } from './trade-group';

const itemsMax = 50;

/**
 * At most 50 of each kind are listed (resources.md 7). `canDelete` is null while the equipment service does not answer
 * and nothing else refers to the trade.
 * @throws NOT_FOUND
 */
export async function getTradeDependencies(ctx: Ctx, code: string, designation: string | null) {
  const { tradeCode, laborDesignation, rows, isWhole } = await findSelection(ctx, code, designation);
  const ids = rows.map(({ id }) => id);
  const laborDesignations = rows.map((row) => row.laborDesignation);
  const [crews, crewMembers, serviceCrews, equipment] = await Promise.all([
    together(usage.countCrewUsage(ctx.db, ids), usage.listCrewUsage(ctx.db, ids, itemsMax)),
    together(usage.countRateCardUsage(ctx.db, ids), usage.listRateCardUsage(ctx.db, ids, itemsMax)),
    serviceCrewUsage(ctx, tradeCode, laborDesignation === null ? null : laborDesignations),
    findTradeUsage(ctx.bus, { tradeCode, laborDesignations, includesUnspecified: isWhole }),
  ]);
  const isFreeHere = crews.count + crewMembers.count === 0;
  const canDelete = isFreeHere && (equipment === undefined ? null : equipment.count === 0);
  return {
    tradeCode,
    laborDesignation,
    canDelete,
    crews,
    crewMembers,
    serviceCrews,
    equipment: equipment ?? null,
    ...(equipment ? {} : { unavailable: canDelete === null ? ['equipment', 'canDelete'] : ['equipment'] }),
  };
}

const serviceCrewUsage = ({ db }: Ctx, tradeCode: string, designations: string[] | null) =>
  together(
    usage.countServiceCrewUsage(db, tradeCode, designations),
    usage.listServiceCrewUsage(db, tradeCode, designations, itemsMax),
  );

async function together<T>(counted: Promise<number>, listed: PromiseLike<T[]>) {
  const [count, items] = await Promise.all([counted, listed]);
  return { count, items };
}

/**
 * The call waits for deletes and renames, so that the answer stays true until an asker, who holds off the checks of its
 * usage, has acted on it.
 * @throws DEPENDENCY_UNAVAILABLE
 */
export const settledTrades = (db: Database, wanted: readonly WantedTrade[]) =>
  readSettled(db, 'trade', (tx) => shareTrades(tx, wanted));
