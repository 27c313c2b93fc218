import { type Column, Table } from '../components/table';
import { useFormats, useMessages } from '../language/language';
import classes from './import.module.css';
import { useLineFields } from './line-fields';
import type { ImportMessage } from './task';

const rowsDisplayed = 5;

export function MessageTable({ caption, messages }: { caption: string; messages: readonly ImportMessage[] }) {
  return (
    <Table
      caption={caption}
      columns={useColumns()}
      rows={messages}
      rowKey={({ sheet, row, column, code, message }) => [sheet, row, column, code, message].join()}
    />
  );
}

export const SheetName = ({ name }: { name: string }) => (
  <span className={classes.name} title={name}>
    {name}
  </span>
);

/** A large workbook has more messages than anybody reads one by one, so equal ones are folded into a group. */
export function MessageGroups({ messages }: { messages: readonly ImportMessage[] }) {
  const { imports } = useMessages();
  const formats = useFormats();
  const titles: Readonly<Record<string, string>> = imports.messages.titles;
  return (
    <div className={classes.groups}>
      {[...Map.groupBy(messages, ({ code }) => code)].map(([code, ofCode]) => {
        const count = ofCode.reduce((sum, one) => sum + one.count, 0);
        const title = titles[code] ?? code;
        return (
          <details key={code}>
            <summary>
              {title} ({formats.number(count)})
            </summary>
            <MessageTable caption={title} messages={ofCode} />
          </details>
        );
      })}
    </div>
  );
}

function useColumns(): Column<ImportMessage>[] {
  const { imports } = useMessages();
  const formats = useFormats();
  const fields = useLineFields(null);
  const words = imports.messages;
  return [
    { key: 'sheet', title: words.sheet, cell: ({ sheet }) => sheet !== null && <SheetName name={sheet} /> },
    {
      key: 'row',
      title: words.row,
      isNumber: true,
      cell: ({ rows, count }) => {
        const displayed = rows.slice(0, rowsDisplayed).map(String).join(', ');
        return count > rowsDisplayed
          ? words.more({ displayed, count: formats.number(count - rowsDisplayed) })
          : displayed;
      },
    },
    {
      key: 'column',
      title: words.column,
      cell: ({ column, field }) => [column, field && fields.labelOf(field)].filter(Boolean).join(' · '),
    },
    { key: 'value', title: words.value, cell: ({ value }) => (value === null ? '' : String(value)) },
    { key: 'message', title: words.message, cell: ({ message }) => message },
    { key: 'count', title: words.count, isNumber: true, cell: ({ count }) => formats.number(count) },
  ];
}
