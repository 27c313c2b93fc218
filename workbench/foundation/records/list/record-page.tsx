import { useFormats, useMessages } from '@consulting/design/language';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { BackLink } from '../../components/back-link';
import { Card, Loaded, View } from '../../components/view';
import { ForWriters } from '../../session/session';
import { type Stored, useRecord } from '../collection';
import { declared, nameOf, partOf, type RecordName, type Section } from '../fields';
import { RecordActions, type Removal, type Shape } from '../record-actions';
import { useRecordWords } from '../words';
import classes from './record.module.css';

interface Props<R extends Stored> {
  of: RecordName;
  id: string;
  words: { title: string; edit: string };
  edit?: Shape<R>;
  remove?: (record: R) => Removal;
  actions?: (record: R) => ReactNode;
  without?: readonly string[];
  children: (record: R) => ReactNode;
}

export function RecordPage<R extends Stored>({ of, id, words, edit, remove, ...props }: Props<R>) {
  const { list } = useMessages().libraries;
  const { time } = useFormats();
  const [, go] = useLocation();
  const query = useRecord<R>(of, id);
  const { sections, page = '/' } = declared(of);
  const displayed = sections.filter(({ title }) => !props.without?.includes(title));
  return (
    <Loaded query={query}>
      {(record) => (
        <>
          <BackLink href={page}>{list.back({ list: words.title })}</BackLink>
          <View
            title={nameOf(of, record)}
            actions={
              <>
                <RecordActions
                  of={of}
                  record={record}
                  edit={{ ...edit, title: words.edit }}
                  remove={{ ...remove?.(record), onRemoved: () => go(page) }}
                />
                <ForWriters>{props.actions?.(record)}</ForWriters>
              </>
            }
          >
            {props.children(record)}
            <FieldCards of={of} sections={displayed} record={record} />
            <p className="quiet">{list.created({ by: record.updatedBy, at: time(record.updatedAt) })}</p>
          </View>
        </>
      )}
    </Loaded>
  );
}

interface CardsProps {
  of: RecordName;
  sections: readonly Section[];
  record: object;
}

export function FieldCards({ of, sections, record }: CardsProps) {
  const words = useRecordWords(of);
  return sections.map(({ title, inside, fields }) => {
    const part = partOf(record, inside);
    const known = fields
      .map((field) => ({
        name: field.name,
        text: words.value(field, part[field.name], { ...record, ...part }),
      }))
      .filter(({ text }) => text !== null);
    if (known.length === 0) return null;
    return (
      <Card key={title} title={words.section(title)}>
        <dl className={classes.details}>
          {known.map(({ name, text }) => (
            <div key={name}>
              <dt>{words.label(name)}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Card>
    );
  });
}
