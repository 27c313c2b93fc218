import { column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import type { Field } from '@consulting/takeoff-lines';
import { type FieldWords, useFieldWords } from '@consulting/takeoff-lines';
import classes from './bulk.module.css';
import type { EditPreview, Figures } from './bulk-queries';

type Sampled = EditPreview['sample'][number];

export function EditPreviewDisplayed({
  preview,
  fields,
}: {
  preview: Omit<EditPreview, 'failed' | 'ids'>;
  fields: readonly Field[];
}) {
  const { bulk } = useMessages().takeoffTools;
  const words = useFieldWords(fields);
  const { matched, updated, unchanged, sample, total, currency } = preview;
  return (
    <section className={classes.preview} aria-label={bulk.preview}>
      <p role="status" className={classes.counts}>
        {bulk.counts({ matched, updated, unchanged })}
      </p>
      {updated > 0 && <FiguresTable total={total} currency={currency} words={words} />}
      {sample.length > 0 && <SampleTable sample={sample} matched={matched} words={words} />}
    </section>
  );
}

interface SampleProps {
  sample: readonly Sampled[];
  matched: number;
  words: FieldWords;
}

function SampleTable({ sample, matched, words }: SampleProps) {
  const { bulk } = useMessages().takeoffTools;
  const { labelOf, orderOf } = words;
  const keys = [...new Set(sample.flatMap(({ before }) => Object.keys(before)))];
  keys.sort((a, b) => orderOf(a) - orderOf(b));
  const displayed = sample.length;
  const caption = displayed < matched ? bulk.sample({ displayed, matched }) : bulk.wholeSample({ matched });
  return (
    <>
      <h3>{caption}</h3>
      <div className={classes.sample}>
        <Table<(typeof sample)[number]>
          caption={caption}
          columns={[
            column('itemNumber', bulk.item, ({ itemNumber }: Sampled) => itemNumber),
            ...keys.map((key) =>
              column(key, labelOf(key), (line: Sampled) => (
                <BeforeAfter line={line} at={key} words={words} />
              )),
            ),
          ]}
          rows={sample}
          rowKey={({ id }) => id}
        />
      </div>
    </>
  );
}

function BeforeAfter({ line, at, words }: { line: Sampled; at: string; words: FieldWords }) {
  const was = words.valueOf(at, line.before[at]);
  const before = was || '—';
  const after = words.valueOf(at, line.after[at]) || '—';
  if (!(at in line.before)) return '';
  if (before === after) return <span className="quiet">{before}</span>;
  return (
    <span className={classes.pair}>
      {was ? <del>{was}</del> : before} <span aria-hidden="true">→</span> <ins>{after}</ins>
    </span>
  );
}

const figureKeys = [
  'totalManHours',
  'labourCost',
  'materialCost',
  'equipmentCost',
  'subcontractCost',
  'totalCost',
] as const satisfies readonly (keyof Figures)[];

type FigureKey = (typeof figureKeys)[number];

interface FiguresProps {
  total: Figures;
  currency: string | null;
  words: FieldWords;
}

function FiguresTable({ total, currency, words }: FiguresProps) {
  const { bulk } = useMessages().takeoffTools;
  const formats = useFormats();
  const write = (key: FigureKey, value: number) =>
    key === 'totalManHours' || currency === null ? formats.number(value, 2) : formats.money(value, currency);
  const moved = figureKeys.filter((key) => total[key].difference !== 0 || key === 'totalCost');
  const figureColumn = (part: 'before' | 'after' | 'difference', title: string) =>
    numberColumn(part, title, (key: FigureKey) => write(key, total[key][part]));
  return (
    <>
      <h3>{bulk.figures}</h3>
      <Table<(typeof moved)[number]>
        caption={bulk.figures}
        columns={[
          column('figure', bulk.figure, (key) => words.labelOf(key)),
          figureColumn('before', bulk.before),
          figureColumn('after', bulk.after),
          figureColumn('difference', bulk.difference),
        ]}
        rows={moved}
        rowKey={(key) => key}
      />
    </>
  );
}
