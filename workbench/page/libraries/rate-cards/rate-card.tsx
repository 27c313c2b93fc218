import { useMessages } from '@consulting/design/language';
import { RecordPage, useLibraryWords } from '@consulting/foundation/records/list';
import { BuildUp } from './build-up';
import { placeOf, type RateCard } from './rate-card-record';
import { useTradePart } from './trade-part';

export function RateCardPage({ id }: { id: string }) {
  const { anyType } = useMessages().libraries.rateCards;
  return (
    <RecordPage<RateCard>
      of="rateCards"
      id={id}
      words={useLibraryWords('rateCards')}
      edit={{ before: useTradePart() }}
      remove={({ tradeCode, laborDesignation, year, quarter }) => ({
        name: `${tradeCode} ${laborDesignation}, ${year} ${quarter}`,
      })}
    >
      {(card) => (
        <>
          <p className="quiet">
            {[placeOf(card), `${card.year} ${card.quarter}`, card.projectType ?? anyType].join(' · ')}
          </p>
          <BuildUp card={card} />
        </>
      )}
    </RecordPage>
  );
}
