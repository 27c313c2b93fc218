import { useQuery } from '@tanstack/react-query';
import { type Api, answered, useApi } from '../../api/client';
import { column, numberColumn, Table } from '../../components/table';
import { Loaded } from '../../components/view';
import { useFormats, useMessages } from '../../language/language';

const readCard = (api: Api, memberId: string, signal: AbortSignal) =>
  answered(api.GET('/v1/crew-members/{memberId}', { params: { path: { memberId } }, signal }));

type Card = Awaited<ReturnType<typeof readCard>>;

const entries = [
  'wage',
  'vacationHoliday',
  'gross',
  'fringe',
  'payrollTax',
  'workersComp',
  'liability',
  'burdened',
  'perDiem',
  'smallTools',
  'consumables',
  'ppe',
  'allIn',
] as const;

type Entry = (typeof entries)[number];

const sums: readonly Entry[] = ['gross', 'burdened', 'allIn'];

export function RateCard({ memberId }: { memberId: string }) {
  const api = useApi();
  const card = useQuery({
    queryKey: ['rate-card', memberId],
    queryFn: ({ signal }) => readCard(api, memberId, signal),
  });
  return <Loaded query={card}>{(data) => <Hour card={data} />}</Loaded>;
}

function Hour({ card }: { card: Card }) {
  const { crews } = useMessages().figures;
  const formats = useFormats();
  const { province, region, country, year, quarter, projectType, currency, rates } = card;
  const place = [province ?? region ?? country, `${year} ${quarter}`, projectType, currency];
  const rate = (value: number) => formats.number(value, 4);
  const text = (entry: Entry) =>
    sums.includes(entry) ? <strong>= {crews.entries[entry]}</strong> : crews.entries[entry];
  return (
    <>
      <p className="quiet">{place.filter(Boolean).join(', ')}</p>
      <Table<(typeof entries)[number]>
        caption={crews.hour}
        rows={entries}
        rowKey={(entry) => entry}
        columns={[
          column('entry', crews.entry, text),
          numberColumn('straight', crews.straightTime, (entry) => rate(rates.straightTime[entry])),
          numberColumn('over', crews.overtime, (entry) => rate(rates.overtime[entry])),
          numberColumn('double', crews.doubleTime, (entry) => rate(rates.doubleTime[entry])),
        ]}
      />
      <p className="quiet">{crews.cardNote}</p>
    </>
  );
}
