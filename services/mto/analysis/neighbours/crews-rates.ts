import {
  findPriceRows,
  listServiceCrewRates,
  priceBooksMax,
  serviceCrewRatesPageMax,
} from '@consulting/kernel/contracts/crews-rates';
import type { Bus } from '@consulting/kernel/nats';
import type { Static } from '@consulting/kernel/schema';

type Crews = Static<(typeof listServiceCrewRates)['response']>['crews'];

export async function askStaleCrews(bus: Bus, serviceId: string): Promise<string[]> {
  const stale: string[] = [];
  for (let after: string | null = null; ; ) {
    const { crews }: { crews: Crews } = await bus.ask(listServiceCrewRates, { serviceId, after });
    stale.push(...crews.filter(({ status }) => status === 'stale').map(({ crewCode }) => crewCode));
    if (crews.length < serviceCrewRatesPageMax) return stale;
    after = crews.at(-1)?.serviceCrewId ?? null;
  }
}

export interface Book {
  code: string;
  currency: string | null;
  updatedAt: string;
}

export async function askBooks(bus: Bus, codes: readonly string[]): Promise<Book[]> {
  const found: Book[] = [];
  for (let from = 0; from < codes.length; from += priceBooksMax) {
    const part = codes.slice(from, from + priceBooksMax);
    const { books } = await bus.ask(findPriceRows, { codes: part, after: null, limit: 0 });
    found.push(...books.map(({ code, currency, updatedAt }) => ({ code, currency, updatedAt })));
  }
  return found;
}
