import type { Cell, Line } from '../fields/line';
import { type CommonKey, commonPosition } from '../fields/registry';
import type { LineToStore } from '../store/takeoff-line-row';

/** A line on its way into the store: its values as the request leaves them, before references, rates and formulas. */
export interface LineDraft extends LineToStore {
  given: { has(key: string): boolean };
  /** `totalCost` of the request as it came; undefined when the request has none. */
  totalCost: number | null | undefined;
}

export const commonValue = ({ values }: { values: Line }, key: CommonKey): Cell =>
  values[commonPosition(key)] ?? null;
