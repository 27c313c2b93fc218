import { Button, column, Dialog, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { useState } from 'react';
import { useMeasureFormats } from '../view/measures';
import type { CrewRates } from './crew-queries';
import classes from './crews.module.css';
import { RateCard } from './rate-card';

export type Member = CrewRates['labour']['members'][number];

export const nameOf = ({ tradeCode, laborDesignation }: Member) => `${tradeCode} ${laborDesignation}`;

export function useMemberWords() {
  const formats = useFormats();
  const rate = (value: number | undefined) => (value === undefined ? '–' : formats.number(value, 4));
  const week = ({ quantity, hours, burdenedRates }: Member) => {
    const times = (['straightTime', 'overtime', 'doubleTime'] as const)
      .filter((time) => hours[time] > 0)
      .map((time) => `${formats.number(hours[time])} × ${rate(burdenedRates[time])}`);
    return `${formats.number(quantity)} × (${times.join(' + ')})`;
  };
  return { rate, week };
}

export function Members({ rates: { labour, currency } }: { rates: CrewRates }) {
  const { crews } = useMessages().figures;
  const formats = useFormats();
  const { amount } = useMeasureFormats(currency);
  const [displayed, setShown] = useState<Member | null>(null);
  const { rate, week } = useMemberWords();
  return (
    <>
      <Table<(typeof labour.members)[number]>
        caption={crews.members}
        rows={labour.members}
        rowKey={nameOf}
        columns={[
          column('trade', crews.trade, (member) => <span className={classes.whole}>{nameOf(member)}</span>),
          numberColumn('count', crews.persons, ({ quantity }) => formats.number(quantity)),
          numberColumn('wage', crews.wage, ({ baseRates }) => rate(baseRates?.straightTime)),
          numberColumn('burdened', crews.burdened, ({ burdenedRates }) => rate(burdenedRates.straightTime)),
          column('week', crews.week, (member) => <span className={classes.whole}>{week(member)}</span>),
          numberColumn('hours', crews.manHours, ({ manHours }) => formats.number(manHours)),
          numberColumn('cost', crews.costPerWeek, ({ cost }) => amount(cost)),
          column('card', crews.card, (member) =>
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
          ),
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
