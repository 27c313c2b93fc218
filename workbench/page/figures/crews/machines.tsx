import { Table } from '../../components/table';
import { useFormats, useMessages } from '../../language/language';
import { useMeasureFormats } from '../view/measures';
import type { CrewRates } from './crew-queries';
import classes from './crews.module.css';

export function Machines({ rates: { equipment, currency } }: { rates: CrewRates }) {
  const { crews } = useMessages().figures;
  const formats = useFormats();
  const { amount } = useMeasureFormats(currency);
  const rate = (value: number) => formats.number(value, 4);
  return (
    <Table
      caption={crews.machines}
      rows={equipment.members}
      rowKey={({ equipmentCode }) => equipmentCode}
      columns={[
        {
          key: 'code',
          title: crews.machine,
          cell: ({ equipmentCode }) => <span className={classes.whole}>{equipmentCode}</span>,
        },
        {
          key: 'count',
          title: crews.count,
          isNumber: true,
          cell: ({ quantity }) => formats.number(quantity),
        },
        {
          key: 'operating',
          title: crews.operatingRate,
          cell: (one) => (
            <span className={classes.whole}>
              {`${rate(one.rentalPerHour)} + ${rate(one.fuelPerHour)} + ${rate(one.operatingCostPerHour)} = ${rate(one.operatingRate)}`}
            </span>
          ),
        },
        {
          key: 'standby',
          title: crews.standbyRate,
          isNumber: true,
          cell: ({ standbyRate }) => rate(standbyRate),
        },
        {
          key: 'week',
          title: crews.week,
          cell: ({ quantity, operatingHours, standbyHours, operatingRate, standbyRate }) => (
            <span className={classes.whole}>
              {`${formats.number(quantity)} × (${formats.number(operatingHours)} × ${rate(operatingRate)} + ${formats.number(standbyHours)} × ${rate(standbyRate)})`}
            </span>
          ),
        },
        { key: 'cost', title: crews.costPerWeek, isNumber: true, cell: ({ cost }) => amount(cost) },
      ]}
    />
  );
}
