import type { Database } from '@consulting/kernel/postgres';
import { comparable, pairOf } from '../../rates/matching';
import { type PlaceName, requirePlaces } from '../../store/place';
import { lockTradesShared } from '../../store/trade';
import type { RateCardFields } from './rate-card';

export interface Located {
  tradeId: string;
  placeId: number;
}

export class RateCardPlaces {
  readonly #trades = new Map<string, string | null>();
  readonly #places = new Map<string, number>();

  constructor(private readonly tx: Database) {}

  async locate(cards: readonly (RateCardFields | null)[]): Promise<(Located | null)[]> {
    const named = cards.filter((card) => card !== null);
    await this.#learnTrades(named);
    await this.#learnPlaces(named.filter((card) => this.#trades.get(pairOf(card))));
    return cards.map((card) => {
      const tradeId = card && this.#trades.get(pairOf(card));
      const placeId = card ? this.#places.get(placeKey(card)) : undefined;
      return tradeId && placeId !== undefined ? { tradeId, placeId } : null;
    });
  }

  async #learnTrades(cards: readonly RateCardFields[]): Promise<void> {
    const unknown = new Map(
      cards
        .filter((card) => !this.#trades.has(pairOf(card)))
        .map(({ tradeCode, laborDesignation }) => {
          const pair = { tradeCode, laborDesignation };
          return [pairOf(pair), pair];
        }),
    );
    const locked = await lockTradesShared(this.tx, [...unknown.values()]);
    for (const pair of unknown.keys()) this.#trades.set(pair, null);
    for (const trade of locked) this.#trades.set(pairOf(trade), trade.id);
  }

  async #learnPlaces(cards: readonly RateCardFields[]): Promise<void> {
    const unknown = new Map(
      cards.filter((card) => !this.#places.has(placeKey(card))).map((card) => [placeKey(card), card]),
    );
    if (unknown.size === 0) return;
    const ids = await requirePlaces(this.tx, [...unknown.values()]);
    for (const [at, key] of [...unknown.keys()].entries()) this.#places.set(key, ids[at] as number);
  }
}

const placeKey = ({ country, region, province }: PlaceName) =>
  [country, comparable(region), comparable(province)].join('\n');
