import { type Decimal, decimal } from '@consulting/kernel/schema';
import { partsOfVersion, type ReconciledCause } from '@consulting/mto-analysis';
import type { Titles } from '../language/language';
import type { Amount, Reconciled } from '../model/report';

const buildUpKeys = new Map<string, keyof Titles['buildUp']>(partsOfVersion);

export function causeLabel(cause: ReconciledCause['cause'], { buildUp, reconciliation }: Titles): string {
  const key = buildUpKeys.get(cause);
  return key ? buildUp[key] : reconciliation.causes[cause as keyof typeof reconciliation.causes];
}

export const reconciledOf = (
  { from, to, causes }: { from: Decimal; to: Decimal; causes: readonly ReconciledCause[] },
  titles: Titles,
): Reconciled => ({
  from: from.toFixed(),
  to: to.toFixed(),
  causes: causes.map(({ cause, amount, lines }) => ({
    label: causeLabel(cause, titles),
    amount: amount.toFixed(),
    lines,
  })),
});

export interface WaterfallStep {
  label: string;
  amount: Amount;
  lines: number | null;
  kind: 'total' | 'increase' | 'decrease';
  start: Decimal;
  end: Decimal;
}

export function stepsOf({ from, to, causes }: Reconciled, { reconciliation }: Titles): WaterfallStep[] {
  const zero = decimal(0);
  const total = (label: string, amount: Amount): WaterfallStep => ({
    ...{ label, amount, lines: null, kind: 'total' },
    start: zero,
    end: decimal(amount),
  });
  let reached = decimal(from);
  const moved = causes.map(({ label, amount, lines }): WaterfallStep => {
    const start = reached;
    reached = reached.plus(amount);
    return {
      label,
      amount,
      lines,
      kind: decimal(amount).lt(0) ? 'decrease' : 'increase',
      start,
      end: reached,
    };
  });
  return [total(reconciliation.before, from), ...moved, total(reconciliation.after, to)];
}
