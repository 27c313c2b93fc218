import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, useApi } from '../../api/client';
import { Button } from '../../components/button';
import { useMessages } from '../../language/language';
import { changesOf, entered } from '../record/field';
import { RecordDialog, type RecordDialogProps } from '../record/record-dialog';
import { TradeField } from '../trades/trade-field';
import {
  newRateCard,
  type RateCard,
  type RateCardInput,
  rateCardGroups,
  rateCardsKey,
} from './rate-card-record';

function RateCardDialog(
  props: Pick<RecordDialogProps<RateCardInput>, 'title' | 'initial' | 'save' | 'onClose'>,
) {
  const { rateCards, fields } = useMessages().libraries;
  const queries = useQueryClient();
  return (
    <RecordDialog
      {...props}
      groups={rateCardGroups(rateCards)}
      labels={fields.rateCards}
      before={{
        names: () => ['tradeCode'],
        content: (body, change) => (
          <TradeField label={rateCards.trade} name="tradeCode" value={body} onChange={change} />
        ),
      }}
      onSaved={() => queries.invalidateQueries({ queryKey: [rateCardsKey] })}
    />
  );
}

export function AddRateCard() {
  const { rateCards } = useMessages().libraries;
  const api = useApi();
  const [initial, setInitial] = useState<RateCardInput | null>(null);
  return (
    <>
      <Button kind="primary" onPress={() => setInitial(newRateCard())}>
        {rateCards.add}
      </Button>
      {initial && (
        <RateCardDialog
          title={rateCards.add}
          initial={initial}
          save={(body, attemptKey) =>
            answered(
              api.POST('/v1/crew-members', { params: { header: { 'Idempotency-Key': attemptKey } }, body }),
            )
          }
          onClose={() => setInitial(null)}
        />
      )}
    </>
  );
}

export function EditRateCard({ card }: { card: RateCard }) {
  const { shell, libraries } = useMessages();
  const api = useApi();
  const [opened, setOpened] = useState<RateCard | null>(null);
  const initial = entered(newRateCard(), opened ?? card);
  return (
    <>
      <Button onPress={() => setOpened(card)}>{shell.edit}</Button>
      {opened && (
        <RateCardDialog
          title={libraries.rateCards.edit}
          initial={initial}
          save={(body) =>
            answered(
              api.PUT('/v1/crew-members/{memberId}', {
                params: { path: { memberId: opened.id }, header: { 'If-Match': `"${opened.version}"` } },
                body: changesOf(initial, body),
              }),
            )
          }
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
