import { column, numberColumn, Table } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { WhyButton } from '@consulting/explanation';
import { Card } from '@consulting/foundation/components';
import { Link } from 'wouter';
import { type Scope, takeoffAddress, useHere } from '../view/address';
import { CauseAmounts } from './cause-amounts';
import { useCauseLabel } from './cause-words';
import { useMovement } from './movement';
import type { LineCause, ReconciliationAnswer } from './revision-queries';

interface Props {
  scope: Scope;
  answer: ReconciliationAnswer;
  cause: LineCause | null;
}

type Line = ReconciliationAnswer['items'][number];

export function MovedLines({ scope, answer: { items, total, currency, serviceId }, cause }: Props) {
  const { figures } = useMessages();
  const words = figures.reconciliation;
  const here = useHere();
  const labelOf = useCauseLabel();
  const { amount } = useMovement(currency);
  const title = cause ? words.linesOf({ cause: labelOf(cause) }) : words.lines;
  const nameOf = ({ itemNumber, description }: Line) => String(itemNumber ?? description ?? '');
  const address = ({ itemNumber }: Line) =>
    itemNumber === null || itemNumber === undefined
      ? undefined
      : takeoffAddress(scope, null, [{ field: 'itemNumber', operator: 'equals', value: itemNumber }]);
  const explained = (line: Line) => ({
    ...{ id: line.mtoId, label: nameOf(line), projectId: scope.projectId },
    ...{ serviceId: serviceId ?? null, estimationId: scope.estimationId },
  });
  return (
    <Card title={title}>
      {cause && <Link href={here({ cause: null })}>{words.all}</Link>}
      <Table<Line>
        caption={title}
        rows={items}
        rowKey={({ mtoId }) => mtoId}
        empty={figures.drivers.none}
        columns={[
          column('item', figures.itemNumber, (line) => {
            const href = address(line);
            return href ? <Link href={href}>{line.itemNumber}</Link> : line.itemNumber;
          }),
          column('text', figures.description, ({ description }) => description),
          numberColumn('from', figures.revisions.before, ({ from }) => amount(from)),
          numberColumn('to', figures.revisions.after, ({ to }) => amount(to)),
          column('causes', words.why, ({ causes }) => <CauseAmounts {...{ causes, currency }} />),
          column('explain', <span className="unseen">{words.why}</span>, (line) =>
            line.to === 0 ? null : (
              <WhyButton of={nameOf(line)} question={{ field: 'totalCost', line: explained(line) }} />
            ),
          ),
        ]}
      />
      {items.length < total && (
        <p className="quiet">{figures.drivers.first({ displayed: items.length, count: total })}</p>
      )}
    </Card>
  );
}
