import type { Messages } from '@consulting/design/language';
import { nameIn } from '@consulting/design/language';
import { type Side, type Tier, tierOf } from './cost-categories';

type Words = Messages['indirectCategories'];

function baseOf(side: Side, tier: Tier, { bases }: Words): string {
  if (tier === 1) return side === 'labour' ? bases.labour1 : bases.equipment1;
  return { 2: bases.tier2, 3: bases.tier3, 4: bases.tier4 }[tier];
}

/** A category that is not of the specification is tier 1. */
export function explained(side: Side, category: string, words: Words): string {
  const tier = tierOf(side, category);
  const place = words.tier({ tier: tier ?? 1, base: baseOf(side, tier ?? 1, words) });
  return `${tier === null ? words.own : nameIn(words.meanings, category)} · ${place}`;
}
