import { SelectField } from '../../components/fields';
import { Table } from '../../components/table';
import { useFormats, useMessages } from '../../language/language';
import { type FileList, type ListImportResult, type Order, useFileFields } from './file-list';

export type ReportedColumn = ListImportResult['columns'][number];

interface Props {
  files: FileList;
  order: Order;
  onChange: (order: Order) => void;
  columns: readonly ReportedColumn[];
}

const leftOut = '';

export function ColumnTable({ files, order, onChange, columns }: Props) {
  const words = useMessages().libraries.files;
  const { number } = useFormats();
  const choices = [{ id: leftOut, label: words.leaveOut }, ...useFileFields(files.of).choices];
  const hasSheets = new Set(columns.map(({ sheet }) => sheet)).size > 1;
  const nameOf = ({ sheet, column }: ReportedColumn) => (hasSheets ? `${sheet}![${column}]` : `[${column}]`);
  const fieldOf = (column: ReportedColumn) => {
    const mapped = order.mapping[nameOf(column)];
    return mapped === undefined ? column.field : mapped;
  };
  return (
    <Table
      caption={words.columns}
      rows={columns}
      rowKey={nameOf}
      columns={[
        {
          key: 'column',
          title: words.column,
          cell: (column) => (hasSheets ? nameOf(column) : column.column),
        },
        { key: 'header', title: words.header, cell: ({ header }) => header },
        {
          key: 'field',
          title: words.field,
          cell: (column) => (
            <SelectField
              label={words.columnIs({ column: column.column, header: column.header })}
              isLabelUnseen
              choices={choices}
              selectedKey={fieldOf(column) ?? leftOut}
              onSelectionChange={(key) =>
                onChange({
                  ...order,
                  mapping: { ...order.mapping, [nameOf(column)]: key === leftOut ? null : String(key) },
                })
              }
            />
          ),
        },
        { key: 'how', title: words.how, cell: ({ how }) => words.hows[how] },
        { key: 'samples', title: words.samples, cell: ({ samples }) => samples.join(' · ') },
        { key: 'filled', title: words.filled, isNumber: true, cell: ({ filled }) => number(filled) },
        { key: 'invalid', title: words.invalid, isNumber: true, cell: ({ invalid }) => number(invalid) },
      ]}
    />
  );
}
