import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { answered, useApi } from '../../api/client';
import { Button } from '../../components/button';
import { Loaded } from '../../components/view';
import { useMessages } from '../../language/language';
import { ForWriters } from '../../session/session';
import { FieldCards, RecordView } from '../record/record-view';
import { RemoveDialog } from '../record/remove-dialog';
import { BuildUp } from './build-up';
import { EditRateCard } from './rate-card-dialog';
import { placeOf, type RateCard, rateCardGroups, rateCardsKey, readRateCard } from './rate-card-record';

export function RateCardPage({ id }: { id: string }) {
  const api = useApi();
  const { rateCards, fields } = useMessages().libraries;
  const query = useQuery({
    queryKey: [rateCardsKey, 'one', id],
    queryFn: ({ signal }) => readRateCard(api, id, signal),
  });
  return (
    <Loaded query={query}>
      {(card) => (
        <RecordView
          list="rate-cards"
          title={nameOf(card)}
          record={card}
          actions={
            <ForWriters>
              <EditRateCard card={card} />
              <RemoveRateCard card={card} />
            </ForWriters>
          }
        >
          <p className="quiet">
            {[placeOf(card), `${card.year} ${card.quarter}`, card.projectType ?? rateCards.anyType].join(
              ' · ',
            )}
          </p>
          <BuildUp card={card} />
          <FieldCards groups={rateCardGroups(rateCards)} labels={fields.rateCards} record={card} />
        </RecordView>
      )}
    </Loaded>
  );
}

const nameOf = ({ tradeCode, laborDesignation }: RateCard) => `${tradeCode} ${laborDesignation}`;

function RemoveRateCard({ card }: { card: RateCard }) {
  const { shell } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const [opened, setOpened] = useState<RateCard | null>(null);
  return (
    <>
      <Button kind="danger" onPress={() => setOpened(card)}>
        {shell.remove}
      </Button>
      {opened && (
        <RemoveDialog
          name={`${nameOf(opened)}, ${opened.year} ${opened.quarter}`}
          remove={() =>
            answered(
              api.DELETE('/v1/crew-members/{memberId}', {
                params: { path: { memberId: opened.id }, header: { 'If-Match': `"${opened.version}"` } },
              }),
            )
          }
          onRemoved={() => {
            go('/libraries/rate-cards');
            queries.invalidateQueries({ queryKey: [rateCardsKey, 'list'] });
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
