import { useMessages } from '@consulting/design/language';
import { importPath, type Part } from '@consulting/foundation/project';
import { useEffect } from 'react';
import { Link } from 'wouter';
import classes from './import.module.css';
import { purposeOf, type Task } from './task';

const steps = ['file', 'columns', 'trial', 'import'] as const;
type Step = (typeof steps)[number];

export function Steps({ task, part }: { task: Task; part: Part }) {
  const { imports } = useMessages();
  const purpose = purposeOf(task);
  const place = `${task.taskId} ${part} ${task.status}`;
  useEffect(() => {
    // What led here is gone, and with it the focus.
    if (place !== '' && document.activeElement === document.body) document.getElementById('content')?.focus();
  }, [place]);
  const here: Step = part === 'columns' ? 'columns' : purpose === 'import' ? 'import' : 'trial';
  const leads: Partial<Record<Step, string>> = {
    file: importPath(task),
    columns: importPath(task, task.taskId, 'columns'),
    ...(purpose !== 'look' && { [purpose]: importPath(task, task.taskId) }),
  };
  return (
    <nav aria-label={imports.steps.label}>
      <ol className={classes.steps}>
        {steps.map((step, at) => {
          const path = leads[step];
          const label = `${at + 1} ${imports.steps[step]}`;
          return (
            <li key={step} className={classes.step} aria-current={step === here ? 'step' : undefined}>
              {path === undefined || step === here ? label : <Link href={path}>{label}</Link>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
