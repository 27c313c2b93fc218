import { column, numberColumn, SelectField, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { ApiProblem } from '../../api/problem';
import { type FileList, type ListImportResult, type Order, useFileFields } from './file-list';

export type ReportedColumn = ListImportResult['columns'][number];

export const columnsOf = (error: Error): readonly ReportedColumn[] =>
  error instanceof ApiProblem ? (error.problem.columns ?? []) : [];

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
  const known = useFileFields(files.of).choices;
  const read = columns
    .flatMap(({ field }) => field ?? [])
    .filter((key) => !known.some(({ id }) => id === key));
  const others = [...new Set(read)].map((id) => ({ id, label: id }));
  const choices = [{ id: leftOut, label: words.leaveOut }, ...known, ...others];
  const hasSheets = new Set(columns.map(({ sheet }) => sheet)).size > 1;
  const nameOf = ({ sheet, column }: ReportedColumn) => (hasSheets ? `${sheet}![${column}]` : `[${column}]`);
  const fieldOf = (column: ReportedColumn) => {
    const mapped = order.mapping[nameOf(column)];
    return mapped === undefined ? column.field : mapped;
  };
  return (
    <Table<(typeof columns)[number]>
      caption={words.columns}
      rows={columns}
      rowKey={nameOf}
      columns={[
        column('column', words.column, (column) => (hasSheets ? nameOf(column) : column.column)),
        column('header', words.header, ({ header }) => header),
        column('field', words.field, (column) => (
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
        )),
        column('how', words.how, ({ how }) => words.hows[how]),
        column('samples', words.samples, ({ samples }) => samples.join(' · ')),
        numberColumn('filled', words.filled, ({ filled }) => number(filled)),
        numberColumn('invalid', words.invalid, ({ invalid }) => number(invalid)),
      ]}
    />
  );
}
