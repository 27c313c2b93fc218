import { type Decimal, decimal } from '@consulting/kernel/schema';
import type { EstimateBasis } from '../../neighbours/clients-projects';
import type { CheckCode } from './checks';

// By estimate class, in percent of the total cost; class 5 allows any.
const allowed: Readonly<Record<string, number>> = { 4: 60, 3: 25, 2: 10, 1: 5 };

const ofShares: readonly CheckCode[] = ['LOW_CONFIDENCE_SHARE', 'FACTORED_SHARE'];

export function isWithinClass(
  code: CheckCode,
  amount: Decimal | string,
  total: Decimal | string,
  estimateClass: string | null,
): boolean {
  if (!ofShares.includes(code)) return false;
  const percent = estimateClass === null ? undefined : allowed[estimateClass];
  return percent === undefined || decimal(amount).times(100).lte(decimal(total).times(percent));
}

// A service without deliverables says nothing of its class; class 1 is the best.
export function isSupported(
  estimateClass: string | null,
  basis: Pick<EstimateBasis, 'supports' | 'deliverables'> | null,
): boolean {
  if (estimateClass === null || basis === null || basis.deliverables.length === 0) return true;
  return basis.supports !== null && Number(estimateClass) >= Number(basis.supports);
}
