import { Loaded } from '@consulting/foundation/components';
import { useSearchParams } from 'wouter';
import type { Scope } from '../view/address';
import { useDisciplines } from '../view/disciplines';
import { type GroupKey, useGroups, useWbs, type WbsNode } from '../view/queries';
import { BreakdownCharts } from './breakdown-charts';
import { CostliestLines } from './costliest-lines';
import { DrillPath } from './drill-path';
import { criteriaOf, isWhole, levelsBelow, type Place, readPlace } from './place';

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

function Below({ root, place, ...props }: Drilled) {
  const filters = criteriaOf(root, place);
  const disciplines = useDisciplines(props.scope);
  const codes = useGroups(props.scope, { groupBy: ['wbsCode'], filters, fields: ['lines'] });
  return (
    <Loaded query={codes}>
      {({ data }) => {
        const used = data.flatMap(({ group }) => (typeof group.wbsCode === 'string' ? [group.wbsCode] : []));
        const levels = levelsBelow(root, place, used);
        const isByDiscipline = isWhole(place) && (disciplines.size > 1 || levels === null);
        const outer: GroupKey | null = isByDiscipline ? 'discipline' : levels && { wbsLevel: levels.outer };
        const inner = levels && (isByDiscipline ? (levels.inner ?? levels.outer) : levels.inner);
        return outer === null ? (
          <CostliestLines {...props} root={root} place={place} />
        ) : (
          <BreakdownCharts {...props} root={root} place={place} outer={outer} inner={inner} />
        );
      }}
    </Loaded>
  );
}
