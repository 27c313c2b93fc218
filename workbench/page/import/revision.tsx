import { type Column, column, numberColumn, Table } from '../components/table';
import { Card } from '../components/view';
import { useFormats, useMessages } from '../language/language';
import classes from './import.module.css';
import { useLineFields } from './line-fields';
import type { Task } from './task';

type Revision = NonNullable<Task['revision']>;

const counted = ['matched', 'changed', 'unchanged', 'added', 'removed', 'carried', 'unpriced'] as const;

export function RevisionCard({ revision, isTrial }: { revision: Revision; isTrial: boolean }) {
  const words = useMessages().imports.revise;
  const formats = useFormats();
  const fields = useLineFields(null);
  const by = revision.matchBy.map(fields.labelOf).join(' + ');
  return (
    <Card title={words.outcome}>
      <p>{words.matchedBy({ fields: by })}</p>
      <dl className={classes.counts}>
        {counted.map((name) => (
          <div key={name}>
            <dt>{words.counts[name]}</dt>
            <dd>{formats.number(revision[name])}</dd>
          </div>
        ))}
      </dl>
      {isTrial && revision.unpriced > 0 && <p className="quiet">{words.unpricedHint}</p>}
      <Sums revision={revision} />
    </Card>
  );
}

interface Sum {
  key: string;
  discipline: string;
  what: string;
  before: string;
  after: string;
}

function Sums({ revision: { byDiscipline } }: { revision: Revision }) {
  const words = useMessages().imports.revise;
  const formats = useFormats();
  const fields = useLineFields(null);
  const rows = byDiscipline.flatMap(({ discipline, quantity, totalCost }): Sum[] => {
    const label = fields.valueLabel('discipline', discipline);
    const quantities = quantity.map(({ unitOfMeasure, before, after }) => ({
      key: `${discipline} ${unitOfMeasure}`,
      discipline: label,
      what: words.quantityIn({ unit: unitOfMeasure ?? '–' }),
      before,
      after,
    }));
    const money = { key: discipline, discipline: label, what: fields.labelOf('totalCost'), ...totalCost };
    return [...quantities, money];
  });
  const figure = (value: string) => formats.number(value, value.split('.')[1]?.length ?? 0);
  const columns: Column<Sum>[] = [
    column('discipline', fields.labelOf('discipline'), ({ discipline }) => discipline),
    column('what', words.what, ({ what }) => what),
    numberColumn('before', words.before, ({ before }) => figure(before)),
    numberColumn('after', words.after, ({ after }) => figure(after)),
  ];
  return <Table caption={words.sums} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}
