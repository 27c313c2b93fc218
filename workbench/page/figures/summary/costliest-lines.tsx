import { column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { WhyButton } from '@consulting/explanation';
import { Card, Loaded } from '@consulting/foundation/components';
import type { Scope } from '../view/address';
import { useMeasureFormats } from '../view/measures';
import { type Line, useCostliest, type WbsNode } from '../view/queries';
import { LinesLink } from './lines-link';
import { criteriaOf, type Place } from './place';

const nameOf = ({ itemCode, itemNumber, description }: Line) =>
  String(itemCode ?? itemNumber ?? description ?? '');

interface Props {
  scope: Scope;
  currency: string | null;
  root: WbsNode;
  place: Place;
}

export function CostliestLines({ scope, currency, root, place }: Props) {
  const { figures, explanation } = useMessages();
  const formats = useFormats();
  const { amount } = useMeasureFormats(currency);
  const { projectId, estimationId, serviceId } = scope;
  const explained = (line: Line) => ({
    ...{ id: line.id, label: nameOf(line), projectId, estimationId },
    serviceId: line.serviceId ?? serviceId ?? null,
  });
  return (
    <Card title={figures.costliest}>
      <Loaded query={useCostliest(scope, criteriaOf(root, place))}>
        {({ data }) => (
          <Table<Line>
            caption={figures.costliest}
            rows={data}
            rowKey={({ id }) => String(id)}
            columns={[
              column('item', figures.itemNumber, ({ itemNumber }) => itemNumber),
              column('wbs', figures.item, ({ wbsCode }) => wbsCode),
              column('text', figures.description, ({ description }) => description),
              numberColumn('quantity', figures.quantity, ({ quantity, unitOfMeasure }) =>
                `${formats.number(quantity ?? 0)} ${unitOfMeasure ?? ''}`.trim(),
              ),
              numberColumn('hours', figures.manHours, ({ totalManHours }) =>
                formats.number(totalManHours ?? 0),
              ),
              numberColumn('cost', figures.totalCost, ({ totalCost }) => amount(totalCost ?? 0)),
              column('why', <span className="unseen">{explanation.why}</span>, (line) => (
                <WhyButton of={nameOf(line)} question={{ field: 'totalCost', line: explained(line) }} />
              )),
            ]}
          />
        )}
      </Loaded>
      <p>
        <LinesLink scope={scope} root={root} place={place} />
      </p>
    </Card>
  );
}
