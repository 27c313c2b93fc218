import { Notice } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Link } from 'wouter';
import { type Criteria, type Scope, takeoffAddress } from '../view/address';
import { useMeasureFormats } from '../view/measures';
import { useGroups } from '../view/queries';

const conditions: Criteria['conditions'] = [
  { field: 'status', operator: 'equals', value: 'void' },
  { field: 'scopeType', operator: 'equals', value: 'excluded' },
];

const leftOut: Criteria = { logicalOperator: 'OR', conditions };

export const useLeftOut = (scope: Scope) =>
  useGroups(scope, {
    groupBy: [],
    filters: leftOut,
    fields: ['lines', 'totalCost'],
    includeExcluded: true,
  });

export function LeftOut({ scope, currency }: { scope: Scope; currency: string | null }) {
  const { figures } = useMessages();
  const { amount } = useMeasureFormats(currency);
  const { data } = useLeftOut(scope);
  const count = Number(data?.totals.lines ?? 0);
  if (count === 0) return null;
  const href = takeoffAddress(scope, null, [leftOut]);
  return (
    <Notice kind="info" title={figures.leftOut({ count, cost: amount(Number(data?.totals.totalCost)) })}>
      {href !== undefined && <Link href={href}>{figures.showLeftOut}</Link>}
    </Notice>
  );
}
