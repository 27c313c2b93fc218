import { column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { useMeasureFormats } from '../view/measures';
import type { CrewRates } from './crew-queries';
import classes from './crews.module.css';

export function Machines({ rates: { equipment, currency } }: { rates: CrewRates }) {
  const { crews } = useMessages().figures;
  const formats = useFormats();
  const { amount } = useMeasureFormats(currency);
  const rate = (value: number) => formats.number(value, 4);
  return (
    <Table<(typeof equipment.members)[number]>
      caption={crews.machines}
      rows={equipment.members}
      rowKey={({ equipmentCode }) => equipmentCode}
      columns={[
        column('code', crews.machine, ({ equipmentCode }) => (
          <span className={classes.whole}>{equipmentCode}</span>
        )),
        numberColumn('count', crews.count, ({ quantity }) => formats.number(quantity)),
        column('operating', crews.operatingRate, (one) => (
          <span className={classes.whole}>
            {`${rate(one.rentalPerHour)} + ${rate(one.fuelPerHour)} + ${rate(one.operatingCostPerHour)} = ${rate(one.operatingRate)}`}
          </span>
        )),
        numberColumn('standby', crews.standbyRate, ({ standbyRate }) => rate(standbyRate)),
        column(
          'week',
          crews.week,
          ({ quantity, operatingHours, standbyHours, operatingRate, standbyRate }) => (
            <span className={classes.whole}>
              {`${formats.number(quantity)} × (${formats.number(operatingHours)} × ${rate(operatingRate)} + ${formats.number(standbyHours)} × ${rate(standbyRate)})`}
            </span>
          ),
        ),
        numberColumn('cost', crews.costPerWeek, ({ cost }) => amount(cost)),
      ]}
    />
  );
}
