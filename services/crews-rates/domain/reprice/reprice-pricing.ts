import { changed, isEmpty } from '@consulting/kernel/schema';
import type { ProjectPricing } from '../../neighbours/clients-projects';
import type { Repricing } from '../../rates/repricing';
import type { RateSnapshot } from '../../rates/snapshot';
import { type PricedState, stateOf } from '../../store/repriced-crew';
import type { Ctx } from '../context';
import { compositionOf } from '../pricing/crew-in-project';
import { takeSnapshots } from '../pricing/crew-snapshot-taking';
import type { ServiceCrewRow } from '../service-crew/service-crew';
import { serviceCrewRates } from '../service-crew/service-crew-rates';

export const outcomes = ['repriced', 'unchanged', 'locked', 'unpriced'] as const;

export type Outcome = (typeof outcomes)[number];

export interface CrewToReprice {
  row: ServiceCrewRow;
  outcome: Outcome;
  after: PricedState;
  found: PricedState;
}

/**
 * Locked crews, and those with a member that has no price, stay as they are.
 * @throws DEPENDENCY_UNAVAILABLE, EQUIPMENT_RATE_MISSING for equipment that is gone
 */
export async function priceCrewsWith(
  ctx: Pick<Ctx, 'db' | 'bus'>,
  pricing: ProjectPricing,
  rows: readonly ServiceCrewRow[],
  repricing: Repricing | null,
  isReadingOnly: boolean,
): Promise<CrewToReprice[]> {
  const open = rows.filter(({ ratesLocked }) => !ratesLocked);
  const toPlace = open.map((row) => ({
    composition: compositionOf(row),
    matching: row.matching,
    repricing,
  }));
  const taken = await takeSnapshots(ctx, pricing, toPlace, isReadingOnly);
  const snapshots = new Map(open.map((row, at) => [row, taken[at]]));
  return rows.map((row) => {
    const snapshot = snapshots.get(row);
    return snapshot ? repriced(row, snapshot, repricing) : { row, outcome: 'locked', after: row, found: row };
  });
}

function repriced(row: ServiceCrewRow, snapshot: RateSnapshot, repricing: Repricing | null): CrewToReprice {
  const { workWeek, indirectCosts } = row;
  const composition = compositionOf(row);
  const rates = serviceCrewRates({ composition, snapshot, crewTerms: { workWeek, indirectCosts } });
  const found = { ...stateOf(row), ...rates, repricing };
  if (rates.status === 'incomplete') return { row, outcome: 'unpriced', after: row, found };
  const { ratesCalculatedAt: _at, ...values } = found;
  const isSame = isEmpty(changed<Partial<PricedState>>(row, values));
  return isSame
    ? { row, outcome: 'unchanged', after: row, found: row }
    : { row, outcome: 'repriced', after: found, found };
}
