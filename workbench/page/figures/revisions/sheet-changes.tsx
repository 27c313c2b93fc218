import { column, numberColumn, Table } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Card } from '@consulting/foundation/components';
import { useMeasureFormats } from '../view/measures';
import type { ComparisonAnswer } from './revision-queries';

type Changes = NonNullable<ComparisonAnswer['sheet']>;

function rowsOf({ added, removed, changed }: Changes) {
  const single = ({ amount, ...item }: Changes['added'][number], sign: 1 | -1) => ({
    ...item,
    ...(sign > 0 ? { before: null, after: amount } : { before: amount, after: null }),
    growth: sign * amount,
    fields: [] as string[],
  });
  return [
    ...added.map((item) => single(item, 1)),
    ...removed.map((item) => single(item, -1)),
    ...changed.map(({ amount, fields, ...item }) => ({ ...item, ...amount, fields: Object.keys(fields) })),
  ].toSorted((one, other) => Math.abs(other.growth) - Math.abs(one.growth));
}

export function SheetChanges({ changes, currency }: { changes: Changes; currency: string | null }) {
  const { sheet, figures } = useMessages();
  const { amount } = useMeasureFormats(currency);
  const rows = rowsOf(changes);
  if (rows.length === 0) return null;
  const amountOf = (value: number | null) => (value === null ? '–' : amount(value));
  const labels: Readonly<Record<string, string>> = sheet.fields;
  return (
    <Card title={sheet.title}>
      <Table<(typeof rows)[number]>
        caption={sheet.title}
        rows={rows}
        rowKey={({ code }) => code}
        columns={[
          column('code', sheet.fields.code, ({ code }) => code),
          column('name', sheet.fields.name, ({ name }) => name),
          column('kind', sheet.fields.kind, ({ kind }) => sheet.kinds[kind]),
          numberColumn('before', figures.revisions.before, ({ before }) => amountOf(before)),
          numberColumn('after', figures.revisions.after, ({ after }) => amountOf(after)),
          numberColumn('growth', figures.revisions.growth, ({ growth }) => amount(growth)),
          column('fields', figures.drivers.fields, ({ fields }) =>
            fields.flatMap((key) => labels[key] ?? []).join(', '),
          ),
        ]}
      />
    </Card>
  );
}
