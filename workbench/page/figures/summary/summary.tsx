import { useMessages } from '@consulting/design/language';
import { Card, Loaded } from '@consulting/foundation/components';
import { useSearchParams } from 'wouter';
import { useCompleteness } from '../../completeness/completeness';
import { CompletenessTable } from '../../completeness/completeness-table';
import type { Scope } from '../view/address';
import { useSummary } from '../view/queries';
import { Breakdown } from './breakdown';
import { useChartsAhead } from './chart-groups';
import { GrandTotal } from './grand-total';
import { Headline } from './headline';
import { LeftOut, useLeftOut } from './left-out';
import { isWhole, readPlace } from './place';

export function Summary({ scope }: { scope: Scope }) {
  const { figures } = useMessages();
  const [search] = useSearchParams();
  const place = readPlace(search);
  const summary = useSummary(scope);
  useChartsAhead(scope, place);
  useLeftOut(scope);
  useCompleteness(scope);
  return (
    <Loaded query={summary}>
      {(summary) => (
        <>
          <Headline scope={scope} summary={summary} />
          <LeftOut scope={scope} currency={summary.currency} />
          {summary.totals.itemCount > 0 && <Breakdown scope={scope} currency={summary.currency} />}
          {isWhole(place) && <GrandTotal scope={scope} />}
          {summary.totals.itemCount > 0 && (
            <Card title={figures.completeness.title}>
              <CompletenessTable scope={scope} />
            </Card>
          )}
        </>
      )}
    </Loaded>
  );
}
