import type { WaterfallStep } from '@consulting/design/charts';
import { type Scope, summaryAddress } from '../view/address';
import { useMeasureFormats } from '../view/measures';

// Of both sides of a comparison; null where there are no figures of its lines.
export type Scopes = Record<'from' | 'to', Scope | null>;

export function useMovement(currency: string | null) {
  const { amount, brief } = useMeasureFormats(currency);
  const signed = (value: number, text: string) => (value > 0 ? `+${text}` : text);
  return {
    amount,
    level: (id: 'from' | 'to', label: string, value: number, scopes: Scopes): WaterfallStep => ({
      ...{ id, kind: 'level', label, value, figure: brief('cost', value) },
      href: scopes[id] ? summaryAddress(scopes[id]) : undefined,
      name: `${label}: ${amount(value)}`,
    }),
    signed,
    signedAmount: (value: number) => signed(value, amount(value)),
    signedBrief: (value: number) => signed(value, brief('cost', value)),
  };
}
