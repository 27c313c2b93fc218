import type { EquipmentFacts } from '@consulting/kernel/contracts/equipment-wbs';
import type { Static } from '@sinclair/typebox';
import type { ProjectTerms } from './basis';
import type { PlaceOverride, ProjectPlace } from './location';
import type { CardMatch } from './matching';
import type { MissingMatch } from './missing-match';

export type Matching = PlaceOverride & { strict?: boolean };

/** Everything outside a crew that its rates are made of, so that they can be calculated again as they were. */
export interface RateSnapshot {
  place: ProjectPlace;
  override: PlaceOverride;
  terms: ProjectTerms;
  /** In the order of the labour members. */
  matches: (CardMatch | null)[];
  /** In the order of the equipment members. */
  machines: Static<typeof EquipmentFacts>[];
  missing: MissingMatch[];
}
