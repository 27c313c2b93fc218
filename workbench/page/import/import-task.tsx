import { Button, Notice } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Loaded, View } from '@consulting/foundation/components';
import { importPath, type Part } from '@consulting/foundation/project';
import { ForWriters } from '@consulting/foundation/session';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { ColumnsView } from './columns-view';
import { type Decisions, keepDecisions, recovered, storedDecisions, undecided } from './decisions';
import { Advice, ImportProblem } from './import-problem';
import { Outcome } from './outcome';
import { Running } from './running';
import { useSendImport } from './send-import';
import { Steps } from './steps';
import { isRunning, purposeOf, type Survey, type Task, useSurvey, useTask } from './task';

export function ImportTask({ projectId, taskId }: { projectId: string; taskId: string }) {
  const { shell } = useMessages();
  const query = useTask(taskId);
  return (
    <Loaded query={query} form="table">
      {(task) => (task?.projectId === projectId ? <Displayed task={task} /> : <p>{shell.notFound}</p>)}
    </Loaded>
  );
}

function Displayed({ task }: { task: Task }) {
  const { imports } = useMessages();
  const part = usePart(task);
  const survey = useSurvey(task.taskId, !isRunning(task));
  return (
    <View title={task.fileName} actions={<Link href={importPath(task)}>{imports.start.other}</Link>}>
      <Steps task={task} part={part} />
      {isRunning(task) ? (
        <Running task={task} />
      ) : (
        <>
          <Ended task={task} survey={survey.data} part={part} />
          {task.corrects !== null && <Notice kind="info" title={imports.start.corrects} />}
          <Loaded query={survey}>{(known) => <Decided task={task} survey={known} part={part} />}</Loaded>
        </>
      )}
    </View>
  );
}

function usePart(task: Task): Part {
  const [search] = useSearchParams();
  if (search.get('part') === 'columns') return 'columns';
  return purposeOf(task) === 'look' ? 'columns' : 'outcome';
}

function Ended({ task, survey, part }: { task: Task; survey: Survey | undefined; part: Part }) {
  const { imports } = useMessages();
  const { status, error } = task;
  if (status === 'cancelled')
    return (
      <Notice kind="warning" title={imports.running.cancelled}>
        <ForWriters>
          <ReadAgain task={task} />
        </ForWriters>
      </Notice>
    );
  if (error === null) return null;
  return (
    <Notice kind="danger" title={error.message}>
      <Advice code={lacksDiscipline(error, survey) ? 'DISCIPLINE_NOT_FOUND' : error.code} />
      {part === 'outcome' && survey && survey.sheets.length > 0 && (
        <Link href={importPath(task, task.taskId, 'columns')}>{imports.next.back}</Link>
      )}
    </Notice>
  );
}

// The task fails with the code of missing headers, too, where only the discipline is missing.
const lacksDiscipline = (error: { code: string }, survey?: Survey): boolean =>
  error.code === 'NO_KNOWN_HEADER' &&
  (survey?.sheets ?? []).some(({ problems }) => problems.some(({ code }) => code === 'DISCIPLINE_NOT_FOUND'));

/** The API still has the file of a cancelled import, and the tab still has its decisions. */
function ReadAgain({ task }: { task: Task }) {
  const { imports } = useMessages();
  const sending = useSendImport(task);
  const decisions = storedDecisions(task.taskId)?.current ?? undecided;
  const send = () => sending.mutate({ purpose: 'look', source: { taskId: task.taskId }, decisions });
  return (
    <>
      <ImportProblem sending={sending} />
      <Button onPress={send} isDisabled={sending.isPending}>
        {imports.next.look}
      </Button>
    </>
  );
}

interface Props {
  task: Task;
  survey: Survey;
  part: Part;
}

function Decided({ task, survey, part }: Props) {
  const [decisions, setDecisions] = useState(() => startOf(task, survey));
  const decide = (current: Decisions) => {
    const changed = { ...decisions, current };
    setDecisions(changed);
    keepDecisions(task.taskId, changed);
  };
  const displayed = { task, survey, sent: decisions.sent, decisions: decisions.current, decide };
  return part === 'columns' ? <ColumnsView {...displayed} /> : <Outcome {...displayed} />;
}

function startOf(task: Task, survey: Survey) {
  const sent = recovered(survey, task);
  return storedDecisions(task.taskId) ?? { sent, current: sent };
}
