import { Loaded } from '../../components/view';
import type { Scope } from '../address';
import { useSummary } from '../queries';
import { Breakdown } from './breakdown';
import { GrandTotal } from './grand-total';
import { Headline } from './headline';
import { LeftOut } from './left-out';

/** What a takeoff comes to, and where it comes from. */
export const Summary = ({ scope }: { scope: Scope }) => (
  <Loaded query={useSummary(scope)}>
    {(summary) => (
      <>
        <Headline summary={summary} />
        <LeftOut scope={scope} currency={summary.currency} />
        {summary.totals.itemCount > 0 && <Breakdown scope={scope} currency={summary.currency} />}
        <GrandTotal scope={scope} />
      </>
    )}
  </Loaded>
);
