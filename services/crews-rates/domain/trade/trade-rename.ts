import { tradeChanged } from '@consulting/shared/contracts/crews-rates';
import { emit } from '@consulting/shared/store/outbox';
import type { Ctx } from '../../context';
import { lockSiblings, type TradePair, type TradeRow } from '../../store/trade';
import { touchReferences } from '../../store/trade-usage';

export const namesOf = ({ tradeCode, laborDesignation }: TradePair): TradePair => ({
  tradeCode,
  laborDesignation,
});

/** Lets what refers to a renamed trade follow: crews and rate cards here, equipment operators by the event. */
export async function tellOfRename(ctx: Ctx, before: TradeRow, after: TradeRow): Promise<void> {
  const isLastOfCode = before.tradeCode !== after.tradeCode && !(await lockSiblings(ctx.db, before));
  await touchReferences(ctx.db, after.id, ctx.caller.name);
  await emit(ctx.db, tradeChanged, { from: namesOf(before), to: namesOf(after), isLastOfCode });
}
