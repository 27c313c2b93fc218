import { useMessages } from '@consulting/design/language';
import { Link } from 'wouter';
import { type Scope, takeoffAddress } from '../view/address';
import type { WbsNode } from '../view/queries';
import { conditionsOf, type Place } from './place';

export function LinesLink({ scope, root, place }: { scope: Scope; root: WbsNode; place: Place }) {
  const { figures } = useMessages();
  const href = takeoffAddress(scope, place.discipline, conditionsOf(root, place));
  return href === undefined ? null : <Link href={href}>{figures.toLines}</Link>;
}
