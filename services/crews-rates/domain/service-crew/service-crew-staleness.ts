import { currentWriter } from '@consulting/kernel/process';
import { askProjectPricing, type ProjectPricing } from '../../neighbours/clients-projects';
import { pairOf } from '../../rates/matching';
import type { RateSnapshot } from '../../rates/snapshot';
import { awaitEveryCrewWriter } from '../../store/crew-owner-lock';
import type { ServiceCrewRow } from '../../store/service-crew';
import * as store from '../../store/stale-crews';
import type { Ctx } from '../context';
import { compositionOf } from '../pricing/crew-in-project';
import { takeSnapshots } from '../pricing/crew-snapshot-taking';

type Asking = Pick<Ctx, 'db' | 'bus'>;

interface ChangedCard {
  tradeCode: string;
  laborDesignation: string;
  country: string;
}

export function markStaleByCards(ctx: Asking, cards: readonly ChangedCard[]): Promise<void> {
  const byCountry = Map.groupBy(cards, ({ country }) => country);
  const pairs = new Map([...byCountry].map(([country, some]) => [country, some.map(pairOf)]));
  return markStale(ctx, { pairs });
}

export const markStaleByEquipment = (
  ctx: Asking,
  { equipmentCode, projectId }: { equipmentCode: string; projectId: string | null },
): Promise<void> => markStale(ctx, { equipmentCode, projectId });

export const markStaleByProject = (ctx: Asking, projectId: string): Promise<void> =>
  markStale(ctx, { projectId });

/**
 * Crews of approved services stay as they are. The call waits for writers that may have read the values from before the
 * change.
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
  const stale = await findOutdated(ctx, pricing, crews);
  await store.markStale(ctx.db, stale, currentWriter('crews-rates'));
}

type Priced = Pick<
  ServiceCrewRow,
  'labourMembers' | 'equipmentMembers' | 'matching' | 'repricing' | 'snapshot'
>;

export async function findOutdated<C extends Priced>(
  ctx: Asking,
  pricing: ProjectPricing,
  crews: readonly C[],
): Promise<C[]> {
  const toPlace = crews.map((crew) => ({ ...crew, composition: compositionOf(crew) }));
  const fresh = await takeSnapshots(ctx, pricing, toPlace, true);
  return crews.filter(({ snapshot }, at) => !isSame(snapshot, fresh[at] as RateSnapshot));
}

const isSame = (one: RateSnapshot, other: RateSnapshot): boolean =>
  Bun.deepEquals(pricedWith(one), pricedWith(other));

const pricedWith = ({ place, override, terms, matches, machines }: RateSnapshot) => ({
  place: { ...place, ...override },
  terms,
  matches,
  machines: machines.map(({ name, category, tag, ...machine }) => ({
    machine,
    tag: tag && { ...tag, tagId: null, tagNumber: null },
  })),
});
