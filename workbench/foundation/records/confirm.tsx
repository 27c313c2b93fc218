import { Dialog, SubmitActions } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '../api/problem';
import { ProblemNotice } from '../components/problem-notice';

interface Props {
  title: string;
  question: ReactNode;
  submit: string;
  kind?: 'danger' | 'primary';
  act: () => Promise<unknown>;
  instead?: { label: string; act: () => Promise<unknown> } | undefined;
  onDone?: () => void;
  onClose: () => void;
  otherwise?: (error: unknown) => ReactNode;
}

const blockingOf = (error: unknown) => (error instanceof ApiProblem ? error.problem.blocking : undefined);

export function Confirm({ title, question, submit, kind = 'danger', act, instead, ...props }: Props) {
  const acting = useMutation({
    mutationFn: (how: () => Promise<unknown>) => how(),
    onSuccess: () => {
      props.onClose();
      props.onDone?.();
    },
  });
  const other = blockingOf(acting.error) && instead;
  return (
    <Dialog title={title} isOpen onClose={props.onClose}>
      <p>{question}</p>
      {acting.error && (
        <ProblemNotice error={acting.error}>
          <Blocking error={acting.error} />
          {props.otherwise?.(acting.error)}
        </ProblemNotice>
      )}
      <SubmitActions
        submit={other?.label ?? submit}
        kind={kind}
        isPending={acting.isPending}
        onPress={() => acting.mutate(other?.act ?? act)}
      />
    </Dialog>
  );
}

export function Blocking({ error }: { error: unknown }) {
  const { remove } = useMessages().libraries;
  const blocking = blockingOf(error);
  if (!blocking || blocking.items.length === 0) return null;
  const { count, items } = blocking;
  return (
    <>
      <p>{remove.blocking({ count })}</p>
      <ul>
        {items.map(({ id, code, name }) => (
          <li key={id}>{[code, name].filter(Boolean).join(' ') || id}</li>
        ))}
        {count > items.length && <li>{remove.more({ count: count - items.length })}</li>}
      </ul>
    </>
  );
}
