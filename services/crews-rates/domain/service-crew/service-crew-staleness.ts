import type { Ctx } from '../../context';
import { askProjectPricing } from '../../neighbours/clients-projects';
import { pairOf } from '../../rates/matching';
import type { RateSnapshot } from '../../rates/snapshot';
import { awaitEveryCrewWriter } from '../../store/crew-owner-lock';
import * as store from '../../store/service-crew-staleness';
import { compositionOf } from '../pricing/crew-in-project';
import { takeSnapshots } from '../pricing/crew-snapshot-taking';

const markedBy = 'crews-rates';

type Asking = Pick<Ctx, 'db' | 'bus'>;

interface ChangedCard {
  tradeCode: string;
  laborDesignation: string;
  country: string;
}

/** Marks crews whose rate cards are other ones now (resources.md 10). @throws DEPENDENCY_UNAVAILABLE */
export function markStaleByCards(ctx: Asking, cards: readonly ChangedCard[]): Promise<void> {
  const byCountry = Map.groupBy(cards, ({ country }) => country);
  const pairs = new Map([...byCountry].map(([country, some]) => [country, some.map(pairOf)]));
  return markStale(ctx, { pairs });
}

/** Marks crews with a machine whose price is another one now. @throws DEPENDENCY_UNAVAILABLE */
export const markStaleByEquipment = (
  ctx: Asking,
  { equipmentCode, projectId }: { equipmentCode: string; projectId: string | null },
): Promise<void> => markStale(ctx, { equipmentCode, projectId });

/** Marks crews of a project that is priced otherwise now. @throws DEPENDENCY_UNAVAILABLE */
export const markStaleByProject = (ctx: Asking, projectId: string): Promise<void> =>
  markStale(ctx, { projectId });

/**
 * Marks, of the crews that a change may concern, those that would be priced with something else than their snapshot; crews of
 * approved services stay. Writers that may have read what has changed since are waited for.
 */
async function markStale(ctx: Asking, which: store.Concerned): Promise<void> {
  await awaitEveryCrewWriter(ctx.db);
  for (const projectId of await store.findConcernedProjects(ctx.db, which))
    await markStaleIn(ctx, projectId, which);
}

async function markStaleIn(ctx: Asking, projectId: string, which: store.Concerned): Promise<void> {
  const pricing = await askProjectPricing(ctx.bus, projectId, true);
  if (!pricing) return;
  const approved = new Set(
    pricing.services.filter(({ status }) => status === 'approved').map(({ serviceId }) => serviceId),
  );
  const found = await store.findCompleteCrews(ctx.db, projectId, which);
  const crews = found.filter(({ serviceId }) => !approved.has(serviceId));
  const toPlace = crews.map((crew) => ({ composition: compositionOf(crew), matching: crew.matching }));
  const fresh = await takeSnapshots(ctx, pricing, toPlace, true);
  const stale = crews.filter(({ snapshot }, at) => !isSame(snapshot, fresh[at] as RateSnapshot));
  await store.markStale(ctx.db, stale, markedBy);
}

const isSame = (one: RateSnapshot, other: RateSnapshot): boolean =>
  Bun.deepEquals(pricedWith(one), pricedWith(other));

/** What of a snapshot makes a price. */
const pricedWith = ({ place, override, terms, matches, machines }: RateSnapshot) => ({
  place: { ...place, ...override },
  terms,
  matches,
  machines: machines.map(({ name, category, tag, ...machine }) => ({
    machine,
    tag: tag && { ...tag, tagId: null, tagNumber: null },
  })),
});
