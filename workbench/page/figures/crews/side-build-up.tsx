import { Chart, Waterfall, type WaterfallStep } from '@consulting/design/charts';
import { column, numberColumn, Table } from '@consulting/design/controls';
import { nameIn, useFormats, useMessages } from '@consulting/design/language';
import { useMeasureFormats } from '../view/measures';
import type { CrewRates } from './crew-queries';

interface Props {
  rates: CrewRates;
  side: 'labour' | 'equipment';
  hours: number;
}

export interface Step {
  id: string;
  label: string;
  kind: WaterfallStep['kind'];
  entry: string;
  value: number;
}

type Entry = CrewRates['labour']['lines'][number];

const tiers = [0, 1, 2, 3, 4] as const;

export function useSteps({ rates, side, hours }: Props): Step[] {
  const { figures, indirectCategories } = useMessages();
  const { crews } = figures;
  const { names } = indirectCategories;
  const formats = useFormats();
  const money = (value: number) => formats.number(value, 2);
  const { lines } = rates[side];
  const { L0, L1, L2, L3, L4 } = rates.labour.subtotals;
  const { E0, E1, E2, E3, E4 } = rates.equipment.subtotals;
  const levels = side === 'labour' ? [L0, L1, L2, L3, L4] : [E0, E1, E2, E3, E4];
  const entryOf = ({ method, percentage, amount, base }: Entry) => {
    if (method === 'percentage')
      return crews.ofBase({ percent: formats.percent(percentage ?? 0, 4), base: money(base) });
    return method === 'amount'
      ? `${formats.number(amount ?? 0, 4)} × ${formats.number(hours)} h`
      : crews.ofCards;
  };
  return tiers.flatMap((tier) => {
    const ofTier = lines.filter((line) => line.tier === tier);
    if (tier > 0 && ofTier.length === 0) return [];
    return [
      ...ofTier.map((line) => ({
        id: `${tier} ${line.category}`,
        label: nameIn(names, line.category),
        kind: 'change' as const,
        entry: `${entryOf(line)} · ${crews.levels[line.level]}`,
        value: line.value,
      })),
      {
        id: `level ${tier}`,
        label: crews.subtotals[`L${tier}` as const],
        kind: 'level' as const,
        entry: tier === 0 ? crews.sumOfMembers : '',
        value: levels[tier] ?? 0,
      },
    ];
  });
}

export function SideBuildUp(props: Props) {
  const { currency } = props.rates;
  const { crews } = useMessages().figures;
  const { amount } = useMeasureFormats(currency);
  const formats = useFormats();
  const steps = useSteps(props);
  const title = props.side === 'labour' ? crews.labourSteps : crews.equipmentSteps;
  return (
    <Chart
      id={`steps-${props.side}`}
      title={title}
      level={4}
      table={<Steps title={title} steps={steps} currency={currency} />}
    >
      <Waterfall
        label={title}
        steps={steps.map(({ id, label, kind, value, entry }) => ({
          id,
          label,
          kind,
          value,
          figure: formats.number(value, 2),
          name: entry === '' ? `${label}: ${amount(value)}` : `${label}: ${amount(value)}, ${entry}`,
        }))}
      />
    </Chart>
  );
}

function Steps({ title, steps, currency }: { title: string; steps: readonly Step[]; currency: string }) {
  const { crews, amountTitle } = useMessages().figures;
  const { amount } = useMeasureFormats(currency);
  const text = ({ kind, label }: Step) => (kind === 'level' ? <strong>{label}</strong> : label);
  return (
    <Table<(typeof steps)[number]>
      caption={title}
      rows={steps}
      rowKey={({ id }) => id}
      columns={[
        column('label', crews.step, text),
        column('entry', crews.entry, ({ entry }) => entry),
        numberColumn('value', amountTitle, ({ value }) => amount(value)),
      ]}
    />
  );
}
