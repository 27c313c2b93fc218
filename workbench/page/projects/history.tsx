import { Button, Dialog } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { type Api, answered, useApi } from '@consulting/foundation/api';
import { Card, ProblemNotice } from '@consulting/foundation/components';
import type { Project } from '@consulting/foundation/project';
import { ForWriters } from '@consulting/foundation/session';
import { UndoPanel } from '@consulting/takeoff-lines';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './home.module.css';

const recordTypes = ['projects', 'services', 'estimations', 'indirect-costs', 'takeoff-lines'] as const;
type RecordType = (typeof recordTypes)[number];

const displayedMax = 12;

const readOperations = (api: Api, recordType: RecordType, projectId: string, signal?: AbortSignal) =>
  answered(
    api.GET('/api/v1/history/{recordType}', {
      params: { path: { recordType }, query: { projectId, limit: displayedMax } },
      signal,
    }),
  );

type Operation = Awaited<ReturnType<typeof readOperations>>['data'][number];

const isRecordType = (text: string): text is RecordType => recordTypes.some((one) => one === text);

export function History({ project }: { project: Project }) {
  const { projects } = useMessages();
  const api = useApi();
  const [undoing, setUndoing] = useState<Operation | null>(null);
  const { operations, error } = useQueries({
    queries: recordTypes.map((recordType) => ({
      queryKey: ['history', project.id, recordType],
      queryFn: ({ signal }: { signal: AbortSignal }) => readOperations(api, recordType, project.id, signal),
    })),
    combine: (read) => ({
      operations: read
        .flatMap(({ data }) => data?.data ?? [])
        .sort((a, b) => b.at.localeCompare(a.at))
        .slice(0, displayedMax),
      error: read.find((one) => one.error)?.error ?? null,
    }),
  });
  return (
    <Card title={projects.history.title}>
      {error && <ProblemNotice error={error} />}
      {operations.length === 0 && !error && <p className="quiet">{projects.history.none}</p>}
      <ul className={classes.operations}>
        {operations.map((operation) => (
          <OperationItem
            key={operation.operationId}
            operation={operation}
            services={project.services}
            onUndo={() => setUndoing(operation)}
          />
        ))}
      </ul>
      {undoing && (
        <Dialog title={projects.history.undo} isOpen onClose={() => setUndoing(null)}>
          <UndoPanel operationId={undoing.operationId} />
        </Dialog>
      )}
    </Card>
  );
}

interface ItemProps {
  operation: Operation;
  services: Project['services'];
  onUndo: () => void;
}

function OperationItem({ operation, services, onUndo }: ItemProps) {
  const { projects } = useMessages();
  const { time, named } = useFormats();
  const { recordType, kind, counts, by, at, serviceId } = operation;
  const record = isRecordType(recordType) ? projects.history.records[recordType] : recordType;
  const service = services.find((one) => one.serviceId === serviceId);
  const what = named(record, projects.history.kinds[kind]);
  const { created, updated, deleted } = counts;
  const countsInWords = [
    created > 0 && projects.history.created({ count: created }),
    updated > 0 && projects.history.updated({ count: updated }),
    deleted > 0 && projects.history.deleted({ count: deleted }),
  ].filter(Boolean);
  return (
    <li className={classes.operation}>
      <div>
        <div>
          {what}
          {service && <span className="quiet"> · {service.name}</span>}
        </div>
        <div className="quiet">
          {by} · {time(at)}
          {operation.undoneBy !== null && ` · ${projects.history.undone}`}
        </div>
        {created + updated + deleted > 1 && <div className="quiet">{countsInWords.join(', ')}</div>}
      </div>
      {operation.canUndo && recordType === 'takeoff-lines' && (
        <ForWriters>
          <Button
            kind="quiet"
            aria-label={projects.history.undoOf({ what, when: time(at) })}
            onPress={onUndo}
          >
            {projects.history.undo}
          </Button>
        </ForWriters>
      )}
    </li>
  );
}
