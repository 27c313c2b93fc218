import { Notice } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { linesThatDoNotCount } from '@consulting/takeoff-lines';
import { Link } from 'wouter';
import { type Scope, takeoffAddress } from '../view/address';
import { useMeasureFormats } from '../view/measures';
import { useGroups } from '../view/queries';

export const useLeftOut = (scope: Scope) =>
  useGroups(scope, {
    groupBy: [],
    filters: linesThatDoNotCount,
    fields: ['lines', 'totalCost'],
    includeExcluded: true,
  });

export function LeftOut({ scope, currency }: { scope: Scope; currency: string | null }) {
  const { figures } = useMessages();
  const { amount } = useMeasureFormats(currency);
  const { data } = useLeftOut(scope);
  const count = Number(data?.totals.lines ?? 0);
  if (count === 0) return null;
  const href = takeoffAddress(scope, null, [linesThatDoNotCount]);
  return (
    <Notice kind="info" title={figures.leftOut({ count, cost: amount(Number(data?.totals.totalCost)) })}>
      {href !== undefined && <Link href={href}>{figures.showLeftOut}</Link>}
    </Notice>
  );
}
