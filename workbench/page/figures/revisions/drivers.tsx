import { column, numberColumn, Table, Terms } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { useFields } from '@consulting/foundation/api';
import { Card } from '@consulting/foundation/components';
import { useMeasureFormats } from '../view/measures';
import type { ComparisonAnswer } from './revision-queries';
import classes from './revisions.module.css';

type Kind = 'added' | 'removed' | 'changed';

interface Row {
  id: string;
  kind: Kind;
  itemNumber: string;
  description: string;
  wbsCode: string;
  difference: number;
  fields: readonly string[];
}

const kinds: readonly Kind[] = ['added', 'removed', 'changed'];

function rowsOf({ added, removed, changed }: ComparisonAnswer): Row[] {
  const reported = (line: ComparisonAnswer['added'][number] | ComparisonAnswer['changed'][number]) => ({
    id: line.mtoId,
    itemNumber: String(line.itemNumber ?? ''),
    description: line.description ?? '',
    wbsCode: line.wbsCode ?? '',
    difference: line.difference,
  });
  const rows = [
    ...added.map((line): Row => ({ ...reported(line), kind: 'added', fields: [] })),
    ...removed.map((line): Row => ({ ...reported(line), kind: 'removed', fields: [] })),
    ...changed.map((line): Row => ({ ...reported(line), kind: 'changed', fields: Object.keys(line.fields) })),
  ];
  return rows.toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference));
}

export function Drivers({ comparison }: { comparison: ComparisonAnswer }) {
  const { figures } = useMessages();
  const formats = useFormats();
  const { amount } = useMeasureFormats(comparison.currency);
  const { data: registry } = useFields();
  const entered = new Map(
    (registry ?? []).flatMap(({ key, label, computed }) => (computed ? [] : [[key, label] as const])),
  );
  const rows = rowsOf(comparison);
  const { added, removed, changed } = comparison.total;
  const count = added + removed + changed;
  const displayed = rows.length;
  return (
    <Card title={figures.drivers.title}>
      <Terms
        className={classes.counts}
        terms={kinds.map((kind) => ({
          label: figures.drivers.kinds[kind],
          value: formats.number(comparison.total[kind]),
          className: classes.count,
        }))}
      />
      <Table<(typeof rows)[number]>
        caption={figures.drivers.title}
        rows={rows}
        rowKey={({ id, kind }) => `${kind} ${id}`}
        empty={figures.drivers.none}
        columns={[
          column('kind', figures.drivers.kind, ({ kind }) => (
            <span className={classes.whole}>{figures.drivers.kinds[kind]}</span>
          )),
          column('item', figures.itemNumber, ({ itemNumber }) => itemNumber),
          column('wbs', figures.item, ({ wbsCode }) => <span className={classes.whole}>{wbsCode}</span>),
          column('text', figures.description, ({ description }) => description),
          numberColumn('difference', figures.difference, ({ difference }) => amount(difference)),
          column('fields', figures.drivers.fields, ({ fields }) =>
            fields.flatMap((key) => entered.get(key) ?? []).join(', '),
          ),
        ]}
      />
      {displayed < count && <p className="quiet">{figures.drivers.first({ displayed, count })}</p>}
    </Card>
  );
}
