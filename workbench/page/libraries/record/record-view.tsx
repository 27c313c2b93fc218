import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card, View } from '../../components/view';
import type { Formats } from '../../language/formats';
import { type Messages, useFormats, useMessages } from '../../language/language';
import { choiceLabel, type FieldGroup, type RecordField } from './field';
import classes from './record.module.css';

interface Changed {
  updatedBy: string;
  updatedAt: string;
}

export function RecordView(props: {
  list: 'trades' | 'rate-cards' | 'crews' | 'equipment';
  title: ReactNode;
  record: Changed;
  actions: ReactNode;
  children: ReactNode;
}) {
  const { libraries } = useMessages();
  const { time } = useFormats();
  const { list, title, record, actions, children } = props;
  return (
    <>
      <Link href={`/libraries/${list}`} className={classes.back}>
        ← {libraries.list.back({ list: libraries.lists[list] })}
      </Link>
      <View title={title} actions={actions}>
        {children}
        <p className="quiet">
          {libraries.list.created({ by: record.updatedBy, at: time(record.updatedAt) })}
        </p>
      </View>
    </>
  );
}

export function FieldCards<Body extends object>({
  groups,
  labels,
  record,
}: {
  groups: readonly FieldGroup<keyof Body & string>[];
  labels: Readonly<Record<string, string>>;
  record: Body;
}) {
  const messages = useMessages();
  const formats = useFormats();
  return (
    <>
      {groups.map(({ title, fields }) => {
        const shown = fields
          .map((field) => ({ field, words: wordsOf(field, record[field.key], messages, formats) }))
          .filter(({ words }) => words !== null);
        if (shown.length === 0) return null;
        return (
          <Card key={title} title={title}>
            <dl className={classes.details}>
              {shown.map(({ field, words }) => (
                <div key={field.key}>
                  <dt>{labels[field.key] ?? field.key}</dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
          </Card>
        );
      })}
    </>
  );
}

function wordsOf({ kind }: RecordField, value: unknown, messages: Messages, formats: Formats): string | null {
  const { list } = messages.libraries;
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? list.yes : list.no;
  if (typeof value === 'number') return kind === 'year' ? String(value) : formats.number(value);
  if (Array.isArray(value)) return value.map((item) => choiceLabel(String(item), messages)).join(', ');
  return kind === 'choice' ? choiceLabel(String(value), messages) : String(value);
}
