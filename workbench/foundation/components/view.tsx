import { useHeading } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { createContext, type ReactNode, useContext } from 'react';
import { ProblemNotice } from './problem-notice';
import classes from './view.module.css';

export const ViewLevel = createContext<1 | 2>(1);

export function View({
  title,
  actions,
  children,
}: {
  title: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const heading = useHeading();
  const Heading = `h${useContext(ViewLevel)}` as const;
  return (
    <section className={classes.view}>
      <header className={classes.header}>
        <Heading {...heading}>{title}</Heading>
        <div className={classes.actions}>{actions}</div>
      </header>
      {children}
    </section>
  );
}

export const Card = ({ title, children }: { title?: ReactNode; children: ReactNode }) => (
  <section className={classes.card}>
    {title !== undefined && <h2>{title}</h2>}
    {children}
  </section>
);

export function Waiting() {
  const { shell } = useMessages();
  return (
    <p role="status" className={classes.waiting}>
      {shell.loading}
    </p>
  );
}

interface Read<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

export function Loaded<T>({ query, children }: { query: Read<T>; children: (data: T) => ReactNode }) {
  const { data, error, refetch } = query;
  return (
    <>
      {error ? <ProblemNotice error={error} onRetry={refetch} /> : null}
      {data === undefined ? error ? null : <Waiting /> : children(data)}
    </>
  );
}
