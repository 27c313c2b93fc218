import { Chart, Waterfall, type WaterfallStep } from '@consulting/design/charts';
import { column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { everywhere, type Place, pathTo, placeSettings, readPlace } from '../summary/place';
import { type Scope, summaryAddress } from '../view/address';
import { useDisciplineLabels } from '../view/disciplines';
import { useMeasureFormats } from '../view/measures';
import { useWbs } from '../view/queries';
import { Drivers } from './drivers';
import { type Scopes, useMovement } from './movement';
import type { ComparisonAnswer, Perspective } from './revision-queries';
import { SheetChanges } from './sheet-changes';

interface Props {
  scope: Scope;
  scopes: Scopes;
  comparison: ComparisonAnswer;
  perspective: Perspective;
  names: { from: string; to: string };
}

type Growth = ComparisonAnswer['totals'];

interface Row extends Growth {
  id: string;
  label: string;
  place: Place | null;
}

const changesDisplayed = 20;

function useRows({ scope, comparison, perspective }: Props): Row[] {
  const { figures } = useMessages();
  const disciplineOf = useDisciplineLabels(scope);
  const wbs = useWbs(scope);
  if (perspective === 'discipline')
    return comparison.byDiscipline.map((row) => ({
      ...row,
      id: row.discipline,
      label: disciplineOf(row.discipline),
      place: readPlace(new URLSearchParams({ discipline: row.discipline })),
    }));
  return comparison.byWbs.map((row) => {
    const { wbsCode } = row;
    const name = wbsCode !== null && wbs.data ? pathTo(wbs.data.root, wbsCode)?.at(-1)?.name : null;
    return {
      ...row,
      id: wbsCode ?? '',
      label: wbsCode === null ? figures.kinds.none : `${wbsCode} ${name ?? ''}`.trim(),
      place: wbsCode === null ? null : { ...everywhere, wbs: wbsCode },
    };
  });
}

export function Comparison(props: Props) {
  const { comparison, names } = props;
  const { figures } = useMessages();
  const rows = useRows(props);
  return (
    <>
      <Chart
        id="changes"
        title={figures.revisions.title({ from: names.from, to: names.to })}
        table={
          <GrowthTable rows={rows} totals={comparison.totals} currency={comparison.currency} names={names} />
        }
        note={figures.revisions.note}
      >
        <Drawn {...props} rows={rows} />
      </Chart>
      {comparison.sheet && <SheetChanges changes={comparison.sheet} currency={comparison.currency} />}
      <Drivers comparison={comparison} />
    </>
  );
}

function Drawn({ scopes, rows, comparison: { totals, currency }, names }: Props & { rows: readonly Row[] }) {
  const { figures } = useMessages();
  const { level, signed, signedAmount, signedBrief } = useMovement(currency);
  const formats = useFormats();
  const changed = rows.filter(({ totalCost }) => totalCost.growth !== 0);
  const largest = changed
    .toSorted((one, other) => Math.abs(other.totalCost.growth) - Math.abs(one.totalCost.growth))
    .slice(0, changesDisplayed);
  const changes = changed
    .filter((row) => largest.includes(row))
    .map(({ id, label, place, totalCost: { growth, growthPercent } }): WaterfallStep => {
      const percent = growthPercent === null ? '' : ` (${signed(growth, formats.percent(growthPercent))})`;
      return {
        id: `change ${id}`,
        label,
        kind: 'change',
        value: growth,
        figure: signedBrief(growth),
        name: `${label}: ${signedAmount(growth)}${percent}`,
        href: place && scopes.to ? summaryAddress(scopes.to, placeSettings(place)) : undefined,
      };
    });
  const others = changed.length - largest.length;
  return (
    <>
      <Waterfall
        label={figures.revisions.title({ from: names.from, to: names.to })}
        steps={[
          level('from', names.from, totals.totalCost.before, scopes),
          ...changes,
          level('to', names.to, totals.totalCost.after, scopes),
        ]}
      />
      {others > 0 && <p className="quiet">{figures.revisions.others({ count: others })}</p>}
    </>
  );
}

interface TableProps {
  rows: readonly Row[];
  totals: Growth;
  currency: string | null;
  names: { from: string; to: string };
}

function GrowthTable({ rows, totals, currency, names }: TableProps) {
  const { figures } = useMessages();
  const formats = useFormats();
  const { amount } = useMeasureFormats(currency);
  const { title, before, after, growth } = figures.revisions;
  const all = [...rows, { ...totals, id: 'all', label: figures.total, place: null }];
  const percent = (value: number | null) => (value === null ? '–' : formats.percent(value, 2, true));
  return (
    <Table<(typeof all)[number]>
      caption={title({ from: names.from, to: names.to })}
      rows={all}
      rowKey={({ id }) => id}
      columns={[
        column('label', figures.item, ({ label }) => label),
        numberColumn('before', before, ({ totalCost }) => amount(totalCost.before)),
        numberColumn('after', after, ({ totalCost }) => amount(totalCost.after)),
        numberColumn('growth', growth, ({ totalCost }) => amount(totalCost.growth)),
        numberColumn('percent', '%', ({ totalCost }) => percent(totalCost.growthPercent)),
        numberColumn('hours', figures.revisions.hoursGrowth, ({ totalManHours }) =>
          formats.number(totalManHours.growth),
        ),
        numberColumn('lines', figures.revisions.linesGrowth, ({ lines }) => formats.number(lines.growth)),
      ]}
    />
  );
}
