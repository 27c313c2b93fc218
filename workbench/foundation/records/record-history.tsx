import type { operations } from '@consulting/client/api';
import { CloseAction, column, Dialog, Table } from '@consulting/design/controls';
import { Clock } from '@consulting/design/icons';
import { useFormats, useMessages } from '@consulting/design/language';
import { type ReactNode, useState } from 'react';
import { type Answer, useRead } from '../api/read';
import { Loaded } from '../components/view';
import { ActionButton } from './action-button';
import { declared, fieldsOf, nameOf, type RecordName } from './fields';
import { noteTypes } from './note-queries';
import classes from './notes.module.css';
import { RecordNames } from './record-names';
import { useRecordWords } from './words';

const historyPath = '/api/v1/history/{recordType}';
const operationPath = `${historyPath}/{operationId}` as const;
const listedMax = 20;

type RecordType = operations['api-v1.history.list']['parameters']['path']['recordType'];
type Operation = Answer<typeof historyPath>['data'][number];
type Change = Answer<typeof operationPath>['changes'][number];

export const historyTypes: Partial<Record<RecordName, RecordType>> = {
  ...noteTypes,
  apiKeys: 'api-keys',
  grants: 'grants',
};

interface Props {
  of: RecordName;
  record: { id: string };
  isRow?: boolean | undefined;
}

export function HistoryButton({ of, record, isRow = false }: Props) {
  const { history } = useMessages().libraries;
  const [isOpen, setOpen] = useState(false);
  const recordType = historyTypes[of];
  if (recordType === undefined) return null;
  const title = history.of({ name: nameOf(of, record) });
  return (
    <>
      <ActionButton
        label={history.title}
        icon={<Clock />}
        ofRow={isRow ? title : null}
        onPress={() => setOpen(true)}
      />
      {isOpen && (
        <Dialog title={title} form="drawer" isOpen onClose={() => setOpen(false)}>
          <History {...{ of, recordType, recordId: record.id }} />
          <CloseAction />
        </Dialog>
      )}
    </>
  );
}

interface HistoryOf {
  of: RecordName;
  recordType: RecordType;
  recordId: string;
}

export function History({ of, recordType, recordId }: HistoryOf) {
  const { history } = useMessages().takeoffTools;
  const params = { path: { recordType }, query: { recordId, limit: listedMax } };
  const query = useRead([of, 'history', recordId], historyPath, params);
  return (
    <Loaded query={query}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="quiet">{history.empty}</p>
        ) : (
          <ul className={classes.list}>
            {data.map((operation) => (
              <OneOperation key={operation.operationId} {...{ of, recordType, recordId, operation }} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function OneOperation({ of, operation, recordId, recordType }: HistoryOf & { operation: Operation }) {
  const { history } = useMessages().takeoffTools;
  const { time } = useFormats();
  const { operationId, at, by } = operation;
  const params = { path: { recordType, operationId }, query: {} };
  const query = useRead([of, 'operation', operationId], operationPath, params, { staleTime: Infinity });
  const caption = `${time(at)} ${history.by({ name: by })}`;
  return (
    <li>
      <p>{caption}</p>
      <Loaded query={query}>
        {({ changes }) =>
          changes
            .filter((change) => change.recordId === recordId)
            .map((change) => <Fields key={change.recordId} {...{ of, caption, change }} />)
        }
      </Loaded>
    </li>
  );
}

function Fields({ of, caption, change }: { of: RecordName; caption: string; change: Change }) {
  const { history } = useMessages().takeoffTools;
  const words = useRecordWords(of);
  const known = [...fieldsOf(of), ...declared(of).columns];
  const valueOf = (name: string, value: unknown): ReactNode => {
    if (Array.isArray(value) && (name === 'clientIds' || name === 'projectIds'))
      return <RecordNames of={name === 'clientIds' ? 'clients' : 'projects'} ids={value.map(String)} />;
    const kind = typeof value === 'boolean' ? 'flag' : 'text';
    return words.value(known.find((field) => field.name === name) ?? { name, kind }, value) ?? '—';
  };
  const rows = Object.entries(change.fields).map(([name, values]) => ({ name, ...values }));
  const field = column('field', history.field, ({ name }: (typeof rows)[number]) => words.label(name));
  const before = column('before', history.before, ({ name, before: value }: (typeof rows)[number]) =>
    valueOf(name, value),
  );
  const after = column('after', history.after, ({ name, after: value }: (typeof rows)[number]) =>
    valueOf(name, value),
  );
  const columns = { create: [field, after], update: [field, before, after], delete: [field, before] };
  return (
    <>
      <p className="quiet">{history.actions[change.action]}</p>
      <Table caption={caption} columns={columns[change.action]} rows={rows} rowKey={({ name }) => name} />
    </>
  );
}
