import { Button, CloseContext, Dialog } from '@consulting/design/controls';
import { useLanguage, useMessages } from '@consulting/design/language';
import { useApi } from '@consulting/foundation/api';
import { Loaded, ProblemNotice } from '@consulting/foundation/components';
import { Notes } from '@consulting/foundation/records';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Field } from '../view/takeoff-view';
import { ChangeTable } from './change-table';
import { type FieldWords, useFieldWords } from './field-value';
import classes from './history.module.css';
import {
  changeOfLineQuery,
  changesQuery,
  type HistoryOf,
  type Operation,
  operationsQuery,
} from './history-queries';
import { OperationCard } from './operation-card';
import { UndoPanel } from './undo-panel';

interface Props {
  projectId: string;
  serviceId: string | null;
  line: { id: string; label: string } | null;
  fields: readonly Field[];
  operationId?: string | undefined;
  onClose: () => void;
}

export function HistoryDrawer({ projectId, serviceId, line, fields, operationId, onClose }: Props) {
  const { history, notes } = useMessages().takeoffTools;
  const [undoing, setUndoing] = useState<Operation | null>(null);
  const of = { projectId, serviceId, ...(line && { recordId: line.id }) };
  return (
    <Dialog
      title={undoing ? history.undoTitle : line ? history.ofLine({ line: line.label }) : history.ofTakeoff}
      form="drawer"
      isOpen
      onClose={onClose}
    >
      {undoing ? (
        <Undoing operation={undoing} onClose={() => setUndoing(null)} />
      ) : (
        <>
          {line && (
            <>
              <h3>{notes.title}</h3>
              <Notes record={{ recordType: 'takeoff-lines', recordId: line.id, projectId }} />
            </>
          )}
          <Operations of={of} fields={fields} opened={operationId} onUndo={setUndoing} />
        </>
      )}
    </Dialog>
  );
}

interface LineHistoryProps {
  projectId: string;
  serviceId: string | null;
  recordId: string;
  fields: readonly Field[];
}

export function LineHistory({ fields, ...of }: LineHistoryProps) {
  const [undoing, setUndoing] = useState<Operation | null>(null);
  if (undoing) return <Undoing operation={undoing} onClose={() => setUndoing(null)} />;
  return <Operations of={of} fields={fields} opened={undefined} onUndo={setUndoing} />;
}

function Undoing({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const { messages, formats } = useLanguage();
  const { history } = messages.takeoffTools;
  const { operationId, kind, by, at } = operation;
  return (
    <>
      <p>
        {history.kinds[kind]} · {history.by({ name: by })} · {formats.time(at)}
      </p>
      <CloseContext value={onClose}>
        <UndoPanel operationId={operationId} />
      </CloseContext>
    </>
  );
}

interface OperationsProps {
  of: HistoryOf;
  fields: readonly Field[];
  opened: string | undefined;
  onUndo: (operation: Operation) => void;
}

function Operations({ of, fields, opened, onUndo }: OperationsProps) {
  const api = useApi();
  const { history } = useMessages().takeoffTools;
  const words = useFieldWords(fields);
  const query = useInfiniteQuery(operationsQuery(api, of));
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const operations = pages.flatMap(({ data }) => data);
        return (
          <>
            {operations.length === 0 && <p className="quiet">{history.empty}</p>}
            <ul className={classes.operations}>
              {operations.map((operation, index) => (
                <OperationCard
                  key={operation.operationId}
                  operation={operation}
                  onUndo={onUndo}
                  isOpenAtFirst={
                    opened === undefined
                      ? of.recordId !== undefined && index === 0
                      : operation.operationId === opened
                  }
                >
                  {of.recordId === undefined ? (
                    <AllChanges operation={operation} words={words} />
                  ) : (
                    <ChangeOfLine operation={operation} recordId={of.recordId} words={words} />
                  )}
                </OperationCard>
              ))}
            </ul>
            {query.hasNextPage && (
              <Button isPending={query.isFetchingNextPage} onPress={() => query.fetchNextPage()}>
                {history.older}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

interface OfOperation {
  operation: Operation;
  words: FieldWords;
}

function ChangeOfLine({ operation, recordId, words }: OfOperation & { recordId: string }) {
  const { history } = useMessages().takeoffTools;
  const query = useQuery(changeOfLineQuery(useApi(), operation.operationId, recordId));
  return (
    <Loaded query={query}>
      {(change) =>
        change ? (
          <ChangeTable change={change} caption={history.kinds[operation.kind]} words={words} />
        ) : (
          <p className="quiet">{history.notKept}</p>
        )
      }
    </Loaded>
  );
}

function AllChanges({ operation, words }: OfOperation) {
  const { history } = useMessages().takeoffTools;
  const query = useInfiniteQuery(changesQuery(useApi(), operation.operationId));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const changes = data?.pages.flatMap((page) => page.changes) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  return (
    <div className={classes.changes}>
      {error ? <ProblemNotice error={error} onRetry={refetch} /> : null}
      {!data && !error && <p role="status">{history.reading}</p>}
      {data && changes.length === 0 && <p className="quiet">{history.notKept}</p>}
      {changes.map((change) => {
        const name = [change.code, change.label].filter(Boolean).join(' · ') || change.recordId;
        return (
          <details key={change.recordId} className={classes.line}>
            <summary>
              {name} <span className="quiet">{history.actions[change.action]}</span>
            </summary>
            <ChangeTable change={change} caption={name} words={words} />
          </details>
        );
      })}
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onPress={() => fetchNextPage()}>
          {history.moreLines({ count: total - changes.length })}
        </Button>
      )}
    </div>
  );
}
