import type { EquipmentFacts } from '@consulting/kernel/contracts/equipment-wbs';
import type { Static } from '@consulting/kernel/schema';
import type { ProjectTerms } from './basis';
import type { PlaceOverride, ProjectPlace } from './location';
import type { CardMatch } from './matching';
import type { MissingMatch } from './missing-match';

export type Matching = PlaceOverride & { strict?: boolean };

/**
 * The snapshot has everything outside a crew that its rates are made of, so that they can be calculated again as they
 * were. `matches` and `machines` are in the order of the members.
 */
export interface RateSnapshot {
  place: ProjectPlace;
  override: PlaceOverride;
  terms: ProjectTerms;
  matches: (CardMatch | null)[];
  machines: Static<typeof EquipmentFacts>[];
  missing: MissingMatch[];
}
