import { Button, Notice } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Card } from '@consulting/foundation/components';
import { DownloadButton } from '@consulting/foundation/download';
import { ForWriters } from '@consulting/foundation/session';
import { Link } from 'wouter';
import { PricedReturn } from '../figures/documents/priced-returns';
import { Counts } from './counts';
import type { Displayed } from './decisions';
import classes from './import.module.css';
import { ImportProblem } from './import-problem';
import { MessageGroups, MessageTable } from './message-table';
import { Money, ReconciliationCard } from './reconciliation';
import { RevisionCard } from './revision';
import { useSendImport } from './send-import';
import { Uploading } from './start';
import { purposeOf, type Task } from './task';
import { Undo } from './undo';

export function Outcome(displayed: Displayed) {
  const { imports } = useMessages();
  const { task } = displayed;
  const { result, errors = [], warnings = [] } = task;
  const isTrial = purposeOf(task) === 'trial';
  const unfilled = warnings.filter(({ code }) => code === 'DEFAULT_NOT_USED');
  if (result === null) return null;
  return (
    <>
      {task.reconciliation && <Money money={task.reconciliation.money} />}
      <Card title={isTrial ? imports.outcome.trial : imports.outcome.import}>
        <Counts result={result} isTrial={isTrial} />
        {!isTrial && <WhatNow task={task} />}
      </Card>
      {task.revision && <RevisionCard revision={task.revision} isTrial={isTrial} />}
      {errors.length > 0 && (
        <Card title={imports.outcome.errors({ count: task.errorCount })}>
          <p>{isTrial ? imports.outcome.errorsOfTrial : imports.outcome.errorsOfImport}</p>
          <MessageTable caption={imports.outcome.errors({ count: task.errorCount })} messages={errors} />
          {result.failed > 0 && (
            <div className={classes.actions}>
              <DownloadButton
                path={`/api/v1/mto/import/status/${task.taskId}/errors`}
                label={imports.outcome.errorWorkbook}
              />
            </div>
          )}
        </Card>
      )}
      {task.reconciliation && <ReconciliationCard {...displayed} reconciliation={task.reconciliation} />}
      {unfilled.length > 0 && (
        <Notice kind="warning" title={imports.outcome.unfilled}>
          <ul>
            {unfilled.map(({ sheet, field, message }) => (
              <li key={`${sheet} ${field}`}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      {warnings.length > unfilled.length && (
        <Card title={imports.outcome.warnings({ count: task.warningCount })}>
          <MessageGroups messages={warnings.filter((one) => !unfilled.includes(one))} />
        </Card>
      )}
      {isTrial && (
        <ForWriters>
          <Next {...displayed} />
        </ForWriters>
      )}
    </>
  );
}

const filtersOf = (taskId: string) =>
  JSON.stringify({ conditions: [{ field: 'importTaskId', operator: 'equals', value: taskId }] });

function WhatNow({ task }: { task: Task }) {
  const { imports } = useMessages();
  const { taskId, projectId, serviceId, result } = task;
  const search = new URLSearchParams({ service: serviceId, filters: filtersOf(taskId) });
  const movement = new URLSearchParams({ service: serviceId, from: `import:${taskId}` });
  const isStored = (result?.imported ?? 0) + (result?.updated ?? 0) > 0;
  const removed = (result?.deleted ?? 0) + (task.revision?.removed ?? 0);
  if (!isStored && removed === 0) return <p>{imports.outcome.nothingStored}</p>;
  return (
    <div className={classes.actions}>
      {isStored && (
        <>
          <Link href={`/projects/${projectId}/takeoff?${search}`}>{imports.outcome.lines}</Link>
          <PricedReturn taskId={taskId} label={imports.outcome.pricedReturn} />
        </>
      )}
      <Link href={`/projects/${projectId}/figures/revisions?${movement}`}>{imports.outcome.effect}</Link>
      <Undo task={task} />
    </div>
  );
}

function Next({ task, decisions }: Displayed) {
  const { imports } = useMessages();
  const sending = useSendImport(task);
  const { imported = 0, updated = 0, skipped = 0 } = task.result ?? {};
  const isChange = imported + updated + (task.revision?.removed ?? 0) > 0;
  const send = () => sending.mutate({ purpose: 'import', source: { taskId: task.taskId }, decisions });
  return (
    <div className={classes.bar}>
      <ImportProblem sending={sending} />
      {sending.isPending && <Uploading sending={sending} />}
      <div className={classes.actions}>
        <Button onPress={() => sending.place.open(task.taskId, 'columns')}>{imports.next.back}</Button>
        <Button kind="primary" onPress={send} isDisabled={sending.isPending || !isChange}>
          {imports.next.store({ count: imported + updated + skipped })}
        </Button>
      </div>
    </div>
  );
}
