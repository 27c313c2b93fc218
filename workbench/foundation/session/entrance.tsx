import { Button, Mark, useHeading } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import type { ReactNode } from 'react';
import { Preferences } from '../components/preferences';
import { ProblemNotice } from '../components/problem-notice';
import classes from './entrance.module.css';
import { storedCredential } from './stored-credential';

export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  const { shell } = useMessages();
  const heading = useHeading();
  return (
    <main className={classes.entrance}>
      <div className={classes.preferences}>
        <Preferences />
      </div>
      <div className={classes.card}>
        <p className={classes.brand}>
          <Mark size={32} />
          {shell.title}
        </p>
        <h1 {...heading}>{title}</h1>
        {children}
      </div>
    </main>
  );
}

interface FailedProps {
  error: unknown;
  onRetry: () => void;
  onLeave: () => void;
}

export function EntranceFailed({ error, onRetry, onLeave }: FailedProps) {
  const { shell } = useMessages();
  return (
    <Entrance title={shell.signIn.failed}>
      <ProblemNotice error={error} onRetry={onRetry} />
      {storedCredential().kind !== 'none' && <Button onPress={onLeave}>{shell.leave}</Button>}
    </Entrance>
  );
}
