import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { answered, useApi } from '../../api/client';
import { Button } from '../../components/button';
import { Card, Loaded } from '../../components/view';
import { useMessages } from '../../language/language';
import { ForWriters } from '../../session/session';
import { FieldCards, RecordView } from '../record/record-view';
import { RemoveDialog } from '../record/remove-dialog';
import { EditTrade } from './trade-dialog';
import { readTrade, type Trade, tradeFields, tradesKey } from './trade-record';

export function TradePage({ id }: { id: string }) {
  const api = useApi();
  const { trades, fields } = useMessages().libraries;
  const query = useQuery({
    queryKey: [tradesKey, 'one', id],
    queryFn: ({ signal }) => readTrade(api, id, signal),
  });
  return (
    <Loaded query={query}>
      {(trade) => (
        <RecordView
          list="trades"
          title={`${trade.tradeCode} ${trade.laborDesignation}`}
          record={trade}
          actions={
            <ForWriters>
              <EditTrade trade={trade} />
              <RemoveTrade trade={trade} />
            </ForWriters>
          }
        >
          <FieldCards
            groups={[{ title: trades.identity, fields: tradeFields }]}
            labels={fields.trades}
            record={trade}
          />
          <TradeUsage trade={trade} />
        </RecordView>
      )}
    </Loaded>
  );
}

function TradeUsage({ trade: { tradeCode, laborDesignation, version } }: { trade: Trade }) {
  const api = useApi();
  const { trades } = useMessages().libraries;
  const query = useQuery({
    queryKey: [tradesKey, 'usage', tradeCode, laborDesignation, version],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/api/v1/crews/trades/{tradeCode}/dependencies', {
          params: { path: { tradeCode }, query: { laborDesignation } },
          signal,
        }),
      ),
  });
  return (
    <Card title={trades.usedBy}>
      <Loaded query={query}>
        {({ crews, crewMembers, serviceCrews, equipment }) => {
          const isUsed = crews.count + crewMembers.count + serviceCrews.count + (equipment?.count ?? 0) > 0;
          if (!isUsed) return <p>{trades.notUsed}</p>;
          return (
            <ul>
              {crews.count > 0 && (
                <li>
                  {trades.crewCount({ count: crews.count })}:{' '}
                  {crews.items.map(({ crewId, code }, index) => (
                    <span key={crewId}>
                      {index > 0 && ', '}
                      <Link href={`/libraries/crews/${crewId}`}>{code}</Link>
                    </span>
                  ))}
                </li>
              )}
              {crewMembers.count > 0 && (
                <li>
                  <Link href={`/libraries/rate-cards?tradeCode=${encodeURIComponent(tradeCode)}`}>
                    {trades.cardCount({ count: crewMembers.count })}
                  </Link>
                </li>
              )}
              {serviceCrews.count > 0 && <li>{trades.serviceCrewCount({ count: serviceCrews.count })}</li>}
              {equipment && equipment.count > 0 && (
                <li>
                  {trades.machineCount({ count: equipment.count })}:{' '}
                  {equipment.items.map(({ equipmentCode }) => equipmentCode).join(', ')}
                </li>
              )}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

function RemoveTrade({ trade }: { trade: Trade }) {
  const { shell, libraries } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const [opened, setOpened] = useState<Trade | null>(null);

  const { tradeCode, laborDesignation } = trade;
  return (
    <>
      <Button kind="danger" onPress={() => setOpened(trade)}>
        {shell.remove}
      </Button>
      {opened && (
        <RemoveDialog
          name={`${tradeCode} ${laborDesignation}`}
          remove={() =>
            answered(
              api.DELETE('/v1/crew-trades/{tradeId}', {
                params: { path: { tradeId: opened.id }, header: { 'If-Match': `"${opened.version}"` } },
              }),
            )
          }
          instead={{
            label: libraries.trades.cascade,
            remove: () =>
              answered(
                api.DELETE('/api/v1/crews/trades/{tradeCode}/cascade', {
                  params: { path: { tradeCode }, query: { laborDesignation } },
                }),
              ),
          }}
          onRemoved={() => {
            go('/libraries/trades');
            queries.invalidateQueries({ queryKey: [tradesKey, 'list'] });
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
