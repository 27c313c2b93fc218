import { type Column, Table } from '../components/table';
import { useMessages } from '../language/language';
import { type FieldSpec, type Loose, partOf, rowsOf, type Section } from './record/field-specs';
import { useShownValue } from './record/shown-value';

export function RowTables({ sections, record }: { sections: readonly Section[]; record: object }) {
  const { projects } = useMessages();
  return sections.flatMap(({ inside, fields }) =>
    fields.map((field) => {
      const rows = rowsOf(partOf(record, inside)[field.name]);
      if (field.kind !== 'rows' || rows.length === 0) return null;
      return (
        <RowTable key={field.name} title={projects.fields[field.name]} fields={field.fields} rows={rows} />
      );
    }),
  );
}

interface Props {
  title: string;
  fields: readonly FieldSpec[];
  rows: readonly Loose[];
}

type Numbered = { row: Loose; place: number };

function RowTable({ title, fields, rows }: Props) {
  const { projects } = useMessages();
  const shown = useShownValue();
  const isUsed = ({ name }: FieldSpec) => rows.some((row) => row[name] !== null && row[name] !== undefined);
  const columns = fields.filter(isUsed).map(
    (field): Column<Numbered> => ({
      key: field.name,
      title: projects.fields[field.name],
      isNumber: field.kind === 'number',
      cell: ({ row }) => (row[field.name] === null ? '–' : shown(field, row[field.name])),
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
