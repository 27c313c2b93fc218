import { rateCardsChanged } from '@consulting/kernel/contracts/crews-rates';
import type { Database } from '@consulting/kernel/store/connect';
import { emit } from '@consulting/kernel/store/outbox';
import { pairOf } from '../../rates/matching';

interface CardName {
  tradeCode: string;
  laborDesignation: string;
  country: string;
}

const cardsPerEventMax = 2000;

/** Service crews may be outdated by it. `tx` is that of the change. */
export async function emitCards(tx: Database, cards: readonly CardName[]): Promise<void> {
  const distinct = new Map(
    cards.map(({ tradeCode, laborDesignation, country }) => {
      const card = { tradeCode, laborDesignation, country };
      return [`${country.toUpperCase()}\n${pairOf(card)}`, card] as const;
    }),
  );
  const told = [...distinct.values()];
  for (let at = 0; at < told.length; at += cardsPerEventMax)
    await emit(tx, rateCardsChanged, { cards: told.slice(at, at + cardsPerEventMax) });
}
