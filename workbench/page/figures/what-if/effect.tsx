import { afterClass, beforeClass, Chart, LegendFilter, Pairs } from '@consulting/design/charts';
import { column, numberColumn, Table, Terms } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { type Scope, summaryAddress } from '../view/address';
import { useDisciplineLabels } from '../view/disciplines';
import { shareOf, useMeasureFormats } from '../view/measures';
import type { Summary } from '../view/queries';
import classes from './what-if.module.css';
import type { WhatIfAnswer } from './what-if-queries';

type Figures = WhatIfAnswer['total'];

export interface Effects {
  total: Figures;
  byDiscipline: readonly (Figures & { discipline: string })[];
}

type Change = Figures['totalCost'];

const costKeys = ['labourCost', 'materialCost', 'equipmentCost', 'subcontractCost', 'totalCost'] as const;

type CostKey = (typeof costKeys)[number];

const same = (value: number): Change => ({ before: value, after: value, difference: 0 });

export function unchanged({ totals, byDiscipline }: Summary): Effects {
  const figuresOf = (one: Summary['totals']): Figures => ({
    itemCount: same(one.itemCount),
    totalManHours: same(one.totalManHours),
    ...(Object.fromEntries(costKeys.map((key) => [key, same(one[key])])) as Pick<Figures, CostKey>),
  });
  return {
    total: figuresOf(totals),
    byDiscipline: byDiscipline.map((one) => ({ discipline: one.discipline, ...figuresOf(one) })),
  };
}

interface Props {
  id: string;
  scope: Scope;
  effect: Effects;
  currency: string | null;
}

export function Effect({ id, scope, effect, currency }: Props) {
  const { figures } = useMessages();
  const { whatIf } = figures;
  const labelOf = useDisciplineLabels(scope);
  const { amount, brief } = useMeasureFormats(currency);
  const signed = useSigned();
  const pairs = effect.byDiscipline.map(({ discipline, totalCost: { before, after, difference } }) => ({
    id: discipline,
    label: labelOf(discipline),
    href: summaryAddress(scope, { discipline }),
    before: { value: before, name: `${labelOf(discipline)}, ${whatIf.before}: ${amount(before)}` },
    after: {
      value: after,
      name: `${labelOf(discipline)}, ${whatIf.after}: ${amount(after)} (${signed(difference, amount)})`,
    },
    figure: signed(difference, (value) => brief('cost', value)),
  }));
  return (
    <>
      <TotalEffect total={effect.total} currency={currency} />
      <Chart
        id={id}
        title={whatIf.byDiscipline}
        legend={
          <LegendFilter
            entries={[
              { id: 'before', label: whatIf.before, swatch: beforeClass },
              { id: 'after', label: whatIf.after, swatch: afterClass },
            ]}
          />
        }
        table={<EffectTable scope={scope} effect={effect} currency={currency} />}
      >
        <Pairs label={whatIf.byDiscipline} pairs={pairs} />
      </Chart>
    </>
  );
}

function useSigned() {
  return (value: number, write: (value: number) => string) => (value > 0 ? `+${write(value)}` : write(value));
}

function TotalEffect({ total, currency }: { total: Figures; currency: string | null }) {
  const { whatIf, manHours } = useMessages().figures;
  const formats = useFormats();
  const { amount } = useMeasureFormats(currency);
  const signed = useSigned();
  const { before, after, difference } = total.totalCost;
  const percent = signed(difference, () => formats.percent(shareOf(difference, before), 2, true));
  const hours = signed(total.totalManHours.difference, (value) => formats.number(value, 1));
  const withNote = (figure: string, note: string) => (
    <>
      {figure} <span className="quiet">{note}</span>
    </>
  );
  const terms = [
    { label: whatIf.before, value: amount(before) },
    { label: whatIf.after, value: <span className={classes.after}>{amount(after)}</span> },
    { label: whatIf.difference, value: withNote(signed(difference, amount), percent) },
    { label: manHours, value: withNote(formats.number(total.totalManHours.after, 1), hours) },
  ];
  return <Terms className={classes.total} terms={terms} />;
}

function EffectTable({ scope, effect, currency }: Omit<Props, 'id'>) {
  const { figures } = useMessages();
  const labelOf = useDisciplineLabels(scope);
  const formats = useFormats();
  const { amount } = useMeasureFormats(currency);
  const signed = useSigned();
  const rows = [
    ...effect.byDiscipline.map((row) => ({ ...row, label: labelOf(row.discipline) })),
    { ...effect.total, discipline: '', label: figures.total },
  ];
  return (
    <Table<(typeof rows)[number]>
      caption={figures.whatIf.byDiscipline}
      rows={rows}
      rowKey={({ discipline }) => discipline}
      columns={[
        column('label', figures.discipline, ({ label }) => label),
        numberColumn('hours', figures.manHours, ({ totalManHours }) => formats.number(totalManHours.after)),
        ...costKeys.map((key) =>
          numberColumn(
            key,
            key === 'totalCost' ? figures.totalCost : figures.elements[key],
            (row: Figures) => (
              <>
                {amount(row[key].after)}
                <br />
                <span className="quiet">{signed(row[key].difference, amount)}</span>
              </>
            ),
          ),
        ),
      ]}
    />
  );
}
