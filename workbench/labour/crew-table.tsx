import { Badge, CheckField, type Column, column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { useSession } from '@consulting/foundation/session';
import type { ReactNode } from 'react';
import classes from './crews.module.css';
import { nameOfCrew, type ServiceCrew } from './service-crews';

interface Props {
  services: ReadonlyMap<string, string> | null;
  crews: readonly ServiceCrew[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  why: WhyOfRate;
}

export type Side = 'labour' | 'equipment';

export type WhyOfRate = (crew: ServiceCrew, side: Side) => ReactNode;

const rateDecimals = 4;

export function CrewTable({ services, crews, chosen, onChoose, why }: Props) {
  const { crews: words } = useMessages();
  const { number, time } = useFormats();
  const { canWrite } = useSession();
  const rateColumn = (side: Side) =>
    numberColumn(side, words[`${side}Rate`], (crew: ServiceCrew) => {
      const rate = crew.rates?.[`${side}RatePerManHour`];
      if (rate === null || rate === undefined) return '–';
      return (
        <>
          {number(rate, rateDecimals)} {why(crew, side)}
        </>
      );
    });
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  const columns: Column<ServiceCrew>[] = [
    column('crew', words.crew, (crew) => (
      <>
        <span className={classes.code}>{crew.crewCode}</span> {crew.name}
      </>
    )),
    ...(services === null
      ? []
      : [column('service', words.service, ({ serviceId }: ServiceCrew) => services.get(serviceId))]),
    column('status', words.status, (crew) => <CrewStatus crew={crew} />),
    rateColumn('labour'),
    rateColumn('equipment'),
    numberColumn('lines', words.lines, ({ takeoffLineCount }) =>
      takeoffLineCount === null ? '–' : number(takeoffLineCount, 0),
    ),
    column('calculated', words.calculatedAt, ({ ratesCalculatedAt }) =>
      ratesCalculatedAt === null ? '–' : time(ratesCalculatedAt),
    ),
  ];
  const choice: Column<ServiceCrew> = column(
    'choice',
    <CheckField
      aria-label={words.chooseAll}
      isSelected={crews.length > 0 && chosen.size === crews.length}
      isIndeterminate={chosen.size > 0 && chosen.size < crews.length}
      onChange={(all) => onChoose(new Set(all ? crews.map(({ id }) => id) : []))}
    >
      {null}
    </CheckField>,
    (crew) => (
      <CheckField
        aria-label={nameOfCrew(crew)}
        isSelected={chosen.has(crew.id)}
        onChange={(isChosen) => choose(crew.id, isChosen)}
      >
        {null}
      </CheckField>
    ),
  );
  return (
    <Table
      caption={words.title}
      columns={canWrite ? [choice, ...columns] : columns}
      rows={crews}
      rowKey={({ id }) => id}
    />
  );
}

const isByHand = ({ labourMembers }: ServiceCrew): boolean =>
  labourMembers.some(({ rateOverride }) => rateOverride !== null);

function CrewStatus({ crew }: { crew: ServiceCrew }) {
  const { crews: words } = useMessages();
  const { status, ratesLocked, warnings } = crew;
  const reasons = status === 'incomplete' ? [...new Set(warnings.map(({ message }) => message))] : [];
  return (
    <>
      <span className={classes.marks}>
        <Badge tone={status === 'complete' ? 'success' : 'warning'}>{words.statuses[status]}</Badge>
        {ratesLocked && <Badge>{words.locked}</Badge>}
        {isByHand(crew) && <Badge>{words.byHand}</Badge>}
      </span>
      {status === 'stale' && <p className="quiet">{words.staleHint}</p>}
      {reasons.length > 0 && <p className="quiet">{reasons.join(' ')}</p>}
    </>
  );
}
