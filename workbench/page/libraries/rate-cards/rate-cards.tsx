import { useMessages } from '@consulting/design/language';
import { Library } from '@consulting/foundation/records/list';
import { quarters } from './rate-card-record';
import { RollForward } from './roll-forward';
import { useTradePart } from './trade-part';

const ofToday = () => ({
  year: new Date().getFullYear(),
  quarter: quarters[Math.floor(new Date().getMonth() / 3)],
});

export function RateCards() {
  const { anyType } = useMessages().libraries.rateCards;
  return (
    <Library
      of="rateCards"
      actions={(total, filters) => total > 0 && <RollForward filters={filters} />}
      cells={{
        projectType: ({ projectType }) =>
          projectType === null ? <span className="quiet">{anyType}</span> : undefined,
      }}
      add={{ before: useTradePart(), initial: ofToday }}
    />
  );
}
