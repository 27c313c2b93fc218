import type { components } from '@consulting/client/api';
import { useMessages } from '@consulting/design/language';
import { answered, useApi, useRead } from '@consulting/foundation/api';
import { Card, Loaded } from '@consulting/foundation/components';
import { RecordPage, useLibraryWords } from '@consulting/foundation/records/list';
import { Link } from 'wouter';

type Trade = components['schemas']['Trade'];

export function TradePage({ id }: { id: string }) {
  const api = useApi();
  const { cascade } = useMessages().libraries.trades;
  return (
    <RecordPage<Trade>
      of="trades"
      id={id}
      words={useLibraryWords('trades')}
      remove={({ tradeCode, laborDesignation }) => ({
        instead: {
          label: cascade,
          act: () =>
            answered(
              api.DELETE('/api/v1/crews/trades/{tradeCode}/cascade', {
                params: { path: { tradeCode }, query: { laborDesignation } },
              }),
            ),
        },
      })}
    >
      {(trade) => <TradeUsage trade={trade} />}
    </RecordPage>
  );
}

function TradeUsage({ trade: { tradeCode, laborDesignation, version } }: { trade: Trade }) {
  const { trades } = useMessages().libraries;
  const query = useRead(
    ['trades', 'usage', tradeCode, laborDesignation, version],
    '/api/v1/crews/trades/{tradeCode}/dependencies',
    { path: { tradeCode }, query: { laborDesignation } },
  );
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
