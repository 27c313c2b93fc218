import { useState } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { Table } from '../../components/table';
import { useFormats, useMessages } from '../../language/language';
import { useMeasureFormats } from '../view/measures';
import type { CrewRates } from './crew-queries';
import classes from './crews.module.css';
import { RateCard } from './rate-card';

type Member = CrewRates['labour']['members'][number];

const nameOf = ({ tradeCode, laborDesignation }: Member) => `${tradeCode} ${laborDesignation}`;

export function Members({ rates: { labour, currency } }: { rates: CrewRates }) {
  const { crews } = useMessages().figures;
  const formats = useFormats();
  const { amount } = useMeasureFormats(currency);
  const [displayed, setShown] = useState<Member | null>(null);
  const rate = (value: number | undefined) => (value === undefined ? '–' : formats.number(value, 4));
  const formula = ({ quantity, hours, burdenedRates }: Member) => {
    const times = (['straightTime', 'overtime', 'doubleTime'] as const)
      .filter((time) => hours[time] > 0)
      .map((time) => `${formats.number(hours[time])} × ${rate(burdenedRates[time])}`);
    return `${formats.number(quantity)} × (${times.join(' + ')})`;
  };
  return (
    <>
      <Table
        caption={crews.members}
        rows={labour.members}
        rowKey={nameOf}
        columns={[
          {
            key: 'trade',
            title: crews.trade,
            cell: (member) => <span className={classes.whole}>{nameOf(member)}</span>,
          },
          {
            key: 'count',
            title: crews.persons,
            isNumber: true,
            cell: ({ quantity }) => formats.number(quantity),
          },
          {
            key: 'wage',
            title: crews.wage,
            isNumber: true,
            cell: ({ baseRates }) => rate(baseRates?.straightTime),
          },
          {
            key: 'burdened',
            title: crews.burdened,
            isNumber: true,
            cell: ({ burdenedRates }) => rate(burdenedRates.straightTime),
          },
          {
            key: 'week',
            title: crews.week,
            cell: (member) => <span className={classes.whole}>{formula(member)}</span>,
          },
          {
            key: 'hours',
            title: crews.manHours,
            isNumber: true,
            cell: ({ manHours }) => formats.number(manHours),
          },
          { key: 'cost', title: crews.costPerWeek, isNumber: true, cell: ({ cost }) => amount(cost) },
          {
            key: 'card',
            title: crews.card,
            cell: (member) =>
              member.memberId === null ? (
                crews.byHand
              ) : (
                <Button
                  kind="quiet"
                  aria-label={`${crews.showCard}: ${crews.cardOf({ name: nameOf(member) })}`}
                  onPress={() => setShown(member)}
                >
                  {crews.showCard}
                </Button>
              ),
          },
        ]}
      />
      {displayed !== null && displayed.memberId !== null && (
        <Dialog
          title={crews.cardOf({ name: nameOf(displayed) })}
          form="wide"
          isOpen
          onClose={() => setShown(null)}
        >
          <RateCard memberId={displayed.memberId} />
        </Dialog>
      )}
    </>
  );
}
