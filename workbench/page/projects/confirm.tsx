import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '../api/problem';
import { Button } from '../components/button';
import { Dialog, DialogActions } from '../components/dialog';
import { ProblemNotice } from '../components/problem-notice';
import { useFormats, useMessages } from '../language/language';

interface Props {
  title: string;
  question: ReactNode;
  submit: string;
  kind?: 'danger' | 'primary';
  act: () => Promise<unknown>;
  onClose: () => void;
  otherwise?: (error: unknown) => ReactNode;
}

export function Confirm({ title, question, submit, kind = 'danger', act, onClose, otherwise }: Props) {
  const { shell } = useMessages();
  const acting = useMutation({ mutationFn: act, onSuccess: onClose });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p>{question}</p>
      {acting.error && (
        <ProblemNotice error={acting.error}>
          <Blocking error={acting.error} />
          {otherwise?.(acting.error)}
        </ProblemNotice>
      )}
      <DialogActions>
        <Button onPress={onClose}>{shell.cancel}</Button>
        <Button kind={kind} isPending={acting.isPending} onPress={() => acting.mutate()}>
          {submit}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export function Blocking({ error }: { error: unknown }) {
  const { projects } = useMessages();
  const { number } = useFormats();
  const blocking = error instanceof ApiProblem ? error.problem.blocking : undefined;
  if (!blocking || blocking.items.length === 0) return null;
  const others = blocking.count - blocking.items.length;
  return (
    <>
      <p>{projects.overview.blocking}</p>
      <ul>
        {blocking.items.map(({ id, code, name }) => (
          <li key={id}>{[code, name].filter(Boolean).join(' · ') || id}</li>
        ))}
        {others > 0 && <li>{projects.overview.andMore({ others: number(others) })}</li>}
      </ul>
    </>
  );
}
