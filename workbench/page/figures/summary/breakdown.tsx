import { Loaded } from '@consulting/foundation/components';
import { useSearchParams } from 'wouter';
import type { Scope } from '../view/address';
import { useWbs, type WbsNode } from '../view/queries';
import { BreakdownCharts } from './breakdown-charts';
import { CostliestLines } from './costliest-lines';
import { DrillPath } from './drill-path';
import { type Place, readPlace } from './place';
import { useSplit } from './split';

interface Props {
  scope: Scope;
  currency: string | null;
}

export function Breakdown({ scope, currency }: Props) {
  const [search] = useSearchParams();
  const place = readPlace(search);
  return (
    <Loaded query={useWbs(scope)}>
      {({ root }) => (
        <>
          <DrillPath scope={scope} root={root} place={place} />
          <Below scope={scope} currency={currency} root={root} place={place} />
        </>
      )}
    </Loaded>
  );
}

interface Drilled extends Props {
  root: WbsNode;
  place: Place;
}

const Below = (props: Drilled) => (
  <Loaded query={useSplit(props.scope, props.root, props.place)}>
    {({ split }) =>
      split === null ? <CostliestLines {...props} /> : <BreakdownCharts {...props} split={split} />
    }
  </Loaded>
);
