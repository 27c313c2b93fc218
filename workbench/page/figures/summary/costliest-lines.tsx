import { Table } from '../../components/table';
import { Card, Loaded } from '../../components/view';
import { useFormats, useMessages } from '../../language/language';
import type { Scope } from '../view/address';
import { useMeasureFormats } from '../view/measures';
import { useCostliest, type WbsNode } from '../view/queries';
import { LinesLink } from './lines-link';
import { criteriaOf, type Place } from './place';

interface Props {
  scope: Scope;
  currency: string | null;
  root: WbsNode;
  place: Place;
}

export function CostliestLines({ scope, currency, root, place }: Props) {
  const { figures } = useMessages();
  const formats = useFormats();
  const { amount } = useMeasureFormats(currency);
  return (
    <Card title={figures.costliest}>
      <Loaded query={useCostliest(scope, criteriaOf(root, place))}>
        {({ data }) => (
          <Table
            caption={figures.costliest}
            rows={data}
            rowKey={({ id }) => String(id)}
            columns={[
              { key: 'item', title: figures.itemNumber, cell: ({ itemNumber }) => itemNumber },
              { key: 'wbs', title: figures.item, cell: ({ wbsCode }) => wbsCode },
              { key: 'text', title: figures.description, cell: ({ description }) => description },
              {
                key: 'quantity',
                title: figures.quantity,
                isNumber: true,
                cell: ({ quantity, unitOfMeasure }) =>
                  `${formats.number(quantity ?? 0)} ${unitOfMeasure ?? ''}`.trim(),
              },
              {
                key: 'hours',
                title: figures.manHours,
                isNumber: true,
                cell: ({ totalManHours }) => formats.number(totalManHours ?? 0),
              },
              {
                key: 'cost',
                title: figures.totalCost,
                isNumber: true,
                cell: ({ totalCost }) => amount(totalCost ?? 0),
              },
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
