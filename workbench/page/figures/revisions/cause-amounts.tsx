import { Fragment } from 'react';
import { useCauseLabel } from './cause-words';
import { useMovement } from './movement';
import type { Cause } from './revision-queries';

interface Props {
  causes: readonly { cause: Cause; amount: number }[];
  currency: string | null;
}

export function CauseAmounts({ causes, currency }: Props) {
  const labelOf = useCauseLabel();
  const { signedAmount } = useMovement(currency);
  return causes.map(({ cause, amount }, at) => (
    <Fragment key={cause}>
      {at > 0 && ' · '}
      {labelOf(cause)} <span className="whole">{signedAmount(amount)}</span>
    </Fragment>
  ));
}
