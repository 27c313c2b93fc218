import { recordOperation } from '@consulting/kernel/postgres';
import { type Blocking, DomainError } from '@consulting/kernel/schema';
import { askTradeUsage } from '../../neighbours/equipment-wbs';
import { lockSiblings, removeTrades, type TradeRow } from '../../store/trade';
import * as usage from '../../store/trade-usage';
import type { Ctx } from '../context';
import { emitCards } from '../rate-card/rate-card';
import { emitChange, lockTrade, namesOf } from './trade';
import { lockSelection } from './trade-group';

const blockingItemsMax = 20;

/**
 * The trade stays locked while the equipment service is asked; the event is for operators that have yet to follow an
 * earlier change.
 * @throws NOT_FOUND, VERSION_MISMATCH, TRADE_IN_USE, DEPENDENCY_UNAVAILABLE
 */
export function deleteTrade(ctx: Ctx, tradeId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const trade = await lockTrade(inside, tradeId);
    const isLastOfCode = !(await lockSiblings(tx, trade));
    requireUnused(trade, await findReferences(inside, trade));
    requireUnused(trade, await findOperated(inside, trade, isLastOfCode));
    await removeTrades(tx, [trade.id]);
    await emitChange(tx, trade, null, isLastOfCode);
  });
}

/**
 * Rate cards, members of crews and operators of equipment are removed with the trade (resources.md 7), while service
 * crews keep their snapshot.
 * @throws NOT_FOUND, VERSION_MISMATCH
 */
export function deleteTradeCascade(
  ctx: Ctx,
  tradeCode: string,
  laborDesignation: string | null,
): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const { rows, isWhole } = await lockSelection({ ...ctx, db: tx }, tradeCode, laborDesignation);
    const ids = rows.map(({ id }) => id);
    await recordOperation(tx, { recordType: 'trades' });
    await usage.removeFromCrews(tx, ids, ctx.caller.name);
    const cards = await usage.removeRateCardsOf(tx, ids);
    const pairs = new Map(rows.map((row) => [row.id, namesOf(row)]));
    await emitCards(
      tx,
      cards.flatMap(({ tradeId, country }) => {
        const pair = pairs.get(tradeId);
        return pair ? [{ ...pair, country }] : [];
      }),
    );
    await removeTrades(tx, ids);
    for (const [index, row] of rows.entries()) {
      const isLastOfCode = isWhole && index === rows.length - 1;
      await emitChange(tx, row, null, isLastOfCode);
    }
  });
}

function requireUnused({ tradeCode, laborDesignation }: TradeRow, blocking: Blocking): void {
  if (blocking.count === 0) return;
  const detail = `The trade ${tradeCode} ${laborDesignation} is in use.`;
  throw new DomainError('TRADE_IN_USE', detail, { blocking });
}

async function findReferences({ db }: Ctx, { id, tradeCode }: TradeRow): Promise<Blocking> {
  const crews = await usage.listCrewUsage(db, [id], blockingItemsMax);
  const cards = await usage.listRateCardUsage(db, [id], blockingItemsMax);
  const items = [
    ...crews.map(({ crewId, code, name }) => ({ id: crewId, code, name })),
    ...cards.map(({ memberId, ...card }) => ({ id: memberId, code: tradeCode, name: nameOf(card) })),
  ];
  const crewCount = await usage.countCrewUsage(db, [id]);
  const cardCount = await usage.countRateCardUsage(db, [id]);
  return { count: crewCount + cardCount, items: items.slice(0, blockingItemsMax) };
}

type CardName = Omit<Awaited<ReturnType<typeof usage.listRateCardUsage>>[number], 'memberId'>;

const nameOf = ({ laborDesignation, province, region, country, year, quarter }: CardName) =>
  `${laborDesignation}, ${province ?? region ?? country}, ${year} ${quarter}`;

async function findOperated(ctx: Ctx, trade: TradeRow, includesUnspecified: boolean): Promise<Blocking> {
  const { tradeCode, laborDesignation } = trade;
  const operated = await askTradeUsage(ctx.bus, {
    tradeCode,
    laborDesignations: [laborDesignation],
    includesUnspecified,
  });
  return {
    count: operated.count,
    items: operated.items
      .slice(0, blockingItemsMax)
      .map(({ equipmentId, equipmentCode, name }) => ({ id: equipmentId, code: equipmentCode, name })),
  };
}
