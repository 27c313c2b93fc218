import { useSearchParams } from 'wouter';
import { Loaded } from '../../components/view';
import type { Scope } from '../view/address';
import { useSummary } from '../view/queries';
import { Breakdown } from './breakdown';
import { GrandTotal } from './grand-total';
import { Headline } from './headline';
import { LeftOut } from './left-out';
import { isWhole, readPlace } from './place';

export function Summary({ scope }: { scope: Scope }) {
  const [search] = useSearchParams();
  return (
    <Loaded query={useSummary(scope)}>
      {(summary) => (
        <>
          <Headline summary={summary} />
          <LeftOut scope={scope} currency={summary.currency} />
          {summary.totals.itemCount > 0 && <Breakdown scope={scope} currency={summary.currency} />}
          {isWhole(readPlace(search)) && <GrandTotal scope={scope} />}
        </>
      )}
    </Loaded>
  );
}
