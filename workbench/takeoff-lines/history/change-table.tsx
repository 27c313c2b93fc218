import { column, Table } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import type { FieldWords } from './field-value';
import classes from './history.module.css';
import type { Change } from './history-queries';

interface Props {
  change: Change;
  caption: string;
  words: FieldWords;
}

export function ChangeTable({ change, caption, words }: Props) {
  const { history } = useMessages().takeoffTools;
  const { labelOf, orderOf, valueOf } = words;
  const rows = Object.entries(change.fields)
    .map(([key, { before, after }]) => ({ key, before, after }))
    .filter(({ key }) => !hidden.has(key))
    .sort((a, b) => orderOf(a.key) - orderOf(b.key));
  const field = column('field', history.field, ({ key }: Row) => labelOf(key));
  const was = column('before', history.before, ({ key, before }: Row) => {
    const value = valueOf(key, before);
    return value ? <del className={classes.before}>{value}</del> : <span className={classes.before}>—</span>;
  });
  const is = column('after', history.after, ({ key, after }: Row) => (
    <span>{valueOf(key, after) || '—'}</span>
  ));
  const columns = { create: [field, is], update: [field, was, is], delete: [field, was] }[change.action];
  return <Table caption={caption} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}

interface Row {
  key: string;
  before: unknown;
  after: unknown;
}

const hidden: ReadonlySet<string> = new Set(['projectId', 'serviceId', 'mtoId', 'id']);
