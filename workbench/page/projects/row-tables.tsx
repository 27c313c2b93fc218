import { type Column, Table } from '@consulting/design/controls';
import {
  type Field,
  type Loose,
  partOf,
  type RecordWords,
  rowsOf,
  type Section,
  useRecordWords,
} from '@consulting/foundation/records';

export function RowTables({ sections, record }: { sections: readonly Section[]; record: object }) {
  const words = useRecordWords('services');
  return sections.flatMap(({ inside, fields }) =>
    fields.map((field) => {
      const rows = rowsOf(partOf(record, inside)[field.name]);
      if (field.kind !== 'rows' || rows.length === 0) return null;
      return (
        <RowTable
          key={field.name}
          title={words.label(field.name)}
          words={words}
          fields={field.fields ?? []}
          rows={rows}
        />
      );
    }),
  );
}

interface Props {
  title: string;
  words: RecordWords;
  fields: readonly Field[];
  rows: readonly Loose[];
}

type Numbered = { row: Loose; place: number };

function RowTable({ title, words, fields, rows }: Props) {
  const isUsed = ({ name }: Field) => rows.some((row) => row[name] !== null && row[name] !== undefined);
  const columns = fields.filter(isUsed).map(
    (field): Column<Numbered> => ({
      key: field.name,
      title: words.label(field.name),
      isNumber: field.kind === 'number',
      cell: ({ row }) => words.value(field, row[field.name]) ?? '–',
    }),
  );
  return (
    <>
      <h3>{title}</h3>
      <Table
        caption={title}
        columns={columns}
        rows={rows.map((row, place) => ({ row, place }))}
        rowKey={({ place }) => String(place)}
      />
    </>
  );
}
