import { type Bill, billOf } from './bill';
import { easternBills } from './eastern';
import { europeanBills } from './european';
import { figureBills } from './figures';
import { headerBills } from './headers';
import { indianBills } from './indian';
import { Random } from './random';
import { structureBills } from './structure';

export type { Bill };

const makers = [
  ...structureBills,
  ...headerBills,
  ...figureBills,
  ...indianBills,
  ...europeanBills,
  ...easternBills,
];

/** Bills in the manner of the trade, the same for the same seed. */
export const billsOf = (seed: number): Bill[] =>
  makers.map((maker) => billOf(maker, new Random(seed, maker[0])));
