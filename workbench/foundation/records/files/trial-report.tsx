import { Notice } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import type { ListImportResult } from './file-list';
import classes from './files.module.css';
import { Counts, TaskReport } from './task-report';

export function TrialReport({
  trial: { answer, taskId },
}: {
  trial: { answer: ListImportResult | null; taskId: string | null };
}) {
  const words = useMessages().libraries.files;
  return (
    <section className={classes.part} aria-label={words.tried}>
      <h3>{words.tried}</h3>
      {answer && (
        <>
          <Counts {...answer} failed={answer.errorCount} />
          <Remarks answer={answer} />
        </>
      )}
      {taskId !== null && <TaskReport taskId={taskId} hasCounts={answer === null} />}
    </section>
  );
}

function Remarks({ answer: { warnings } }: { answer: ListImportResult }) {
  const words = useMessages().libraries.files;
  if (warnings.length === 0) return null;
  return (
    <Notice kind="warning" title={words.warnings({ count: warnings.length })}>
      <ul className={classes.messages}>
        {warnings.map(({ row, message }) => (
          <li key={`${row} ${message}`}>
            {words.row} {row}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
