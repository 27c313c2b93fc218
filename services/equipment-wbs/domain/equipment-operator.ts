import type { tradeChanged } from '@consulting/kernel/contracts/crews-rates';
import { type getTradeUsage, tradeUsageItemsMax } from '@consulting/kernel/contracts/equipment-wbs';
import { awaitWriters, type Database, lockReferences } from '@consulting/kernel/postgres';
import { currentWriter } from '@consulting/kernel/process';
import { type Fault, invalid, loweredText, type Static } from '@consulting/kernel/schema';
import { askTrades, isTrade } from '../neighbours/crews-rates';
import * as store from '../store/equipment-operator';
import type { Ctx } from './context';

type TradeChange = Static<(typeof tradeChanged)['payload']>;
type TradeUsage = Static<(typeof getTradeUsage)['response']>;

/**
 * Usage of the trade is not answered and its changes are not handled until the end of the transaction, so that the operator follows them.
 * @throws VALIDATION_ERROR (REFERENCE), DEPENDENCY_UNAVAILABLE
 */
export async function requireOperator(
  ctx: Ctx,
  { operatorTradeCode, operatorLaborDesignation }: store.Operator,
): Promise<void> {
  if (operatorTradeCode === null) return;
  await lockReferences(ctx.db, 'trade', [operatorTradeCode]);
  if (await isTrade(ctx.bus, operatorTradeCode, operatorLaborDesignation)) return;
  throw invalid([operatorFault({ operatorTradeCode, operatorLaborDesignation })]);
}

export const operatorFault = ({ operatorLaborDesignation }: store.Operator): Fault => {
  const message =
    operatorLaborDesignation === null ? 'is not a trade' : 'is not a trade with this labour designation';
  return { field: 'operatorTradeCode', code: 'REFERENCE', message };
};

export function tradeUsage(db: Database, operators: store.Operators): Promise<TradeUsage> {
  return db.transaction(async (tx) => {
    await awaitWriters(tx, 'trade', operators.tradeCode);
    const [items, count] = [
      await store.listOperated(tx, operators, tradeUsageItemsMax),
      await store.countOperated(tx, operators),
    ];
    return { count, items };
  });
}

export const awaitOperatorWriters = (db: Database, { tradeCode }: { tradeCode: string }): Promise<void> =>
  db.transaction((tx) => awaitWriters(tx, 'trade', tradeCode));

/**
 * Equipment that was given the operator after the change keeps it, because it may be meant for a trade that was created again (resources.md
 * 7). The equipment is locked before crews-rates is asked, so that equipment given a trade created after the answer is not among the locked
 * rows. @throws DEPENDENCY_UNAVAILABLE
 */
export async function changeOperators(
  { bus, db }: Pick<Ctx, 'bus' | 'db'>,
  { from: { tradeCode, laborDesignation }, to, isLastOfCode, changedAt }: TradeChange,
): Promise<void> {
  const operators = { tradeCode, laborDesignations: [laborDesignation], includesUnspecified: isLastOfCode };
  const operated = await store.lockOperated(db, operators);
  if (operated.length === 0) return;
  const current = await askTrades(bus, [tradeCode]);
  const isCurrent = (designation: string | null) =>
    current.some(
      (trade) => designation === null || loweredText(trade.laborDesignation) === loweredText(designation),
    );
  const following = operated.filter(
    ({ operatorLaborDesignation, operatorSince }) =>
      operatorSince < new Date(changedAt) || !isCurrent(operatorLaborDesignation),
  );
  const replace = (rows: typeof operated, operatorLaborDesignation: string | null) =>
    store.replaceOperator(
      db,
      rows.map(({ id }) => id),
      {
        operatorTradeCode: to?.tradeCode ?? null,
        operatorLaborDesignation,
        operatorSince: new Date(changedAt),
      },
      currentWriter('crews-rates'),
    );
  const isNamed = (row: (typeof operated)[number]) => row.operatorLaborDesignation !== null;
  await replace(following.filter(isNamed), to?.laborDesignation ?? null);
  await replace(
    following.filter((row) => !isNamed(row)),
    null,
  );
}
