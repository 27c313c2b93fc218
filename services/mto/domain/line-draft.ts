import type { LineToStore } from '../store/takeoff-line-row';

/** A line on its way into the store: its values as the request leaves them, before references, rates and formulas. */
export interface LineDraft extends LineToStore {
  /** Keys that the request speaks of. */
  given: ReadonlySet<string>;
  /** `totalCost` of the request as it came; undefined when the request has none. */
  totalCost: unknown;
}
