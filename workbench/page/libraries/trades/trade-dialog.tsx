import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, useApi } from '../../api/client';
import { Button } from '../../components/button';
import { useMessages } from '../../language/language';
import { changesOf, entered } from '../record/field';
import { RecordDialog, type RecordDialogProps } from '../record/record-dialog';
import { newTrade, type Trade, type TradeInput, tradeFields, tradesKey } from './trade-record';

function TradeDialog(props: Pick<RecordDialogProps<TradeInput>, 'title' | 'initial' | 'save' | 'onClose'>) {
  const { trades, fields } = useMessages().libraries;
  const queries = useQueryClient();
  return (
    <RecordDialog
      {...props}
      groups={[{ title: trades.identity, fields: tradeFields }]}
      labels={fields.trades}
      onSaved={() => queries.invalidateQueries({ queryKey: [tradesKey] })}
    />
  );
}

export function AddTrade() {
  const { trades } = useMessages().libraries;
  const api = useApi();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" onPress={() => setOpen(true)}>
        {trades.add}
      </Button>
      {isOpen && (
        <TradeDialog
          title={trades.add}
          initial={newTrade}
          save={(body, attemptKey) =>
            answered(
              api.POST('/v1/crew-trades', { params: { header: { 'Idempotency-Key': attemptKey } }, body }),
            )
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

export function EditTrade({ trade }: { trade: Trade }) {
  const { shell, libraries } = useMessages();
  const api = useApi();
  const [opened, setOpened] = useState<Trade | null>(null);
  const initial = entered(newTrade, opened ?? trade);
  return (
    <>
      <Button onPress={() => setOpened(trade)}>{shell.edit}</Button>
      {opened && (
        <TradeDialog
          title={libraries.trades.edit}
          initial={initial}
          save={(body) =>
            answered(
              api.PUT('/v1/crew-trades/{tradeId}', {
                params: { path: { tradeId: opened.id }, header: { 'If-Match': `"${opened.version}"` } },
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
