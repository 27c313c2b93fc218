import { Bullets, Chart, Legend, middleClass, rangeClass, valueClass } from '@consulting/design/charts';
import { column, EmptyState, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import type { Discipline } from '@consulting/foundation/api';
import { type Scope, summaryAddress } from '../figures/view/address';
import classes from './review.module.css';
import type { Ratio, ReviewAnswer } from './review-queries';

interface Props {
  scope: Scope;
  answer: ReviewAnswer;
}

// Whose lines a ratio is of; null for those of all disciplines.
const disciplines: Record<Ratio['key'], Discipline | null> = {
  hoursPerDiaInch: 'piping',
  hoursPerMetreOfPipe: 'piping',
  hoursPerTonneOfPipe: 'piping',
  hoursPerTonneOfSteel: 'structural',
  costPerTonneOfSteel: 'structural',
  hoursPerCubicMetreOfConcrete: 'concrete',
  costPerCubicMetreOfConcrete: 'concrete',
  rebarPerCubicMetreOfConcrete: 'concrete',
  formworkPerCubicMetreOfConcrete: 'concrete',
  cablePerTermination: 'bulk_electrical',
  hoursPerTermination: 'bulk_electrical',
  hoursPerInstrument: 'instrumentation',
  materialToLabour: null,
  indirectsToDirect: null,
};

function useRatioWords({ currency }: ReviewAnswer) {
  const { review } = useMessages();
  const { number } = useFormats();
  const unitOf = ({ unit }: Ratio) =>
    unit === '1'
      ? ''
      : unit
          .replace('currency', currency ?? '')
          .replace('m3', 'm³')
          .replace('m2', 'm²');
  const figure = (ratio: Ratio, value: number) => `${number(value, 2)} ${unitOf(ratio)}`.trim();
  const name = ({ key }: Ratio) => review.ratio.keys[key];
  return { words: review.ratio, figure, name };
}

export function Ratios({ scope, answer }: Props) {
  const { words } = useRatioWords(answer);
  if (answer.ratios.length === 0) return <EmptyState words={words.none} />;
  const legend = [
    { label: words.value, swatch: valueClass },
    { label: words.range, swatch: rangeClass },
    { label: words.middle, swatch: middleClass },
  ];
  return (
    <Chart
      id="ratios"
      title={words.title}
      table={<RatioTable answer={answer} />}
      legend={<Legend entries={legend} />}
      note={words.note}
    >
      <Drawn scope={scope} answer={answer} />
    </Chart>
  );
}

function Drawn({ scope, answer }: Props) {
  const { words, figure, name } = useRatioWords(answer);
  const bullets = answer.ratios.map((ratio) => {
    const { key, value, reference, outside } = ratio;
    const of = { name: name(ratio), value: figure(ratio, value) };
    const range = reference && { low: reference.p10, middle: reference.p50, high: reference.p90 };
    return {
      ...{ id: key, label: of.name, value, range, isOutside: outside },
      href: summaryAddress(scope, { discipline: disciplines[key] }),
      name:
        range === null
          ? words.mark(of)
          : words.markRange({
              ...of,
              low: figure(ratio, range.low),
              middle: figure(ratio, range.middle),
              high: figure(ratio, range.high),
            }),
      figure: (
        <>
          <span className={outside ? classes.outside : undefined}>{of.value}</span>
          {outside && <span className={classes.outside}>{words.outside}</span>}
        </>
      ),
    };
  });
  return <Bullets label={words.title} bullets={bullets} withoutRange={words.without} />;
}

function RatioTable({ answer }: Pick<Props, 'answer'>) {
  const { number } = useFormats();
  const { words, figure, name } = useRatioWords(answer);
  const point = (key: 'p10' | 'p50' | 'p90') =>
    numberColumn<Ratio>(key, key.toUpperCase(), (ratio) =>
      ratio.reference === null ? '–' : figure(ratio, ratio.reference[key]),
    );
  return (
    <Table<Ratio>
      caption={words.title}
      rows={answer.ratios}
      rowKey={({ key }) => key}
      columns={[
        column('name', words.name, name),
        numberColumn('value', words.value, (ratio) => figure(ratio, ratio.value)),
        point('p10'),
        point('p50'),
        point('p90'),
        numberColumn('count', words.count, ({ reference }) => number(reference?.n ?? 0, 0)),
        column('outside', <span className="unseen">{words.outside}</span>, ({ outside }) =>
          outside ? words.outside : '',
        ),
      ]}
    />
  );
}
