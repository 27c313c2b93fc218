import type { WaterfallStep } from '@consulting/design/charts';
import { useMeasureFormats } from '../view/measures';

export function useMovement(currency: string | null) {
  const { amount, brief } = useMeasureFormats(currency);
  const signed = (value: number, text: string) => (value > 0 ? `+${text}` : text);
  return {
    amount,
    level: (id: 'from' | 'to', label: string, value: number): WaterfallStep => ({
      ...{ id, kind: 'level', label, value, figure: brief('cost', value) },
      name: `${label}: ${amount(value)}`,
    }),
    signed,
    signedAmount: (value: number) => signed(value, amount(value)),
    signedBrief: (value: number) => signed(value, brief('cost', value)),
  };
}
