import { Skeleton, type SkeletonForm, useHeading } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { createContext, type ReactNode, useContext } from 'react';
import { ProblemNotice } from './problem-notice';
import classes from './view.module.css';

export const ViewLevel = createContext<1 | 2>(1);

interface ViewProps {
  title: ReactNode;
  isTitleUnseen?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

export function View({ title, isTitleUnseen = false, actions, children }: ViewProps) {
  const heading = useHeading();
  const Heading = `h${useContext(ViewLevel)}` as const;
  return (
    <section className={classes.view}>
      <header className={isTitleUnseen ? classes.untitled : classes.header}>
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

export function Waiting({ form = 'text' }: { form?: SkeletonForm | undefined }) {
  const { shell } = useMessages();
  return (
    <div role="status" className={classes.waiting}>
      <span className="unseen">{shell.loading}</span>
      <Skeleton form={form} />
    </div>
  );
}

interface Read<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface LoadedProps<T> {
  query: Read<T>;
  form?: SkeletonForm;
  children: (data: T) => ReactNode;
}

export function Loaded<T>({ query, form, children }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  return (
    <>
      {error ? <ProblemNotice error={error} onRetry={refetch} /> : null}
      {data === undefined ? error ? null : <Waiting form={form} /> : children(data)}
    </>
  );
}
