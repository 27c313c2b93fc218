import { column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import type { Scope } from '../view/address';
import { Effect } from './effect';
import classes from './what-if.module.css';
import type { RepricedAnswer } from './what-if-queries';

type Crew = RepricedAnswer['crews'][number];

export function Repriced({ scope, repriced }: { scope: Scope; repriced: RepricedAnswer }) {
  const { reprice, crews: words } = useMessages().figures;
  const formats = useFormats();
  const rate = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : formats.number(value, 4);
  const reported = ({ warnings }: Crew) =>
    warnings.map(({ member, message }) => (member === null ? message : `${member}: ${message}`));
  return (
    <>
      <p role="status">{reprice.effect({ changed: repriced.changed, matched: repriced.matched })}</p>
      <Table<(typeof repriced.crews)[number]>
        caption={reprice.crews}
        rows={repriced.crews}
        rowKey={({ serviceCrewId }) => serviceCrewId}
        empty={words.none}
        columns={[
          column('crew', words.crew, ({ crewCode, name }) => `${crewCode} ${name ?? ''}`.trim()),
          column('outcome', reprice.outcome, ({ outcome }) => reprice.outcomes[outcome]),
          numberColumn('before', reprice.before, ({ before }) => rate(before?.totalRate)),
          numberColumn('after', reprice.after, ({ after }) => rate(after?.totalRate)),
          numberColumn('difference', reprice.difference, ({ difference }) => rate(difference?.totalRate)),
          column('notes', reprice.notes, (crew) => (
            <ul className={classes.notes}>
              {reported(crew).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )),
        ]}
      />
      <Effect id="repriced" scope={scope} effect={repriced} currency={repriced.currency} />
    </>
  );
}
