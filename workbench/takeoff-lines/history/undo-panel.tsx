import { Button, CancelButton, CloseAction, DialogActions, Notice } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { ApiProblem, useApi, useIdempotencyKey, useSingleMutation } from '@consulting/foundation/api';
import { ProblemNotice } from '@consulting/foundation/components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './history.module.css';
import { linesOf, type OnConflict, type Undone, undo } from './history-queries';

export function UndoPanel({ operationId }: { operationId: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const { history } = useMessages().takeoffTools;
  const [onConflict, setOnConflict] = useState<OnConflict>('refuse');
  const key = useIdempotencyKey();
  const run = useSingleMutation({
    mutationFn: (expectedCount: number) =>
      undo(
        api,
        operationId,
        { onConflict, dryRun: false, expectedCount },
        `${key}-${onConflict}-${expectedCount}`,
      ),
    onSuccess: () => queries.invalidateQueries(),
  });
  const trial = useQuery({
    queryKey: ['takeoff-operation', operationId, 'undo', onConflict],
    queryFn: () => undo(api, operationId, { onConflict, dryRun: true }),
    enabled: !run.isPending && !run.isSuccess,
    gcTime: 0,
  });
  if (run.data)
    return (
      <>
        <Notice kind="success" title={history.undone({ count: linesOf(run.data) })}>
          <p>{history.undoneHint}</p>
        </Notice>
        <CloseAction />
      </>
    );
  const skip = () => {
    run.reset();
    setOnConflict('skip');
  };
  const error = run.error ?? trial.error;
  const isConflict = error instanceof ApiProblem && error.code === 'CHANGED_SINCE';
  return (
    <>
      {isConflict && <Conflicts problem={error} onSkip={skip} />}
      {error && !isConflict ? <Refusal error={error} onRetry={trial.refetch} /> : null}
      {!error && (trial.data ? <Plan undone={trial.data} /> : <p role="status">{history.counting}</p>)}
      <DialogActions>
        <CancelButton />
        {trial.data && (
          <Button
            kind="primary"
            isPending={run.isPending}
            isDisabled={linesOf(trial.data) === 0}
            onPress={() => run.mutate(linesOf(trial.data))}
          >
            {history.undoLines({ count: linesOf(trial.data) })}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

function Plan({ undone }: { undone: Undone }) {
  const { history } = useMessages().takeoffTools;
  const { counts, skipped, skippedCount, withoutSubcontractor, serviceCrews } = undone;
  return (
    <div role="status" className={classes.plan}>
      <p>{history.undoWill}</p>
      <ul>
        {counts.created > 0 && <li>{history.comeBack({ count: counts.created })}</li>}
        {counts.updated > 0 && <li>{history.getBefore({ count: counts.updated })}</li>}
        {counts.deleted > 0 && <li>{history.go({ count: counts.deleted })}</li>}
        {linesOf(undone) === 0 && <li>{history.nothingToUndo}</li>}
        {withoutSubcontractor > 0 && <li>{history.withoutSubcontractor({ count: withoutSubcontractor })}</li>}
        {serviceCrews && (
          <li>
            {history.crewsRestored({ restored: serviceCrews.restored, skipped: serviceCrews.skipped.length })}
          </li>
        )}
      </ul>
      {skippedCount > 0 && (
        <Lines
          title={history.skipped({ count: skippedCount })}
          lines={skipped.map(({ recordId, code, label }) => ({ id: recordId, code, name: label }))}
          count={skippedCount}
        />
      )}
    </div>
  );
}

function Conflicts({ problem, onSkip }: { problem: ApiProblem; onSkip: () => void }) {
  const { history } = useMessages().takeoffTools;
  const { blocking } = problem.problem;
  return (
    <Notice kind="warning" title={history.changedSince({ count: blocking?.count ?? 0 })}>
      <Lines title={history.theseLines} lines={blocking?.items ?? []} count={blocking?.count ?? 0} />
      <p>{history.skipHint}</p>
      <Button onPress={onSkip}>{history.skip}</Button>
    </Notice>
  );
}

interface LinesProps {
  title: string;
  lines: readonly { id: string; code: string | null; name: string | null }[];
  count: number;
}

const linesDisplayed = 20;

function Lines({ title, lines, count }: LinesProps) {
  const { history } = useMessages().takeoffTools;
  const displayed = lines.slice(0, linesDisplayed);
  return (
    <>
      <p>{title}</p>
      <ul className={classes.lines}>
        {displayed.map(({ id, code, name }) => (
          <li key={id}>{[code, name].filter(Boolean).join(' · ') || id}</li>
        ))}
        {count > displayed.length && (
          <li className="quiet">{history.andMore({ count: count - displayed.length })}</li>
        )}
      </ul>
    </>
  );
}

function Refusal({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { history } = useMessages().takeoffTools;
  const refusals: Partial<Record<string, string>> = history.refusals;
  const words = error instanceof ApiProblem ? refusals[error.code] : undefined;
  return words ? <Notice kind="warning" title={words} /> : <ProblemNotice error={error} onRetry={onRetry} />;
}
