import { type Part, useRecordWords } from '@consulting/foundation/records';
import { TradeField } from '../trades/trade-field';

export function useTradePart(): Part {
  const { label } = useRecordWords('rateCards');
  return {
    names: () => ['tradeCode'],
    content: ({ tradeCode, laborDesignation }, change) => (
      <TradeField
        label={label('trade')}
        name="tradeCode"
        value={{ tradeCode: String(tradeCode ?? ''), laborDesignation: String(laborDesignation ?? '') }}
        onChange={(trade) => change({ ...trade })}
      />
    ),
  };
}
