import { tradeChanged } from '@consulting/kernel/contracts/crews-rates';
import type { Database } from '@consulting/kernel/store/connect';
import { emit } from '@consulting/kernel/store/outbox';
import type { Ctx } from '../../context';
import { lockSiblings, type TradePair, type TradeRow } from '../../store/trade';
import { touchReferences } from '../../store/trade-usage';

export const namesOf = ({ tradeCode, laborDesignation }: TradePair): TradePair => ({
  tradeCode,
  laborDesignation,
});

export async function emitRename(ctx: Ctx, before: TradeRow, after: TradeRow): Promise<void> {
  const isLastOfCode = before.tradeCode !== after.tradeCode && !(await lockSiblings(ctx.db, before));
  await touchReferences(ctx.db, after.id, ctx.caller.name);
  await emitChange(ctx.db, before, after, isLastOfCode);
}

/** With `after` null the operators of equipment lose the trade. */
export const emitChange = (
  tx: Database,
  before: TradePair,
  after: TradePair | null,
  isLastOfCode: boolean,
): Promise<void> =>
  emit(tx, tradeChanged, {
    from: namesOf(before),
    to: after && namesOf(after),
    isLastOfCode,
    changedAt: new Date().toISOString(),
  });
