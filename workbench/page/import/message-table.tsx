import { type Column, column, numberColumn, Table } from '../components/table';
import { useFormats, useMessages } from '../language/language';
import classes from './import.module.css';
import { useLineFields } from './line-fields';
import type { ImportMessage } from './task';

const rowsShown = 5;

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
    column('sheet', words.sheet, ({ sheet }) => sheet !== null && <SheetName name={sheet} />),
    numberColumn('row', words.row, ({ rows, count }) => {
      const shown = rows.slice(0, rowsShown).map(String).join(', ');
      return count > rowsShown ? words.more({ shown, count: formats.number(count - rowsShown) }) : shown;
    }),
    column('column', words.column, ({ column, field }) =>
      [column, field && fields.labelOf(field)].filter(Boolean).join(' · '),
    ),
    column('value', words.value, ({ value }) => (value === null ? '' : String(value))),
    column('message', words.message, ({ message }) => message),
    numberColumn('count', words.count, ({ count }) => formats.number(count)),
  ];
}
