import { column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { Card, Loaded } from '../../components/view';
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
          <Table<(typeof data)[number]>
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
