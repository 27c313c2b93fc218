import { useMessages } from '@consulting/design/language';
import { Loaded } from '@consulting/foundation/components';
import { useRecord } from '@consulting/foundation/records';
import { BuildUp } from '../../libraries/rate-cards/build-up';
import { type RateCard as Card, placeOf } from '../../libraries/rate-cards/rate-card-record';

export function RateCard({ memberId }: { memberId: string }) {
  const { cardNote } = useMessages().figures.crews;
  const card = useRecord<Card>('rateCards', memberId);
  return (
    <Loaded query={card}>
      {(found) => (
        <>
          <p className="quiet">
            {[placeOf(found), `${found.year} ${found.quarter}`, found.projectType]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <BuildUp card={found} />
          <p className="quiet">{cardNote}</p>
        </>
      )}
    </Loaded>
  );
}
