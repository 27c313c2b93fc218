import { type Column, column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
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

interface MessageGroup {
  key: string;
  messages: readonly [ImportMessage, ...ImportMessage[]];
  count: number;
}

const groupsOf = (messages: readonly ImportMessage[]): MessageGroup[] =>
  [...Map.groupBy(messages, ({ code, field }) => [code, field].join())]
    .flatMap(([key, [first, ...rest]]) => {
      if (!first) return [];
      const count = rest.reduce((sum, one) => sum + one.count, first.count);
      return [{ key, messages: [first, ...rest] as const, count }];
    })
    .toSorted((one, other) => other.count - one.count);

export function MessageGroups({ messages }: { messages: readonly ImportMessage[] }) {
  const { imports } = useMessages();
  const formats = useFormats();
  const fields = useLineFields(null);
  const titles: Readonly<Record<string, string>> = imports.messages.titles;
  return (
    <div className={classes.groups}>
      {groupsOf(messages).map(({ key, messages: ofGroup, count }) => {
        const [{ code, field, message }] = ofGroup;
        const title = [titles[code] ?? code, field && fields.labelOf(field)].filter(Boolean).join(', ');
        return (
          <details key={key}>
            <summary>
              {title} ({formats.number(count)}){' '}
              {ofGroup.length === 1 && <span className="quiet">{message}</span>}
            </summary>
            <MessageTable caption={title} messages={ofGroup} />
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
      const displayed = rows.slice(0, rowsDisplayed).map(String).join(', ');
      return count > rowsDisplayed
        ? words.more({ displayed, count: formats.number(count - rowsDisplayed) })
        : displayed;
    }),
    column('column', words.column, ({ column, field }) =>
      [column, field && fields.labelOf(field)].filter(Boolean).join(' · '),
    ),
    column('value', words.value, ({ value }) => (value === null ? '' : String(value))),
    column('message', words.message, ({ message }) => message),
    numberColumn('count', words.count, ({ count }) => formats.number(count)),
  ];
}
