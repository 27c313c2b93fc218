import { Table } from '../../components/table';
import { useFormats, useMessages } from '../../language/language';
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
      <Table
        caption={reprice.crews}
        rows={repriced.crews}
        rowKey={({ serviceCrewId }) => serviceCrewId}
        empty={words.none}
        columns={[
          {
            key: 'crew',
            title: words.crew,
            cell: ({ crewCode, name }) => `${crewCode} ${name ?? ''}`.trim(),
          },
          { key: 'outcome', title: reprice.outcome, cell: ({ outcome }) => reprice.outcomes[outcome] },
          {
            key: 'before',
            title: reprice.before,
            isNumber: true,
            cell: ({ before }) => rate(before?.totalRate),
          },
          { key: 'after', title: reprice.after, isNumber: true, cell: ({ after }) => rate(after?.totalRate) },
          {
            key: 'difference',
            title: reprice.difference,
            isNumber: true,
            cell: ({ difference }) => rate(difference?.totalRate),
          },
          {
            key: 'notes',
            title: reprice.notes,
            cell: (crew) => (
              <ul className={classes.notes}>
                {reported(crew).map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            ),
          },
        ]}
      />
      <Effect id="repriced" scope={scope} effect={repriced} currency={repriced.currency} />
    </>
  );
}
