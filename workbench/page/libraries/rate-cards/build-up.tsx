import { column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { Card } from '@consulting/foundation/components';
import classes from './build-up.module.css';
import type { RateCard } from './rate-card-record';

const times = ['straightTime', 'overtime', 'doubleTime'] as const;

type Time = (typeof times)[number];
type Line = keyof RateCard['rates'][Time];
type Part = 'wages' | 'fringes' | 'burdens' | 'other';

/** The lines are in the order in which they add up; one without a part is the sum of those above it. */
const lines: readonly { key: Line; part?: Part }[] = [
  { key: 'wage', part: 'wages' },
  { key: 'vacationHoliday', part: 'wages' },
  { key: 'gross' },
  { key: 'fringe', part: 'fringes' },
  { key: 'payrollTax', part: 'burdens' },
  { key: 'workersComp', part: 'burdens' },
  { key: 'liability', part: 'burdens' },
  { key: 'burdened' },
  { key: 'perDiem', part: 'other' },
  { key: 'smallTools', part: 'other' },
  { key: 'consumables', part: 'other' },
  { key: 'ppe', part: 'other' },
  { key: 'allIn' },
];

const parts: readonly Part[] = ['wages', 'fringes', 'burdens', 'other'];
const decimals = 4;

export function BuildUp({ card }: { card: RateCard }) {
  const { rateCards } = useMessages().libraries;
  const { number } = useFormats();
  return (
    <Card title={rateCards.buildUp}>
      <p className="quiet">
        {rateCards.perHour({ currency: card.currency })}
        {card.hoursPerShift !== null &&
          card.daysPerWeek !== null &&
          ` · ${rateCards.week({ hours: number(card.hoursPerShift), days: number(card.daysPerWeek) })}`}
      </p>
      <Bars card={card} />
      <Table<(typeof lines)[number]>
        caption={rateCards.buildUp}
        rows={lines}
        rowKey={({ key }) => key}
        columns={[
          column('entry', rateCards.entry, ({ key, part }) => sum(part, rateCards.lines[key])),
          ...times.map((time) =>
            numberColumn(time, rateCards[time], ({ key, part }: (typeof lines)[number]) =>
              sum(part, number(card.rates[time][key], decimals)),
            ),
          ),
        ]}
      />
      <Week card={card} />
    </Card>
  );
}

const sum = (part: Part | undefined, text: string) => (part ? text : <strong>{text}</strong>);

function Bars({ card }: { card: RateCard }) {
  const { rateCards } = useMessages().libraries;
  const { number } = useFormats();
  const highest = Math.max(...times.map((time) => card.rates[time].allIn));
  return (
    <div aria-hidden="true" className={classes.bars}>
      <ul className={classes.legend}>
        {parts.map((part) => (
          <li key={part}>
            <span className={`${classes.swatch} ${classes[part]}`} />
            {rateCards.parts[part]}
          </li>
        ))}
      </ul>
      {times.map((time) => (
        <div key={time} className={classes.line}>
          <span>{rateCards[time]}</span>
          <span className={classes.bar}>
            {lines
              .filter(({ part }) => part)
              .map(({ key, part }) => (
                <span
                  key={key}
                  className={part && classes[part]}
                  style={{ inlineSize: `${(100 * card.rates[time][key]) / highest}%` }}
                />
              ))}
          </span>
          <span className="number">{number(card.rates[time].allIn, 2)}</span>
        </div>
      ))}
    </div>
  );
}

function Week({ card }: { card: RateCard }) {
  const { rateCards } = useMessages().libraries;
  const { number, named } = useFormats();
  const hours = times.map((time) => `${rateCards[time]} ${number(card.weeklyHours[time])}`).join(', ');
  return (
    <p>
      {named(rateCards.hoursOfWeek, hours)}. {named(rateCards.composite, '')}
      <strong>{number(card.compositeRate, decimals)}</strong>
    </p>
  );
}
