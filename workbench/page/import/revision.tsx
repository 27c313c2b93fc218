import { type Column, column, numberColumn, Table, Terms } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { Card } from '@consulting/foundation/components';
import type { ReactNode } from 'react';
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
      <Terms
        className={classes.counts}
        terms={counted.map((name) => ({ label: words.counts[name], value: formats.number(revision[name]) }))}
      />
      {isTrial && revision.unpriced > 0 && <p className="quiet">{words.unpricedHint}</p>}
      <Sums revision={revision} />
    </Card>
  );
}

type Moved = Revision['byDiscipline'][number]['totalCost'];

interface Row {
  key: string;
  what: ReactNode;
  difference: string;
  discipline?: string;
  before?: string;
  after?: string;
  lines?: number;
}

function Sums({ revision: { byDiscipline } }: { revision: Revision }) {
  const words = useMessages().imports.revise;
  const formats = useFormats();
  const fields = useLineFields(null);
  const withCauses = (discipline: string, what: string, { causes, ...sum }: Moved): Row[] => {
    const key = `${discipline} ${what}`;
    return [
      { key, what, discipline: fields.valueLabel('discipline', discipline), ...sum },
      ...causes.map(({ cause, amount, lines }) => ({
        key: `${key} ${cause}`,
        what: <span className={classes.cause}>{words.causes[cause]}</span>,
        difference: amount,
        lines,
      })),
    ];
  };
  const rows = byDiscipline.flatMap(({ discipline, quantity, totalCost }) => [
    ...quantity.flatMap(({ unitOfMeasure, ...sum }) =>
      withCauses(discipline, words.quantityIn({ unit: unitOfMeasure ?? '–' }), sum),
    ),
    ...withCauses(discipline, fields.labelOf('totalCost'), totalCost),
  ]);
  const figure = (value?: string) => value && formats.number(value, value.split('.')[1]?.length ?? 0);
  const columns: Column<Row>[] = [
    column('discipline', fields.labelOf('discipline'), ({ discipline }) => discipline),
    column('what', words.what, ({ what }) => what),
    numberColumn('before', words.before, ({ before }) => figure(before)),
    numberColumn('after', words.after, ({ after }) => figure(after)),
    numberColumn('difference', words.difference, ({ difference }) => figure(difference)),
    numberColumn('lines', words.lines, ({ lines }) => lines && formats.number(lines)),
  ];
  return <Table caption={words.sums} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}
